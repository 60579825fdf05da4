import { deserialize, serialize } from 'node:v8'

/** Bytes of the length that a frame begins with. */
export const LENGTH_BYTES = 4

/**
 * A message as it travels between the node and a worker: its length, and what the structured clone
 * algorithm makes of it.
 *
 * @throws Error where it cannot be cloned
 */
export function encodeFrame(message: unknown): Buffer {
  const body = serialize(message)
  const length = Buffer.allocUnsafe(LENGTH_BYTES)
  length.writeUInt32LE(body.length)
  return Buffer.concat([length, body])
}

/** The length of the frame's body. */
export function readLength(length: Buffer): number {
  return length.readUInt32LE()
}

/** @throws Error where the bytes are no message */
export function decodeBody(body: Buffer): unknown {
  return deserialize(body)
}

/** Puts frames together that arrive in pieces. */
export class FrameReader {
  #pieces: Buffer[] = []
  #size = 0
  /** Bytes that there must be before anything can be read. */
  #needed = LENGTH_BYTES

  /**
   * The messages that are complete with this piece.
   *
   * @param limit bytes of a message
   * @throws Error where one is longer, or none
   */
  read(piece: Buffer, limit: number): unknown[] {
    const messages: unknown[] = []
    this.#pieces.push(piece)
    this.#size += piece.length
    while (this.#size >= this.#needed) {
      const bytes = Buffer.concat(this.#pieces)
      const length = readLength(bytes)
      if (length > limit) throw new Error(`a message of ${length} bytes`)
      const end = LENGTH_BYTES + length
      const isComplete = bytes.length >= end
      const rest = isComplete ? bytes.subarray(end) : bytes
      this.#pieces = [rest]
      this.#size = rest.length
      this.#needed = isComplete ? LENGTH_BYTES : end
      if (isComplete) messages.push(decodeBody(bytes.subarray(LENGTH_BYTES, end)))
    }
    return messages
  }
}
