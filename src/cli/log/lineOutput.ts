import type { Writable } from 'node:stream'

/** What may wait for a reader that does not read, in characters. */
const MOST_WAITING = 1024 * 1024
/** How long a reader is waited for at the end. */
const LAST_WAIT_MS = 250

/**
 * Writes lines without ever waiting: once a turn of the event loop, and only while the reader keeps
 * up. What finds no room is dropped, and how many that were is said when there is room again.
 */
export class LineOutput {
  readonly #stream: Writable
  readonly #describeDropped: (count: number) => string
  #pending: string[] = []
  #pendingSize = 0
  #dropped = 0

  /** @param describeDropped the line about what was dropped */
  constructor(stream: Writable, describeDropped: (count: number) => string) {
    this.#stream = stream
    this.#describeDropped = describeDropped
  }

  /** Writes one line or several, without the end of the last one, where there is room. */
  offer(text: string): void {
    if (this.#stream.writableLength + this.#pendingSize > MOST_WAITING) {
      this.#dropped++
      return
    }
    if (this.#dropped > 0) {
      const dropped = this.#dropped
      this.#dropped = 0
      this.write(this.#describeDropped(dropped))
    }
    this.write(text)
  }

  /** The same, be there room or not. */
  write(text: string): void {
    if (this.#pending.length === 0) setImmediate(() => this.#flush())
    this.#pending.push(text)
    this.#pendingSize += text.length
  }

  /** Writes what is left, and gives the reader a moment to take it. */
  async close(): Promise<void> {
    if (this.#dropped > 0) this.write(this.#describeDropped(this.#dropped))
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, LAST_WAIT_MS)
      this.#flush(() => {
        clearTimeout(timer)
        resolve()
      })
    })
  }

  #flush(done?: () => void): void {
    const text = this.#pending.map((line) => `${line}\n`).join('')
    this.#pending = []
    this.#pendingSize = 0
    if (!this.#stream.writable) done?.()
    else if (text !== '' || done !== undefined) this.#stream.write(text, () => done?.())
  }
}
