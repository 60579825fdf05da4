/** Maximum delay of setTimeout. */
const LONGEST_MS = 2 ** 31 - 1

/** Limit of the total time with pauses, as a multiple of the limit. */
const WITH_PAUSES = 20

/** A time limit for work that excludes pauses, up to a total of twenty times the limit. */
export class TimeLimit {
  readonly ms: number
  readonly #abort = new AbortController()
  #leftMs: number
  #timer: NodeJS.Timeout | undefined
  #startedAt = 0
  readonly #final: NodeJS.Timeout

  /** Starts the timer. */
  constructor(ms: number) {
    this.ms = ms
    this.#leftMs = Math.min(Math.max(ms, 0), LONGEST_MS)
    const finalMs = Math.min(this.#leftMs * WITH_PAUSES, LONGEST_MS)
    this.#final = setTimeout(() => this.#abort.abort(), finalMs).unref()
    this.resume()
  }

  /** Aborts when the limit is reached. */
  get signal(): AbortSignal {
    return this.#abort.signal
  }

  /** Remaining time in milliseconds. */
  get leftMs(): number {
    const running = this.#timer === undefined ? 0 : performance.now() - this.#startedAt
    return Math.max(0, this.#leftMs - running)
  }

  /** Pauses the timer. */
  pause(): void {
    this.#leftMs = this.leftMs
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  /** Must be called at the end of the work. */
  end(): void {
    this.pause()
    clearTimeout(this.#final)
  }

  resume(): void {
    this.#startedAt = performance.now()
    if (this.#leftMs === 0) this.#abort.abort()
    else this.#timer = setTimeout(() => this.#abort.abort(), this.#leftMs)
  }
}
