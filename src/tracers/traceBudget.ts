import { TraceError } from './errors.ts'

/** What a trace may keep: code can make frames with large inputs for next to no gas. */
export const TRACE_BUDGET_BYTES = 256 * 1024 * 1024

/** Counts what a trace keeps in memory until it is written. */
export class TraceBudget {
  readonly #limit: number
  #left: number

  constructor(limitBytes: number = TRACE_BUDGET_BYTES) {
    this.#limit = limitBytes
    this.#left = limitBytes
  }

  /** Counts so many bytes. @throws TraceError TRACE_TOO_LARGE */
  take(bytes: number): void {
    this.#left -= bytes
    if (this.#left < 0) throw new TraceError({ code: 'TRACE_TOO_LARGE', limitBytes: this.#limit })
  }
}
