/** The source of time. Below the node no code reads the clock of the machine. */
export interface Clock {
  /** Returns the time in seconds since 1970. */
  now(): number
}

/** The clock of the machine. */
export const systemClock: Clock = { now: () => Math.floor(Date.now() / 1000) }

/** Returns a clock fixed at `seconds`. Block times then advance only by the rules of the chain. */
export function fixedClock(seconds: number): Clock {
  return { now: () => seconds }
}

/** Returns a running clock that shows `start` (seconds) now. */
export function clockFrom(start: number): Clock {
  const offset = start - systemClock.now()
  return { now: () => systemClock.now() + offset }
}

/** A source of periodic timers, which tests can replace. */
export interface Ticker {
  /** Calls `run` every `intervalMs` milliseconds. Returns a function that stops it. */
  every(intervalMs: number, run: () => void): () => void
}

/** The timers of the machine. They do not keep the process alive. */
export const systemTicker: Ticker = {
  every(intervalMs, run) {
    const timer = setInterval(run, intervalMs).unref()
    return () => clearInterval(timer)
  },
}
