import type { Clock, Ticker } from '../../src/primitives/time/clock.ts'

/** A clock that a test moves. */
export interface MovableClock extends Clock {
  /** Seconds since 1970. */
  seconds: number
}

export function movableClock(seconds: number): MovableClock {
  return {
    seconds,
    now() {
      return this.seconds
    },
  }
}

/** A ticker that a test triggers. */
export interface ManualTicker extends Ticker {
  /** Running intervals in milliseconds. */
  readonly running: readonly number[]
  /** Triggers each interval once. */
  tick(): void
}

export function manualTicker(): ManualTicker {
  const timers = new Set<{ readonly intervalMs: number; readonly run: () => void }>()
  return {
    get running() {
      return [...timers].map(({ intervalMs }) => intervalMs)
    },
    tick() {
      for (const { run } of [...timers]) run()
    },
    every(intervalMs, run) {
      const timer = { intervalMs, run }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
  }
}
