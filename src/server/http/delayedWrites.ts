import type { ServerResponse } from 'node:http'

/** After a request that takes longer, no response waits for a while. Longer than a collection. */
const LONG_MS = 4

/** Time without waiting after such a request, in milliseconds. */
const PAUSE_MS = 200

/** Maximum length of a request whose response may wait. */
const SHORT_REQUEST = 4_096

interface Waiting {
  readonly response: ServerResponse
  readonly text: string
  readonly encoding: BufferEncoding
}

/**
 * Ends the responses of short requests that arrived together one after the other. A write to a
 * socket wakes its reader if that sleeps, which takes longer than a short request. Here one write
 * wakes the reader for all responses.
 *
 * Nothing waits for long requests more than once in {@link PAUSE_MS}, for requests that end later,
 * or across reads of its socket.
 */
export class DelayedWrites {
  #waiting: Waiting[] = []
  #pausedUntil = 0
  readonly #flush = (): void => this.flush()

  /**
   * Runs a request, and ends responses that wait if it takes long or ends later.
   *
   * @returns its result, and whether its response may wait
   */
  run<T>(body: string, handle: () => T): { readonly result: T; readonly mayWait: boolean } {
    const began = performance.now()
    const result = handle()
    const now = performance.now()
    if (now - began > LONG_MS) this.#pausedUntil = now + PAUSE_MS
    const isPaused = now < this.#pausedUntil
    if (isPaused || result instanceof Promise) this.flush()
    return { result, mayWait: !isPaused && body.length <= SHORT_REQUEST }
  }

  /** Ends a response by the end of this turn of the event loop. */
  end(response: ServerResponse, text: string, encoding: BufferEncoding): void {
    if (this.#waiting.length === 0) setImmediate(this.#flush)
    this.#waiting.push({ response, text, encoding })
  }

  flush(): void {
    const waiting = this.#waiting
    if (waiting.length === 0) return
    this.#waiting = []
    for (const { response, text, encoding } of waiting) response.end(text, encoding)
  }
}
