import { setImmediate } from 'node:timers/promises'

/** Milliseconds of work before it yields to the event loop. */
const LONGEST_TURN_MS = 10

/**
 * Time slice of long work, which yields to the event loop: `if (slice.isExpired) await
 * slice.yield()`.
 */
export class TimeSlice {
  #began = performance.now()

  /** Whether the work should yield. */
  get isExpired(): boolean {
    return performance.now() - this.#began >= LONGEST_TURN_MS
  }

  /** Yields to the event loop and starts the next slice. */
  async yield(): Promise<void> {
    await setImmediate()
    this.#began = performance.now()
  }
}

/** Rows handled before the work yields. */
const ROWS_A_TURN = 2000

/** Called and awaited for each row. */
export type Pause = () => Promise<void> | void

/** Yields to the event loop from time to time. */
export function createPause(): Pause {
  let done = 0
  return () => (++done % ROWS_A_TURN === 0 ? setImmediate() : undefined)
}
