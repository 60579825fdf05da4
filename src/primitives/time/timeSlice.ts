import { setImmediate } from 'node:timers/promises'

/** Milliseconds that work may take before others have their turn. */
const LONGEST_TURN_MS = 10

/** Work that takes long and lets others in between: `if (turn.isOver) await turn.pass()`. */
export class TimeSlice {
  #began = performance.now()

  /** Whether it is the others' turn. */
  get isExpired(): boolean {
    return performance.now() - this.#began >= LONGEST_TURN_MS
  }

  /** Lets whatever waits run, then begins the next turn. */
  async yield(): Promise<void> {
    await setImmediate()
    this.#began = performance.now()
  }
}

/** Rows that are handled before others have their turn. */
const ROWS_A_TURN = 2000

/** To be called, and awaited, for every row. */
export type Pause = () => Promise<void> | void

/** Lets others have their turn from time to time. */
export function createPause(): Pause {
  let done = 0
  return () => (++done % ROWS_A_TURN === 0 ? setImmediate() : undefined)
}
