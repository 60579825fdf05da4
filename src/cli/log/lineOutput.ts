import type { Writable } from 'node:stream'

/** Maximum number of characters buffered for a slow reader. */
const MOST_WAITING = 1024 * 1024
/** Time limit for the reader at the end. */
const LAST_WAIT_MS = 250

/**
 * Writes lines without blocking: at most once per turn of the event loop, and only while the reader
 * keeps up. Excess lines are dropped and counted.
 */
export class LineOutput {
  readonly #stream: Writable
  readonly #describeDropped: (count: number) => string
  readonly #pauseMs: number
  #pending: string[] = []
  #pendingSize = 0
  #dropped = 0
  /** Time of the last write. */
  #written = Number.NEGATIVE_INFINITY

  /**
   * @param describeDropped formats the line about dropped lines
   * @param pauseMs shortest time between two writes; a write costs as much as formatting ten lines
   */
  constructor(stream: Writable, describeDropped: (count: number) => string, pauseMs = 0) {
    this.#stream = stream
    this.#pauseMs = pauseMs
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
    if (this.#pending.length === 0) this.#schedule()
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

  #schedule(): void {
    const hasPaused = performance.now() - this.#written >= this.#pauseMs
    if (hasPaused) setImmediate(() => this.#flush())
    else setTimeout(() => this.#flush(), this.#pauseMs)
  }

  #flush(done?: () => void): void {
    this.#written = performance.now()
    const text = this.#pending.map((line) => `${line}\n`).join('')
    this.#pending = []
    this.#pendingSize = 0
    if (!this.#stream.writable) done?.()
    else if (text !== '' || done !== undefined) this.#stream.write(text, () => done?.())
  }
}
