/*
 * Runs inside the guest, and outside.
 */

/** How a call of the guest ended. */
export const STATUS = {
  done: 0,
  /** The tracer threw, or is none: the text says why. */
  failed: 1,
  /** The tracer asked for what was not recorded. */
  needsMore: 2,
  /** The result is longer than it may be. */
  tooLarge: 3,
} as const

/** Functions of a tracer, as bits. */
export const HOOK = { step: 1, enter: 2 } as const
