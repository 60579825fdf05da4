const [QUOTE, BACKSLASH, NEWLINE, SPACE] = [0x22, 0x5c, 0x0a, 0x20]
const OPENING = [0x5b, 0x7b]
const CLOSING = [0x5d, 0x7d]

/**
 * Splits a stream of JSON objects and arrays into messages, with or without white space between
 * them. Other input is a message up to the end of its line, which dispatch rejects.
 */
export class JsonSplitter {
  /** Bytes of the incomplete message. */
  readonly #parts: Buffer[] = []
  #size = 0
  #depth = 0
  #isStray = false
  #isInString = false
  #isEscaped = false

  /** Number of buffered bytes. */
  get size(): number {
    return this.#size
  }

  /** Returns the messages that a chunk completes. */
  push(chunk: Buffer): string[] {
    const messages: string[] = []
    let start = 0
    for (let i = 0; i < chunk.length; i++) {
      const byte = chunk[i] ?? 0
      if (!this.#isOpen) {
        if (byte <= SPACE) start = i + 1
        else this.#begin(byte)
      } else if (this.#ends(byte)) {
        messages.push(this.#take(chunk.subarray(start, i + 1)))
        start = i + 1
      }
    }
    if (start < chunk.length) {
      this.#parts.push(chunk.subarray(start))
      this.#size += chunk.length - start
    }
    return messages
  }

  get #isOpen(): boolean {
    return this.#depth > 0 || this.#isStray
  }

  #begin(byte: number): void {
    if (OPENING.includes(byte)) this.#depth = 1
    else this.#isStray = true
  }

  /** Returns whether a byte ends the message. */
  #ends(byte: number): boolean {
    if (this.#isStray) return byte === NEWLINE
    if (this.#isInString) {
      if (this.#isEscaped) this.#isEscaped = false
      else if (byte === BACKSLASH) this.#isEscaped = true
      else if (byte === QUOTE) this.#isInString = false
      return false
    }
    if (byte === QUOTE) this.#isInString = true
    else if (OPENING.includes(byte)) this.#depth++
    else if (CLOSING.includes(byte)) this.#depth--
    return this.#depth === 0
  }

  #take(last: Buffer): string {
    const message = Buffer.concat([...this.#parts.splice(0), last]).toString('utf8')
    this.#size = 0
    this.#isStray = false
    return message
  }
}
