import {
  createForkSchedule,
  describeForkSchedule,
  type ForkSchedule,
  findHardfork,
  type Hardfork,
  type PlannedFork,
  planForks,
} from '../../evm/rules/hardfork.ts'
import { ownerOf } from '../../modules/evm/association.ts'
import { initModules } from '../../modules/initModules.ts'
import { feeCollector } from '../../modules/moduleAccounts.ts'
import type { Address } from '../../primitives/address.ts'
import { DECIMAL_ONE } from '../../primitives/encoding/decimal.ts'
import { bytesToHash, bytesToHex, ZERO_HASH } from '../../primitives/encoding/hex.ts'
import { completeReads } from '../../state/fork/completeReads.ts'
import { BalanceOverflowError } from '../../state/ledger/balanceOverflow.ts'
import { MAX_SUPPLY_WEI, settleSupply } from '../../state/ledger/settleSupply.ts'
import type { NativeAddress } from '../../state/rows/layout.ts'
import type { StateDatabase } from '../../state/stateDatabase.ts'
import type { WorldState } from '../../state/worldState.ts'
import type { SealedBlock } from '../block/block.ts'
import { encodeHeader } from '../block/consensusRlp.ts'
import { sealBlock } from '../block/sealBlock.ts'
import { nextBaseFee } from '../build/feeMarket.ts'
import { GenesisError } from '../errors.ts'
import type { ForkedBlock, Genesis } from './genesis.ts'

/**
 * Returns the fork schedule of a genesis.
 * @throws GenesisError if it names an unknown fork
 */
export function forkScheduleOf(genesis: Genesis): ForkSchedule {
  return createForkSchedule(genesis.config, overrideOf(genesis))
}

/** Returns the forks of a genesis with their starts, oldest first. */
export function forksOf(genesis: Genesis): readonly PlannedFork[] {
  return planForks(genesis.config, overrideOf(genesis))
}

/**
 * Returns the fork schedule as text; equal schedules have equal texts.
 *
 * @throws GenesisError if it names an unknown fork
 */
export function describeForks(genesis: Genesis): string {
  return describeForkSchedule(genesis.config, overrideOf(genesis))
}

function overrideOf({ hardfork }: Genesis): Hardfork | undefined {
  if (hardfork === undefined) return undefined
  const override = findHardfork(hardfork)
  if (override === undefined) {
    throw new GenesisError({
      code: 'BAD_GENESIS',
      field: 'hardfork',
      reason: `unknown hardfork ${hardfork}`,
    })
  }
  return override
}

/**
 * Writes the state of a genesis as version 1 and creates block 0. On a fork, loads the rows of the
 * remote chain that this changes.
 *
 * @throws RemoteError
 */
export async function createFirstBlock(
  genesis: Genesis,
  states: StateDatabase,
): Promise<SealedBlock> {
  const { fork } = genesis
  if (fork !== undefined) {
    await completeReads(
      () => states.overlay(0),
      (state) => fillFork(genesis, state),
    )
  }
  return createGenesisBlock(genesis, states)
}

/**
 * Writes the state of a genesis as version 1 and creates block 0, or the forked block.
 *
 * @throws RemoteMiss if a fork changes rows that are not at hand
 */
export function createGenesisBlock(genesis: Genesis, states: StateDatabase): SealedBlock {
  const { fork } = genesis
  if (fork !== undefined) return createForkedBlock(genesis, fork, states)
  const baseFeePerGas = genesis.baseFeePerGas ?? genesis.native.feeMarket.minimumFeePerGas
  try {
    fillState(genesis, states.newest)
  } catch (error) {
    if (!(error instanceof BalanceOverflowError)) throw error
    throw badAlloc(`the balance of ${error.details.account} is more than 2^256 - 1 wei`)
  }
  states.newest.nextBaseFee = firstFee(genesis, baseFeePerGas * DECIMAL_ONE)
  const { version, appHash } = states.commit()
  const { number = 0n } = genesis
  return sealBlock({
    version,
    chainId: genesis.chainId,
    hardfork: forkScheduleOf(genesis)(number, genesis.timestamp),
    parentHash: ZERO_HASH,
    number,
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

/** Base fee of the first block, which follows one that used no gas. */
function firstFee({ gasLimit, native: { feeMarket } }: Genesis, fee: bigint): bigint {
  const { isEip1559 = false, keepsFirstFee = false } = feeMarket
  return isEip1559 && !keepsFirstFee ? nextBaseFee(fee, { gasUsed: 0n, gasLimit }, feeMarket) : fee
}

/** Writes what differs from the remote chain. The block is the remote chain's. */
function createForkedBlock(
  genesis: Genesis,
  { header, hash }: ForkedBlock,
  states: StateDatabase,
): SealedBlock {
  fillFork(genesis, states.newest)
  const { feeMarket } = genesis.native
  const decimal = (header.baseFeePerGas ?? 0n) * DECIMAL_ONE
  const given = genesis.baseFeePerGas
  states.newest.nextBaseFee =
    given === undefined ? nextBaseFee(decimal, header, feeMarket) : given * DECIMAL_ONE
  const { version } = states.commit()
  return {
    number: Number(header.number),
    version,
    header,
    hash,
    transactions: [],
    receipts: [],
    native: [],
    sizeBytes: encodeHeader(header).length,
  }
}

/**
 * Gives the accounts of the genesis their balances, and their code if they have none, as edits of
 * the remote chain's state.
 */
function fillFork({ alloc, native, timestamp }: Genesis, state: WorldState): void {
  const { evm, native: collector } = feeCollector
  if (native.hasAssociations !== false && state.getNativeAddress(evm) === undefined) {
    state.associate(evm, collector)
  }
  for (const [address, { balance, nonce, code, storage }] of alloc) {
    if (balance > 0n) fund(state, address, balance)
    if (code.length === 0 || state.getCodeHash(address) !== undefined) continue
    state.setNonce(address, nonce)
    state.setCode(address, code)
    for (const [slot, word] of storage) state.setStorage(address, slot, word)
  }
  initModules(state, native.modules, timestamp)
  settleSupply(state)
}

/** Sets a balance. An account that has coins has a record, which the remote chain does not tell. */
function fund(state: WorldState, address: Address, balance: bigint): void {
  state.setBalance(address, balance)
  state.ensureAccount(ownerOf(state, address))
}

function fillState({ alloc, native, timestamp }: Genesis, state: WorldState): void {
  state.associate(feeCollector.evm, feeCollector.native)
  for (const { evm, native: owner } of native.associations) {
    state.associate(evm, bytesToHex(owner) as NativeAddress)
  }
  for (const [address, account] of alloc) {
    state.setNonce(address, account.nonce)
    state.setCode(address, account.code)
    for (const [slot, word] of account.storage) state.setStorage(address, slot, word)
    // Two EVM addresses cannot share a native one, so balances add up only if the file lists coins,
    // too.
    state.addBalance(address, account.balance)
  }
  for (const { native: owner, coins } of native.balances) {
    for (const { denom, amount } of coins) {
      state.mintCoins(bytesToHex(owner) as NativeAddress, denom, amount)
    }
  }
  initModules(state, native.modules, timestamp)
  if (settleSupply(state) > MAX_SUPPLY_WEI) {
    throw badAlloc('the supply has more than 256 bits of base units')
  }
}

function badAlloc(reason: string): GenesisError {
  return new GenesisError({ code: 'BAD_GENESIS', field: 'alloc', reason })
}
