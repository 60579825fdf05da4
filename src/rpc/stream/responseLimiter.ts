/** Maximum number of concurrent long responses per connection. */
const MOST_LONG = 4

/**
 * Limits the long responses of a connection: others pause while they are short, and continue in
 * turn.
 */
export class ResponseLimiter {
  #free = MOST_LONG
  readonly #waiting = new Set<() => void>()

  /** Creates the permission of one request. End it when the response was sent. */
  turn(): ResponseSlot {
    return new ResponseSlot(this)
  }

  /**
   * Resolves with true when another long response is allowed, or with false when the signal is
   * aborted.
   */
  take(signal: AbortSignal | undefined): Promise<boolean> {
    if (signal?.aborted) return Promise.resolve(false)
    if (this.#free > 0) {
      this.#free--
      return Promise.resolve(true)
    }
    return new Promise((resolve) => {
      const leave = () => {
        this.#waiting.delete(go)
        resolve(false)
      }
      const go = () => {
        signal?.removeEventListener('abort', leave)
        resolve(true)
      }
      signal?.addEventListener('abort', leave, { once: true })
      this.#waiting.add(go)
    })
  }

  give(): void {
    const [next] = this.#waiting
    if (next === undefined) {
      this.#free++
      return
    }
    this.#waiting.delete(next)
    next()
  }
}

/** Permission for the long response of one request. */
export class ResponseSlot {
  readonly #answers: ResponseLimiter
  #isTaken = false
  #isEnded = false

  constructor(answers: ResponseLimiter) {
    this.#answers = answers
  }

  get isTaken(): boolean {
    return this.#isTaken
  }

  /** Resolves when the response may be long, or when the signal is aborted. */
  async take(signal: AbortSignal | undefined): Promise<void> {
    const isTaken = await this.#answers.take(signal)
    if (isTaken && (this.#isEnded || this.#isTaken)) this.#answers.give()
    else if (isTaken) this.#isTaken = true
  }

  /** Allows the next long response. */
  end(): void {
    if (this.#isTaken && !this.#isEnded) this.#answers.give()
    this.#isEnded = true
  }
}
