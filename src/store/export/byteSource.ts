import { createHash } from 'node:crypto'
import { EMPTY_BYTES } from '../../primitives/encoding/bytes.ts'
import { readUvarint } from '../../primitives/encoding/varint.ts'
import { StoreError } from '../errors.ts'

/** Far above the length of any record. Without a limit, a damaged length would fill the memory. */
const MAX_LENGTH = 2 ** 28
/** Maximum length of a varint. */
const VARINT_BYTES = 8

/**
 * A sequential reader of bytes that arrive in pieces of any size. Invalid input is rejected with
 * its position.
 *
 * Waiting and reading are separate: {@link fill} waits, `byte`, `uvarint` and `take` read from the
 * buffer.
 */
export class ByteSource {
  readonly #pieces: AsyncIterator<Uint8Array>
  readonly #name: string
  readonly #digest = createHash('sha256')
  #buffer: Uint8Array = EMPTY_BYTES
  #at = 0
  /** Number of bytes before the buffer. */
  #dropped = 0

  /** @param name describes the bytes in error messages, for example `the file`. */
  constructor(pieces: AsyncIterable<Uint8Array>, name: string) {
    this.#pieces = pieces[Symbol.asyncIterator]()
    this.#name = name
  }

  /** Waits until the buffer has `count` bytes, or all remaining bytes. */
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

  /** Reads `count` bytes without copying them. @throws StoreError BAD_EXPORT */
  take(count: number): Uint8Array {
    const end = this.#at + count
    if (end > this.#buffer.length) throw this.refuse('ends too early')
    const bytes = this.#buffer.subarray(this.#at, end)
    this.#at = end
    return bytes
  }

  /** Waits for a length and that many bytes. Not copied. @throws StoreError BAD_EXPORT */
  async bytes(): Promise<Uint8Array> {
    await this.fill(VARINT_BYTES)
    const length = this.uvarint()
    if (length > MAX_LENGTH) throw this.refuse(`a length of ${length} bytes`)
    await this.fill(length)
    return this.take(length)
  }

  /** Waits for a varint. @throws StoreError BAD_EXPORT */
  async number(): Promise<number> {
    await this.fill(VARINT_BYTES)
    return this.uvarint()
  }

  /** Waits for the end of the input. @throws StoreError BAD_EXPORT if more bytes follow */
  async end(): Promise<void> {
    await this.fill(1)
    if (this.#at < this.#buffer.length) throw this.refuse('has data after its end')
  }

  /** Returns the SHA-256 of the bytes read so far (32 bytes). */
  digest(): Uint8Array {
    this.#buffer = this.#drop()
    return this.#digest.copy().digest()
  }

  /** Closes the underlying source. */
  async close(): Promise<void> {
    await this.#pieces.return?.()
  }

  /** Returns an error about the current position. */
  refuse(reason: string): StoreError {
    const where = `byte ${this.#dropped + this.#at} of ${this.#name}`
    return new StoreError({ code: 'BAD_EXPORT', where, reason })
  }

  /** Drops the bytes that were read and returns the rest. */
  #drop(): Uint8Array {
    this.#digest.update(this.#buffer.subarray(0, this.#at))
    this.#dropped += this.#at
    const rest = this.#buffer.subarray(this.#at)
    this.#at = 0
    return rest
  }
}
