import { DECIMAL_ONE, divideDecimals, multiplyDecimals } from '../../primitives/encoding/decimal.ts'
import type { NativeAddress } from '../../state/rows/layout.ts'
import type { RowState } from '../../state/rows/rowState.ts'
import type { Coin } from '../bank/bank.ts'
import { addCoins, mapCoins, subtractCoins } from '../bank/coins.ts'
import { rowOf } from '../rows.ts'
import { delegationKind } from '../staking/delegation.ts'
import { validatorKind } from '../staking/validator.ts'
import {
  commissionKind,
  earnedKind,
  putCoins,
  type RewardStream,
  startKind,
  streamKind,
} from './distributionRows.ts'

/*
 * Rewards by F1 distribution. A validator accumulates the rewards per share. A delegation stores
 * that sum at its start; the difference times its shares can be withdrawn.
 */

/** Accrued rewards of a validator and its delegators. */
interface Accrual {
  /** Rewards per share since the genesis, as decimals. */
  readonly earned: readonly Coin[]
  readonly commission: readonly Coin[]
  /** The stream of new rewards, if any. */
  readonly stream?: RewardStream
}

/** Returns the rewards accrued by `time`. Nothing accrues without delegations. */
export function accrualAt(state: RowState, operator: NativeAddress, time: bigint): Accrual {
  const earned = state.get(earnedKind, operator) ?? []
  const commission = state.get(commissionKind, operator) ?? []
  const stream = state.get(streamKind, operator)
  const validator = state.get(validatorKind, operator)
  if (stream === undefined || validator === undefined || validator.shares === 0n) {
    return { earned, commission }
  }
  const released = releasedAt(stream, time)
  const fresh = subtractCoins(released, stream.released)
  if (fresh.length === 0) return { earned, commission }
  const decimals = mapCoins(fresh, (amount) => amount * DECIMAL_ONE)
  const { rate } = validator.commission
  const kept = mapCoins(decimals, (amount) => multiplyDecimals(amount, rate))
  const shared = subtractCoins(decimals, kept)
  return {
    earned: addCoins(
      earned,
      mapCoins(shared, (amount) => divideDecimals(amount, validator.shares)),
    ),
    commission: addCoins(commission, kept),
    stream: { ...stream, released },
  }
}

/**
 * Distributes the rewards accrued by `time`. Call it before the shares of a validator or its
 * commission change.
 */
export function accrue(state: RowState, operator: NativeAddress, time: bigint): void {
  const { earned, commission, stream } = accrualAt(state, operator, time)
  if (stream === undefined) return
  state.set(streamKind, operator, stream)
  putCoins(state, earnedKind, operator, earned)
  putCoins(state, commissionKind, operator, commission)
}

/** Returns the rewards that a delegation can withdraw at `time`, in decimals. */
export function rewardsAt(
  state: RowState,
  delegator: NativeAddress,
  operator: NativeAddress,
  time: bigint,
): readonly Coin[] {
  const delegation = state.get(delegationKind, rowOf(delegator, operator))
  if (delegation === undefined) return []
  const { earned } = accrualAt(state, operator, time)
  const start = state.get(startKind, rowOf(operator, delegator)) ?? []
  const perShare = subtractCoins(earned, start)
  return addCoins(mapCoins(perShare, (amount) => multiplyDecimals(amount, delegation.shares)))
}

/** Returns the units of a validator's stream that are not released by `time`. */
export function unreleasedAt(
  state: RowState,
  operator: NativeAddress,
  time: bigint,
): readonly Coin[] {
  const stream = state.get(streamKind, operator)
  if (stream === undefined) return []
  const hasShares = (state.get(validatorKind, operator)?.shares ?? 0n) > 0n
  return subtractCoins(stream.coins, hasShares ? releasedAt(stream, time) : stream.released)
}

function releasedAt({ coins, start, seconds }: RewardStream, time: bigint): readonly Coin[] {
  const passed = start !== undefined && time > start ? time - start : 0n
  if (passed >= seconds) return coins
  return addCoins(mapCoins(coins, (amount) => (amount * passed) / seconds))
}

/** Starts the streams that have not started, with block 1. */
export function startRewardStreams(state: RowState, time: bigint): void {
  for (const operator of [...state.ids(streamKind)]) {
    const stream = state.get(streamKind, operator)
    if (stream === undefined || stream.start !== undefined) continue
    state.set(streamKind, operator, { ...stream, start: time })
  }
}
