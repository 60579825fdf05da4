/** Block of an event. */
export interface HeaderInfo {
  /** Seconds since 1970. */
  readonly time: bigint
  readonly height: bigint
}

/** Maximum time in messages: signed 64-bit. */
const LAST_TIME = 2n ** 63n - 1n

/** Limits a time to that of messages. */
export function timeInMessages(time: bigint): bigint {
  return time < LAST_TIME ? time : LAST_TIME
}

/** Adds seconds to a time. */
export function timeAfter(time: bigint, seconds: bigint): bigint {
  return timeInMessages(time + seconds)
}
