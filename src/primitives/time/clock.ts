/** Source of time. Below the node, no code reads the machine's clock. */
export interface Clock {
  /** Whole seconds since 1970. */
  now(): number
}

/** The machine's clock. */
export const systemClock: Clock = { now: () => Math.floor(Date.now() / 1000) }

/** A clock that stands still at `seconds`, so that only blocks advance the time. */
export function fixedClock(seconds: number): Clock {
  return { now: () => seconds }
}

/** A clock that runs like the machine's and shows `start` (seconds) now. */
export function clockFrom(start: number): Clock {
  const offset = start - systemClock.now()
  return { now: () => systemClock.now() + offset }
}

/** Source of periodic events, which tests replace. */
export interface Ticker {
  /** Calls a function every given number of milliseconds until the returned function is called. */
  every(intervalMs: number, run: () => void): () => void
}

/** The machine's timers, which do not keep the process alive. */
export const systemTicker: Ticker = {
  every(intervalMs, run) {
    const timer = setInterval(run, intervalMs).unref()
    return () => clearInterval(timer)
  },
}
