/** Alchemy's free tier, which Anvil assumes. */
const DEFAULT_UNITS_PER_SECOND = 330
/** Mean compute units of a call. */
const UNITS_PER_CALL = 20

/**
 * Spaces calls so that they stay below a number of compute units per second. A limit that was not
 * asked for starts with the first refusal.
 */
export class UnitLimiter {
  readonly #unitsPerMs: number
  #isActive: boolean
  /** When all calls so far are paid for, in milliseconds. */
  #paidAt = 0

  /** @param limit units per second; null: none; undefined: 330 after a refusal */
  constructor(limit: number | null | undefined) {
    this.#unitsPerMs =
      limit === null ? Number.POSITIVE_INFINITY : (limit ?? DEFAULT_UNITS_PER_SECOND) / 1000
    this.#isActive = typeof limit === 'number'
  }

  /** Must be called when the remote refuses a call for its rate. */
  refused(): void {
    this.#isActive = true
  }

  /**
   * Counts calls and returns how long they have to wait. One second's units may go at once.
   *
   * @param nowMs on any clock that does not go back
   */
  take(calls: number, nowMs: number): number {
    if (!this.#isActive) return 0
    const start = Math.max(this.#paidAt, nowMs - 1000)
    this.#paidAt = start + (calls * UNITS_PER_CALL) / this.#unitsPerMs
    return Math.max(0, start - nowMs)
  }
}
