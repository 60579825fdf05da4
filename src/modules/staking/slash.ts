import { DECIMAL_ONE, divideRounded } from '../../primitives/encoding/decimal.ts'
import type { NativeAddress } from '../../state/rows/layout.ts'
import type { RowState } from '../../state/rows/rowState.ts'
import { burnCoins } from '../bank/bank.ts'
import type { HeaderInfo } from '../headerInfo.ts'
import { notBondedPoolAccount } from '../moduleAccounts.ts'
import { addressAt, rowOf } from '../rows.ts'
import { delegationKind, redelegationKind, unbondingKind } from './delegation.ts'
import { poolOf } from './shares.ts'
import { unbond } from './staking.ts'
import { stakingParamsOf } from './stakingParams.ts'
import {
  putValidator,
  requireValidator,
  UNITS_PER_POWER,
  type Validator,
  validatorKind,
  validatorStatus,
} from './validator.ts'

/** What a validator is punished for. */
export interface Infraction {
  /** Block in which it happened. */
  readonly height: bigint
  /** Power of the validator then, in millions of units. */
  readonly power: bigint
  /** Decimal of the stake of that block that is burned. */
  readonly fraction: bigint
}

/**
 * Burns a fraction of the stake that a validator had in a block: first of what has been unbonded
 * from it or redelegated since, then of its tokens. All its shares lose value alike. Ignores a
 * validator that has been removed.
 */
export function slash(
  state: RowState,
  operator: NativeAddress,
  infraction: Infraction,
  moment: HeaderInfo,
): void {
  const { height, power, fraction } = infraction
  const before = state.get(validatorKind, operator)
  if (before === undefined) return
  if (before.status === validatorStatus.unbonded) {
    throw new Error(`bug: an unbonded validator is slashed: ${before.operatorAddress}`)
  }
  if (height > moment.height) {
    throw new Error(`bug: an infraction at height ${height}, after ${moment.height}`)
  }
  let left = (power * UNITS_PER_POWER * fraction) / DECIMAL_ONE
  if (height < moment.height) {
    left -= slashUnbondings(state, operator, infraction, moment)
    left -= slashRedelegations(state, operator, infraction, moment)
  }
  const validator = requireValidator(state, operator)
  const most = validator.tokens < left ? validator.tokens : left
  if (most <= 0n) return
  putValidator(state, operator, { ...validator, tokens: validator.tokens - most })
  burn(state, poolOf(validator.status), most)
}

/** Excludes a validator from the bonded ones, from the end of the block on. */
export function jail(state: RowState, operator: NativeAddress): void {
  setJailed(state, operator, true)
}

/** Takes a validator out of jail. */
export function release(state: RowState, operator: NativeAddress): void {
  setJailed(state, operator, false)
}

function setJailed(state: RowState, operator: NativeAddress, jailed: boolean): void {
  const validator: Validator = requireValidator(state, operator)
  if (validator.jailed !== jailed) putValidator(state, operator, { ...validator, jailed })
}

/** Returns what is to be burned, even if less was there. */
function slashUnbondings(
  state: RowState,
  operator: NativeAddress,
  { height, fraction }: Infraction,
  { time }: HeaderInfo,
): bigint {
  let total = 0n
  const rows = [...state.ids(unbondingKind)].filter((row) => addressAt(row, 1) === operator)
  for (const row of rows) {
    const unbonding = state.get(unbondingKind, row)
    if (unbonding === undefined) continue
    let burned = 0n
    const entries = unbonding.entries.map((entry) => {
      if (entry.creationHeight < height || entry.completionTime <= time) return entry
      const { amount, initialAmount = amount } = entry
      const wanted = (initialAmount * fraction) / DECIMAL_ONE
      const taken = wanted < amount ? wanted : amount
      total += wanted
      burned += taken
      return taken === 0n ? entry : { ...entry, initialAmount, amount: amount - taken }
    })
    if (burned === 0n) continue
    state.set(unbondingKind, row, { ...unbonding, entries })
    burn(state, notBondedPoolAccount, burned)
  }
  return total
}

/** Returns what is to be burned, even if less was there. */
function slashRedelegations(
  state: RowState,
  operator: NativeAddress,
  { height, fraction }: Infraction,
  moment: HeaderInfo,
): bigint {
  let total = 0n
  const rows = [...state.ids(redelegationKind)].filter((row) => addressAt(row, 1) === operator)
  for (const row of rows) {
    for (const entry of state.get(redelegationKind, row)?.entries ?? []) {
      if (entry.creationHeight < height || entry.completionTime <= moment.time) continue
      total += (entry.amount * fraction) / DECIMAL_ONE
      const shares = divideRounded(fraction * entry.shares, DECIMAL_ONE)
      takeShares(state, addressAt(row, 0), addressAt(row, 2), shares, moment)
    }
  }
  return total
}

/** Burns the units behind shares of a delegation, as far as it has them. */
function takeShares(
  state: RowState,
  delegator: NativeAddress,
  operator: NativeAddress,
  wanted: bigint,
  moment: HeaderInfo,
): void {
  const delegation = state.get(delegationKind, rowOf(delegator, operator))
  if (delegation === undefined || wanted === 0n) return
  const shares = wanted < delegation.shares ? wanted : delegation.shares
  const { status } = requireValidator(state, operator)
  const { amount } = unbond(state, delegator, operator, shares, moment)
  burn(state, poolOf(status), amount)
}

function burn(state: RowState, pool: NativeAddress, amount: bigint): void {
  burnCoins(state, pool, [{ denom: stakingParamsOf(state).bondDenomination, amount }])
}
