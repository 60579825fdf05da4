import type { Writable } from 'node:stream'

/** Maximum number of characters buffered for a slow reader. */
const MOST_WAITING = 1024 * 1024
/** Time limit for the reader at the end. */
const LAST_WAIT_MS = 250

/**
 * Writes lines without blocking: once per turn of the event loop, and only while the reader keeps
 * up. Excess lines are dropped and counted.
 *
 * @param describeDropped formats the line about dropped lines
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

  /** Writes lines, without the final line break, if there is space. */
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

  /** Writes lines even if there is no space. */
  write(text: string): void {
    if (this.#pending.length === 0) setImmediate(() => this.#flush())
    this.#pending.push(text)
    this.#pendingSize += text.length
  }

  /** Writes buffered lines and gives the reader a moment. */
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
