import type { Header } from '../block/block.ts'
import { ChainError } from '../errors.ts'
import {
  leastTimeStep,
  type MiningConfig,
  type MiningConfigChange,
  type MiningState,
  stepAheadOfClock,
} from './miningConfig.ts'

/** Position of a chain when its mining state changes. */
export interface MiningContext extends MiningState {
  readonly latest: Header
  /** Clock of the chain in seconds since 1970. */
  readonly now: bigint
}

/** A change that depends on the position. */
export type MiningUpdate = (scene: MiningContext) => MiningConfigChange

/** Latest timestamp that is a safe JavaScript integer. */
export const MAX_TIME = BigInt(Number.MAX_SAFE_INTEGER)

/**
 * Advances the time: the next block is at least this many seconds after the newest one and after
 * the clock.
 *
 * @throws ChainError TIME_OUT_OF_RANGE
 */
export function increaseTime(seconds: bigint): MiningUpdate {
  return ({ mining: { timestampInterval, nextTimestamp }, clockOffset, latest, now }) => {
    const present = now > latest.timestamp ? now : latest.timestamp
    const clock = { clockOffset: clockOffset + requireTime(present + seconds, 'seconds') - now }
    if (timestampInterval === undefined) return clock
    const planned = nextTimestamp ?? latest.timestamp + timestampInterval
    return { ...clock, nextTimestamp: requireTime(planned + seconds, 'seconds') }
  }
}

/**
 * Sets the clock, which continues from there.
 * @throws ChainError TIME_OUT_OF_RANGE
 */
export function setTime(time: bigint): MiningUpdate {
  return ({ clockOffset, now }) => ({ clockOffset: clockOffset + requireTime(time, 'time') - now })
}

/**
 * Sets the timestamp of the next block, from which the clock continues.
 *
 * @throws ChainError TIMESTAMP_NOT_LATER, TIME_OUT_OF_RANGE
 */
export function setNextTimestamp(timestamp: bigint): MiningUpdate {
  return (scene) => {
    requireTime(timestamp, 'timestamp')
    if (isLateEnough(timestamp, scene)) return { nextTimestamp: timestamp }
    const { latest, mining } = scene
    throw new ChainError({
      code: 'TIMESTAMP_NOT_LATER',
      timestamp,
      latest: latest.timestamp,
      mayBeEqual: leastTimeStep(mining) === 0n,
    })
  }
}

/**
 * As {@link setNextTimestamp}, but ignores a timestamp in the past.
 *
 * @throws ChainError TIME_OUT_OF_RANGE
 */
export function setNextTimestampOrLater(timestamp: bigint): MiningUpdate {
  return (scene) => {
    requireTime(timestamp, 'timestamp')
    return isLateEnough(timestamp, scene) ? { nextTimestamp: timestamp } : {}
  }
}

/** Sets the seconds between blocks; undefined: the clock's. */
export function setTimestampInterval(seconds: bigint | undefined): MiningUpdate {
  return () => ({ timestampInterval: seconds })
}

/** A constant time between blocks. */
export interface FixedInterval {
  /** Seconds between blocks. */
  readonly seconds: bigint
  /** Whether the clock advances with the blocks. */
  readonly movesClock: boolean
}

/**
 * Returns the time between the next blocks if it is constant while only the clock advances.
 * Undefined if it is not, or if the next block has its own timestamp.
 *
 * @param interval the requested time between them
 */
export function fixedInterval(
  { mining, latest, now }: MiningContext,
  interval?: bigint,
): FixedInterval | undefined {
  const { nextTimestamp, timestampInterval } = mining
  const least = leastTimeStep(mining)
  if (interval !== undefined && interval >= least) return { seconds: interval, movesClock: true }
  if (nextTimestamp !== undefined) return undefined
  const seconds = timestampInterval ?? stepOfTime(mining, latest.timestamp, now)
  return seconds === undefined ? undefined : { seconds, movesClock: false }
}

/** Seconds from a block to the next one; undefined: until the clock's time. */
export function stepOfTime(mining: MiningConfig, latest: bigint, now: bigint): bigint | undefined {
  if (now < latest) return stepAheadOfClock(mining)
  const least = leastTimeStep(mining)
  return now <= latest + least ? least : undefined
}

function isLateEnough(timestamp: bigint, { mining, latest }: MiningContext): boolean {
  return timestamp >= latest.timestamp + leastTimeStep(mining)
}

/** @throws ChainError TIME_OUT_OF_RANGE, with the argument that causes it */
export function requireTime(time: bigint, argument?: string): bigint {
  if (time <= MAX_TIME) return time
  const named = argument === undefined ? {} : { argument }
  throw new ChainError({ code: 'TIME_OUT_OF_RANGE', ...named, time, latest: MAX_TIME })
}
