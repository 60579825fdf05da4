import type { ServerResponse } from 'node:http'

/** A response waits at most as long as other requests are answered, in milliseconds. */
const MAX_DELAY_MS = 0.25

/**
 * Ends the responses of requests that arrived together one after the other. A write to a socket
 * wakes its reader if that sleeps, which takes longer than a short request. Here one write wakes
 * the reader for all responses. Only for results without a promise, so that the response of a block
 * is not after its notifications.
 */
export class DelayedWrites {
  #waiting: Waiting[] = []
  #since = 0
  readonly #flush = (): void => this.#end()

  end(response: ServerResponse, text: string, encoding: BufferEncoding): void {
    const { length } = this.#waiting
    this.#waiting.push({ response, text, encoding })
    const now = performance.now()
    if (length === 0) {
      this.#since = now
      setImmediate(this.#flush)
    } else if (now - this.#since > MAX_DELAY_MS) {
      this.#end()
    }
  }

  #end(): void {
    const waiting = this.#waiting
    if (waiting.length === 0) return
    this.#waiting = []
    for (const { response, text, encoding } of waiting) response.end(text, encoding)
  }
}

interface Waiting {
  readonly response: ServerResponse
  readonly text: string
  readonly encoding: BufferEncoding
}
