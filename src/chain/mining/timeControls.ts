import type { Header } from '../block/block.ts'
import { ChainRefused } from '../errors.ts'
import type { ChainControls } from './controls.ts'

/** Where a chain stands when its controls are changed. */
export interface ControlScene {
  readonly controls: ChainControls
  readonly latest: Header
  /** What the chain's clock says: seconds since 1970. */
  readonly now: bigint
}

/** What changes, as it follows from where the chain stands. */
export type ControlsChange = (scene: ControlScene) => Partial<ChainControls>

/** The latest time that is an exact JavaScript number. */
export const MAX_TIME = BigInt(Number.MAX_SAFE_INTEGER)

/**
 * Time goes on by so many seconds: the next block is at least so much later than the newest one, and than the clock.
 *
 * @throws ChainRefused TIME_OUT_OF_RANGE
 */
export function increaseTime(seconds: bigint): ControlsChange {
  return ({ controls, latest, now }) => {
    const { clockOffset, timestampInterval, nextTimestamp } = controls
    const present = now > latest.timestamp ? now : latest.timestamp
    const clock = { clockOffset: clockOffset + requireTime(present + seconds, 'seconds') - now }
    if (timestampInterval === undefined) return clock
    const planned = nextTimestamp ?? latest.timestamp + timestampInterval
    return { ...clock, nextTimestamp: requireTime(planned + seconds, 'seconds') }
  }
}

/** The clock stands at this time now, and goes on. @throws ChainRefused TIME_OUT_OF_RANGE */
export function setTime(time: bigint): ControlsChange {
  return ({ controls, now }) => ({
    clockOffset: controls.clockOffset + requireTime(time, 'time') - now,
  })
}

/**
 * The next block has this very time, and the clock goes on from there.
 *
 * @throws ChainRefused TIMESTAMP_NOT_LATER, TIME_OUT_OF_RANGE
 */
export function setNextTimestamp(timestamp: bigint): ControlsChange {
  return (scene) => {
    requireTime(timestamp, 'timestamp')
    if (isLateEnough(timestamp, scene)) return { nextTimestamp: timestamp }
    const { latest, controls } = scene
    throw new ChainRefused({
      code: 'TIMESTAMP_NOT_LATER',
      timestamp,
      latest: latest.timestamp,
      mayBeEqual: controls.allowEqualTimestamps,
    })
  }
}

/** The same, but a time that no block can have any more changes nothing. @throws ChainRefused TIME_OUT_OF_RANGE */
export function setNextTimestampOrLater(timestamp: bigint): ControlsChange {
  return (scene) => {
    requireTime(timestamp, 'timestamp')
    return isLateEnough(timestamp, scene) ? { nextTimestamp: timestamp } : {}
  }
}

/** Each block is so many seconds later than its parent; undefined: as the clock says. */
export function setTimestampInterval(seconds: bigint | undefined): ControlsChange {
  return () => ({ timestampInterval: seconds })
}

/** How times go on. */
export interface SteadyStep {
  /** From each block to the next. */
  readonly seconds: bigint
  /** Whether each block is given its time, so that the clock goes with it. */
  readonly movesClock: boolean
}

/**
 * How times go on from block to block as long as nobody changes the controls and nothing but the chain's clock goes on; undefined
 * where that is still to be seen, as the next block has a time of its own.
 *
 * @param interval what the blocks are asked to be apart.
 */
export function steadyStep(
  { controls, latest, now }: ControlScene,
  interval?: bigint,
): SteadyStep | undefined {
  const { nextTimestamp, timestampInterval, allowEqualTimestamps } = controls
  const least = allowEqualTimestamps ? 0n : 1n
  if (interval !== undefined && interval >= least) return { seconds: interval, movesClock: true }
  if (nextTimestamp !== undefined) return undefined
  const seconds = timestampInterval ?? (now <= latest.timestamp + least ? least : undefined)
  return seconds === undefined ? undefined : { seconds, movesClock: false }
}

function isLateEnough(timestamp: bigint, { controls, latest }: ControlScene): boolean {
  if (timestamp > latest.timestamp) return true
  return controls.allowEqualTimestamps && timestamp === latest.timestamp
}

/** @throws ChainRefused TIME_OUT_OF_RANGE, with the argument that leads there where one does */
export function requireTime(time: bigint, argument?: string): bigint {
  if (time <= MAX_TIME) return time
  const named = argument === undefined ? {} : { argument }
  throw new ChainRefused({ code: 'TIME_OUT_OF_RANGE', ...named, time, latest: MAX_TIME })
}
