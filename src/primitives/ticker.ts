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
