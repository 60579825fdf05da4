/** Where time comes from. Below the node nothing reads the machine's clock. */
export interface Clock {
  /** Whole seconds since 1970. */
  now(): number
}

/** The machine's clock. */
export const systemClock: Clock = { now: () => Math.floor(Date.now() / 1000) }

/** A clock that stands at `seconds`: blocks then advance by their own rule alone. */
export function fixedClock(seconds: number): Clock {
  return { now: () => seconds }
}

/** A clock that runs as the machine's does, but stands at `start` (seconds) now. */
export function clockFrom(start: number): Clock {
  const offset = start - systemClock.now()
  return { now: () => systemClock.now() + offset }
}
