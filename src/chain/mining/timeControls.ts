import type { Header } from '../block/block.ts'
import { ChainError } from '../errors.ts'
import type { MiningConfigChange, MiningState } from './miningConfig.ts'

/** Where a chain stands when its mining state is changed. */
export interface MiningContext extends MiningState {
  readonly latest: Header
  /** The chain's clock: seconds since 1970. */
  readonly now: bigint
}

/** A change that depends on where the chain stands. */
export type MiningUpdate = (scene: MiningContext) => MiningConfigChange

/** The latest time that is an exact JavaScript number. */
export const MAX_TIME = BigInt(Number.MAX_SAFE_INTEGER)

/**
 * Moves time forward: the next block is at least so many seconds later than the newest one, and
 * than the clock.
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

/** Sets the clock, which continues from there. @throws ChainError TIME_OUT_OF_RANGE */
export function setTime(time: bigint): MiningUpdate {
  return ({ clockOffset, now }) => ({ clockOffset: clockOffset + requireTime(time, 'time') - now })
}

/**
 * Sets the time of the next block, from which the clock continues.
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
      mayBeEqual: mining.allowEqualTimestamps,
    })
  }
}

/**
 * As {@link setNextTimestamp}, but a time that no block can have any more changes nothing.
 *
 * @throws ChainError TIME_OUT_OF_RANGE
 */
export function setNextTimestampOrLater(timestamp: bigint): MiningUpdate {
  return (scene) => {
    requireTime(timestamp, 'timestamp')
    return isLateEnough(timestamp, scene) ? { nextTimestamp: timestamp } : {}
  }
}

/** Sets the seconds from each block to the next; undefined: as the clock says. */
export function setTimestampInterval(seconds: bigint | undefined): MiningUpdate {
  return () => ({ timestampInterval: seconds })
}

/** A constant time between blocks. */
export interface FixedInterval {
  /** From each block to the next. */
  readonly seconds: bigint
  /** Whether the clock moves with the blocks, as each is given its time. */
  readonly movesClock: boolean
}

/**
 * The time between the next blocks, if it is constant as long as only the chain's clock moves;
 * undefined where it is not, or where the next block has a time of its own.
 *
 * @param interval the requested time between them.
 */
export function fixedInterval(
  { mining, latest, now }: MiningContext,
  interval?: bigint,
): FixedInterval | undefined {
  const { nextTimestamp, timestampInterval, allowEqualTimestamps } = mining
  const least = allowEqualTimestamps ? 0n : 1n
  if (interval !== undefined && interval >= least) return { seconds: interval, movesClock: true }
  if (nextTimestamp !== undefined) return undefined
  const seconds = timestampInterval ?? (now <= latest.timestamp + least ? least : undefined)
  return seconds === undefined ? undefined : { seconds, movesClock: false }
}

function isLateEnough(timestamp: bigint, { mining, latest }: MiningContext): boolean {
  if (timestamp > latest.timestamp) return true
  return mining.allowEqualTimestamps && timestamp === latest.timestamp
}

/** @throws ChainError TIME_OUT_OF_RANGE, with the argument that leads there where one does */
export function requireTime(time: bigint, argument?: string): bigint {
  if (time <= MAX_TIME) return time
  const named = argument === undefined ? {} : { argument }
  throw new ChainError({ code: 'TIME_OUT_OF_RANGE', ...named, time, latest: MAX_TIME })
}
