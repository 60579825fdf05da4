import { setImmediate } from 'node:timers/promises'

/** Maximum time in milliseconds before work yields to the event loop. */
const SLICE_MS = 10

/** Splits long work into slices: `if (slice.isExpired) await slice.yield()`. */
export class TimeSlice {
  #startedAt = performance.now()

  /** Whether the slice has expired. */
  get isExpired(): boolean {
    return performance.now() - this.#startedAt >= SLICE_MS
  }

  /** Yields to the event loop, then starts the next slice. */
  async yield(): Promise<void> {
    await setImmediate()
    this.#startedAt = performance.now()
  }
}

/** Number of rows that are processed before yielding to the event loop. */
const ROWS_PER_YIELD = 2000

/** Must be called and awaited for every row. */
export type Pause = () => Promise<void> | void

/** Returns a function that yields to the event loop every {@link ROWS_PER_YIELD} rows. */
export function createPause(): Pause {
  let done = 0
  return () => (++done % ROWS_PER_YIELD === 0 ? setImmediate() : undefined)
}
