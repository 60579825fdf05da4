import { createHash } from 'node:crypto'
import { EMPTY_BYTES } from '../../primitives/encoding/bytes.ts'
import { readUvarint } from '../../primitives/encoding/varint.ts'
import { StoreError } from '../errors.ts'

/**
 * Far more than any record has; without a limit, a damaged length would be waited for until memory
 * is full.
 */
const MAX_LENGTH = 2 ** 28
/** A varint at its longest. */
const VARINT_BYTES = 8

/**
 * Bytes that arrive in pieces of any size, read in order and only once. What is read is checked:
 * whatever is not as it should be is refused with its place.
 *
 * Waiting and reading are apart: {@link fill} waits, `byte`, `uvarint` and `take` read what is at
 * hand.
 */
export class ByteSource {
  readonly #pieces: AsyncIterator<Uint8Array>
  readonly #name: string
  readonly #digest = createHash('sha256')
  #buffer: Uint8Array = EMPTY_BYTES
  #at = 0
  /** Bytes before the buffer. */
  #dropped = 0

  /** @param name what the bytes are, for refusals: `the file`. */
  constructor(pieces: AsyncIterable<Uint8Array>, name: string) {
    this.#pieces = pieces[Symbol.asyncIterator]()
    this.#name = name
  }

  /** Waits until so many bytes are at hand, or all that are left. */
  async fill(count: number): Promise<void> {
    if (this.#buffer.length - this.#at >= count) return
    const rest = this.#drop()
    const pieces = [rest]
    let length = rest.length
    while (length < count) {
      const { done, value } = await this.#pieces.next()
      if (done) break
      pieces.push(value)
      length += value.length
    }
    this.#buffer = Buffer.concat(pieces, length)
  }

  /** @throws StoreError BAD_EXPORT */
  byte(): number {
    const byte = this.#buffer[this.#at]
    if (byte === undefined) throw this.refuse('ends too early')
    this.#at++
    return byte
  }

  /** @throws StoreError BAD_EXPORT */
  uvarint(): number {
    try {
      const [value, end] = readUvarint(this.#buffer, this.#at)
      this.#at = end
      return value
    } catch (cause) {
      throw this.refuse(cause instanceof RangeError ? cause.message : String(cause))
    }
  }

  /** So many bytes. Not copied. @throws StoreError BAD_EXPORT */
  take(count: number): Uint8Array {
    const end = this.#at + count
    if (end > this.#buffer.length) throw this.refuse('ends too early')
    const bytes = this.#buffer.subarray(this.#at, end)
    this.#at = end
    return bytes
  }

  /** Waits for a length and so many bytes. Not copied. @throws StoreError BAD_EXPORT */
  async bytes(): Promise<Uint8Array> {
    await this.fill(VARINT_BYTES)
    const length = this.uvarint()
    if (length > MAX_LENGTH) throw this.refuse(`a length of ${length} bytes`)
    await this.fill(length)
    return this.take(length)
  }

  /** Waits for a number. @throws StoreError BAD_EXPORT */
  async number(): Promise<number> {
    await this.fill(VARINT_BYTES)
    return this.uvarint()
  }

  /** Waits for the end. @throws StoreError BAD_EXPORT where there is more */
  async end(): Promise<void> {
    await this.fill(1)
    if (this.#at < this.#buffer.length) throw this.refuse('has data after its end')
  }

  /** SHA-256 of what was read so far: 32 bytes. */
  digest(): Uint8Array {
    this.#buffer = this.#drop()
    return this.#digest.copy().digest()
  }

  /** Lets go of what the bytes come from. */
  async close(): Promise<void> {
    await this.#pieces.return?.()
  }

  /** What to throw about the bytes that were just read. */
  refuse(reason: string): StoreError {
    const where = `byte ${this.#dropped + this.#at} of ${this.#name}`
    return new StoreError({ code: 'BAD_EXPORT', where, reason })
  }

  /** Forgets what was read and returns the rest. */
  #drop(): Uint8Array {
    this.#digest.update(this.#buffer.subarray(0, this.#at))
    this.#dropped += this.#at
    const rest = this.#buffer.subarray(this.#at)
    this.#at = 0
    return rest
  }
}
