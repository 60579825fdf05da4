import { bytesToUtf8 } from '../../primitives/encoding/bytes.ts'

const WORD = 32

/**
 * Reads the parts of a tuple of the ABI by their positions. An offset counts from its start.
 *
 * @throws RangeError if the bytes are no such tuple
 */
export class AbiReader {
  readonly #bytes: Uint8Array

  /** @param bytes from the start of the tuple on */
  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  /** An integer below 2^32. */
  integer(at: number): number {
    const word = this.#slice(at * WORD, WORD)
    if (word.subarray(0, WORD - 4).some((byte) => byte !== 0)) {
      throw new RangeError('want a number below 2^32')
    }
    return new DataView(word.buffer, word.byteOffset).getUint32(WORD - 4)
  }

  /** A part that lies behind the others. */
  dynamic(at: number): AbiReader {
    return new AbiReader(this.#bytes.subarray(this.#offset(at)))
  }

  text(at: number): string {
    const part = this.dynamic(at)
    return bytesToUtf8(part.#slice(WORD, part.integer(0)))
  }

  /** An array of dynamic tuples. */
  list(at: number): readonly AbiReader[] {
    return this.#items(at, (items, index) => items.dynamic(index))
  }

  /** An array of strings. */
  texts(at: number): readonly string[] {
    return this.#items(at, (items, index) => items.text(index))
  }

  #items<T>(at: number, read: (items: AbiReader, index: number) => T): readonly T[] {
    const array = this.dynamic(at)
    const length = array.integer(0)
    const items = new AbiReader(array.#bytes.subarray(WORD))
    if (length * WORD > items.#bytes.length) throw new RangeError('want a whole array')
    return Array.from({ length }, (_, index) => read(items, index))
  }

  #offset(at: number): number {
    const offset = this.integer(at)
    if (offset > this.#bytes.length) throw new RangeError('want an offset inside')
    return offset
  }

  #slice(from: number, length: number): Uint8Array {
    if (from + length > this.#bytes.length) throw new RangeError(`want ${from + length} bytes`)
    return this.#bytes.subarray(from, from + length)
  }
}
