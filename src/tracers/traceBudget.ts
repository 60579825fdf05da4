import { TraceError } from './errors.ts'

/** Memory limit of a trace: code can produce frames with large inputs for little gas. */
export const TRACE_BUDGET_BYTES = 256 * 1024 * 1024

/** Counts the memory of a trace. */
export class TraceBudget {
  readonly #limit: number
  #left: number

  constructor(limitBytes: number = TRACE_BUDGET_BYTES) {
    this.#limit = limitBytes
    this.#left = limitBytes
  }

  /**
   * Adds a number of bytes.
   * @throws TraceError TRACE_TOO_LARGE
   */
  take(bytes: number): void {
    this.#left -= bytes
    if (this.#left < 0) throw new TraceError({ code: 'TRACE_TOO_LARGE', limitBytes: this.#limit })
  }
}
