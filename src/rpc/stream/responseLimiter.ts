/** Long answers of one connection that are made, or wait to be sent, at a time. */
const MOST_LONG = 4

/**
 * Sees to it that few of a connection's answers are long at a time: the others stop while they are
 * short, and go on in turn.
 */
export class ResponseLimiter {
  #free = MOST_LONG
  readonly #waiting = new Set<() => void>()

  /** For one request. To be ended when its answer was sent. */
  turn(): ResponseSlot {
    return new ResponseSlot(this)
  }

  /** Resolves with true once one more may be long, or with false when the signal is aborted. */
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

/** What lets the answer to one request be long. */
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

  /** Resolves once the answer may be long, or when the signal is aborted. */
  async take(signal: AbortSignal | undefined): Promise<void> {
    const isTaken = await this.#answers.take(signal)
    if (isTaken && (this.#isEnded || this.#isTaken)) this.#answers.give()
    else if (isTaken) this.#isTaken = true
  }

  /** Lets the next one be long. */
  end(): void {
    if (this.#isTaken && !this.#isEnded) this.#answers.give()
    this.#isEnded = true
  }
}
