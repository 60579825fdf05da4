import { DECIMAL_ONE } from '../primitives/encoding/decimal.ts'
import type { NativeAddress } from '../state/rows/layout.ts'
import { metadataKind } from '../state/rows/metadataKind.ts'
import type { RowState } from '../state/rows/rowState.ts'
import { addCoins, mapCoins } from './bank/coins.ts'
import {
  DEFAULT_DISTRIBUTION_PARAMS,
  distributionParamsKind,
  outstandingKind,
  putCoins,
  streamKind,
} from './distribution/distributionRows.ts'
import type { GenesisModules, GenesisRewards, GenesisValidator } from './genesisModules.ts'
import { govParamsKind } from './gov/govParams.ts'
import { nextProposalKind } from './gov/proposal.ts'
import { timeInMessages } from './headerInfo.ts'
import { distributionAccount, notBondedPoolAccount } from './moduleAccounts.ts'
import { operatorText } from './operatorAddress.ts'
import { initOracle } from './oracle/oracle.ts'
import { slashingParamsKind } from './slashing/slashingParams.ts'
import { addValidator, newValidator } from './staking/editValidators.ts'
import { endStaking } from './staking/endStaking.ts'
import { addStake } from './staking/staking.ts'
import { stakingParamsKind, stakingParamsOf } from './staking/stakingParams.ts'
import { requireValidator } from './staking/validator.ts'

/** A state in which coins can be minted: that of the genesis block. */
export interface MintingState extends RowState {
  /** Mints coins and adds them to the supply. */
  mintCoins(owner: NativeAddress, denomination: string, amount: bigint): void
}

/** Writes the initial state of the modules. Each store gets its parameters, so none is empty. */
export function initModules(state: MintingState, modules: GenesisModules, timestamp: bigint): void {
  const time = timeInMessages(timestamp)
  for (const metadata of modules.denominations) state.set(metadataKind, metadata.base, metadata)
  state.set(stakingParamsKind, '', modules.staking.params)
  state.set(distributionParamsKind, '', DEFAULT_DISTRIBUTION_PARAMS)
  if (modules.slashing !== undefined) state.set(slashingParamsKind, '', modules.slashing.params)
  state.set(govParamsKind, '', modules.gov.params)
  state.set(nextProposalKind, '', 1n)
  initOracle(state, modules.oracle.rates, time)
  for (const validator of modules.staking.validators) initValidator(state, validator, time)
  for (const rewards of modules.distribution.rewards) initRewards(state, rewards)
  endStaking(state, { time, height: 0n })
}

function initValidator(state: MintingState, genesis: GenesisValidator, time: bigint): void {
  const { operator, tokens, jailed } = genesis
  const { bondDenomination } = stakingParamsOf(state)
  state.mintCoins(notBondedPoolAccount, bondDenomination, tokens)
  const text = operatorText(state, operator)
  addValidator(state, operator, { ...newValidator(genesis, text, time), jailed })
  const change = { delegator: operator, operator, amount: tokens }
  addStake(state, change, requireValidator(state, operator), { time, height: 0n })
}

function initRewards(state: MintingState, { operator, coins, seconds }: GenesisRewards): void {
  for (const { denom, amount } of coins) state.mintCoins(distributionAccount, denom, amount)
  const some = addCoins(coins)
  putCoins(
    state,
    outstandingKind,
    operator,
    mapCoins(some, (amount) => amount * DECIMAL_ONE),
  )
  state.set(streamKind, operator, { coins: some, seconds, released: [] })
}
