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

/** What makes things happen again and again, so that tests can do without waiting. */
export interface Ticker {
  /** Runs something every so many milliseconds, until the function that it returns is called. */
  every(intervalMs: number, run: () => void): () => void
}

/** The machine's timers; they keep no process alive. */
export const systemTicker: Ticker = {
  every(intervalMs, run) {
    const timer = setInterval(run, intervalMs).unref()
    return () => clearInterval(timer)
  },
}
