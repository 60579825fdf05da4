/** What makes things happen again and again. Below the node nothing sets a timer of its own. */
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
