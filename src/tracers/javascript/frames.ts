import { deserialize, serialize } from 'node:v8'

/** Size of a frame's length field. */
export const LENGTH_BYTES = 4

/**
 * Encodes a message between the node and a worker: its length and its structured clone.
 *
 * @throws Error if it cannot be cloned
 */
export function encodeFrame(message: unknown): Buffer {
  const body = serialize(message)
  const length = Buffer.allocUnsafe(LENGTH_BYTES)
  length.writeUInt32LE(body.length)
  return Buffer.concat([length, body])
}

/** Returns the length of the frame's body. */
export function readLength(length: Buffer): number {
  return length.readUInt32LE()
}

/** @throws Error if the bytes are not a message */
export function decodeBody(body: Buffer): unknown {
  return deserialize(body)
}

/** Assembles frames from chunks. */
export class FrameReader {
  #pieces: Buffer[] = []
  #size = 0
  /** Number of bytes needed before the next frame can be read. */
  #needed = LENGTH_BYTES

  /**
   * Returns the messages that a chunk completes.
   *
   * @param limit maximum size of a message
   * @throws Error if one is larger, or invalid
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
