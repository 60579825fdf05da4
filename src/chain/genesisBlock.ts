import {
  createForkSchedule,
  describeForkSchedule,
  type ForkSchedule,
  findHardfork,
  type Hardfork,
} from '../evm/hardfork.ts'
import { initModules } from '../modules/initModules.ts'
import { DECIMAL_ONE } from '../primitives/decimal.ts'
import { bytesToHash, bytesToHex, ZERO_HASH } from '../primitives/hex.ts'
import type { NativeAddress } from '../state/layout.ts'
import type { StateDatabase } from '../state/stateDatabase.ts'
import { WEI_PER_UNIT } from '../state/weiPerUnit.ts'
import type { WorldState } from '../state/worldState.ts'
import type { SealedBlock } from './block.ts'
import { GenesisRefused } from './errors.ts'
import { feeCollector } from './feeCollector.ts'
import type { Genesis } from './genesis.ts'
import { sealBlock } from './sealBlock.ts'

/** A balance is a word of the EVM: as all coins may come together in one account, this bounds their sum. */
const MAX_WEI = 2n ** 256n - 1n

/** The rules over time that a genesis sets. @throws GenesisRefused where it names an unknown fork */
export function forkScheduleOf(genesis: Genesis): ForkSchedule {
  return createForkSchedule(genesis.config, overrideOf(genesis))
}

/** The same in words, which are equal where the rules are. @throws GenesisRefused where it names an unknown fork */
export function describeForks(genesis: Genesis): string {
  return describeForkSchedule(genesis.config, overrideOf(genesis))
}

function overrideOf({ hardfork }: Genesis): Hardfork | undefined {
  if (hardfork === undefined) return undefined
  const override = findHardfork(hardfork)
  if (override === undefined) {
    throw new GenesisRefused({
      code: 'BAD_GENESIS',
      field: 'hardfork',
      reason: `unknown hardfork ${hardfork}`,
    })
  }
  return override
}

/** Writes the state of a genesis as version 1 and makes block 0 of it. */
export function createGenesisBlock(genesis: Genesis, states: StateDatabase): SealedBlock {
  const baseFeePerGas = genesis.baseFeePerGas ?? genesis.native.feeMarket.minimumFeePerGas
  fillState(genesis, states.newest)
  states.newest.nextBaseFee = baseFeePerGas * DECIMAL_ONE
  const { appHash } = states.commit()
  return sealBlock({
    chainId: genesis.chainId,
    hardfork: forkScheduleOf(genesis)(0n, genesis.timestamp),
    parentHash: ZERO_HASH,
    number: 0n,
    timestamp: genesis.timestamp,
    miner: feeCollector.evm,
    gasLimit: genesis.gasLimit,
    baseFeePerGas,
    mixHash: genesis.mixHash,
    difficulty: genesis.difficulty,
    nonce: genesis.nonce,
    extraData: genesis.extraData,
    stateRoot: bytesToHash(appHash),
    transactions: [],
    receipts: [],
    native: [],
  })
}

function fillState({ alloc, native, timestamp }: Genesis, state: WorldState): void {
  state.associate(feeCollector.evm, feeCollector.native)
  for (const { evm, native: owner } of native.associations) {
    state.associate(evm, bytesToHex(owner) as NativeAddress)
  }
  let wei = 0n
  for (const [address, account] of alloc) {
    state.setNonce(address, account.nonce)
    state.setCode(address, account.code)
    for (const [slot, word] of account.storage) state.setStorage(address, slot, word)
    // Two EVM addresses may share no native one, so balances only add up where the file lists coins as well.
    state.addBalance(address, account.balance)
    wei += account.balance
  }
  state.settle()
  for (const { native: owner, coins } of native.balances) {
    for (const { denom, amount } of coins) {
      state.mintCoins(bytesToHex(owner) as NativeAddress, denom, amount)
    }
  }
  initModules(state, native.modules, timestamp)
  const base = native.denomination
  const minted = state.getSupply(base) * WEI_PER_UNIT
  if (wei + minted > MAX_WEI) {
    const reason = 'all balances together are more than 2^256 - 1 wei, which no balance may reach'
    throw new GenesisRefused({ code: 'BAD_GENESIS', field: 'alloc', reason })
  }
  state.setSupply(base, state.getSupply(base) + wei / WEI_PER_UNIT)
}
