import { setImmediate } from 'node:timers/promises'

/** Rows that are handled before others have their turn. */
const ROWS_A_TURN = 2000

/** To be called, and awaited, for every row. */
export type Pause = () => Promise<void> | void

/** Lets others have their turn from time to time. */
export function pauses(): Pause {
  let done = 0
  return () => (++done % ROWS_A_TURN === 0 ? setImmediate() : undefined)
}
