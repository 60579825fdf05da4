import { concatBytes, EMPTY_BYTES } from '../../primitives/encoding/bytes.ts'
import { readUvarint, uvarintToBytes } from '../../primitives/encoding/varint.ts'

/** Most bytes of a message: CometBFT's limit. */
const MAX_MESSAGE_BYTES = 104_857_600
/** Most bytes of a length; a longer one is above the limit. */
const MAX_LENGTH_BYTES = 5

/** Returns a frame: the length of a message as a varint, and the message. */
export function encodeFrame(message: Uint8Array): Uint8Array {
  return concatBytes(uvarintToBytes(message.length), message)
}

/** Cuts a stream of bytes into the messages of its frames. */
export class FrameReader {
  /** Bytes that belong to no complete frame yet. */
  #pieces: Uint8Array[] = []
  #size = 0
  /** Bytes of the frame that the pieces start, once its length is known. */
  #wanted = 0

  /**
   * Returns the messages that a piece of the stream completes.
   * @throws RangeError if a length is too large
   */
  push(piece: Uint8Array): readonly Uint8Array[] {
    this.#pieces.push(piece)
    this.#size += piece.length
    if (this.#size < this.#wanted) return []
    let rest = this.#pieces.length === 1 ? piece : Buffer.concat(this.#pieces, this.#size)
    const messages: Uint8Array[] = []
    for (;;) {
      const frame = readFrame(rest)
      this.#wanted = frame.end
      if (frame.message === undefined) break
      messages.push(frame.message)
      rest = rest.subarray(frame.end)
    }
    this.#pieces = rest.length === 0 ? [] : [rest]
    this.#size = rest.length
    return messages
  }
}

interface Frame {
  /** Undefined if it is not complete. */
  readonly message: Uint8Array | undefined
  /** Where the frame ends; 0 if its length is not complete. */
  readonly end: number
}

function readFrame(bytes: Uint8Array): Frame {
  const lengthEnd = bytes.findIndex((byte, at) => byte < 0x80 || at >= MAX_LENGTH_BYTES) + 1
  if (lengthEnd > MAX_LENGTH_BYTES) throw tooLarge()
  if (lengthEnd === 0) return { message: undefined, end: 0 }
  const [length, start] = readUvarint(bytes, 0)
  if (length > MAX_MESSAGE_BYTES) throw tooLarge()
  const end = start + length
  if (bytes.length < end) return { message: undefined, end }
  return { message: length === 0 ? EMPTY_BYTES : bytes.subarray(start, end), end }
}

function tooLarge(): RangeError {
  return new RangeError(`a message of more than ${MAX_MESSAGE_BYTES} bytes`)
}
