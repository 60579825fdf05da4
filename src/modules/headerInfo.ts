/** When something happens: the block that it happens in. */
export interface HeaderInfo {
  /** Seconds since 1970. */
  readonly time: bigint
  readonly height: bigint
}

/** The latest time that there is in messages: they count in 64 bits with a sign. */
const LAST_TIME = 2n ** 63n - 1n

/** A time as messages can have it. */
export function timeInMessages(time: bigint): bigint {
  return time < LAST_TIME ? time : LAST_TIME
}

/** So many seconds after a time. */
export function timeAfter(time: bigint, seconds: bigint): bigint {
  return timeInMessages(time + seconds)
}
