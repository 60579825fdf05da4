import { type JsonText, toText } from '../../tracers/jsonSink.ts'
import { TextPieces } from './textPieces.ts'

/** Text up to this length stays a string. */
const SHORT = 4 * 1024
/** Size of the pieces that short texts share. */
const PIECE = 64 * 1024
/** Most bytes of a UTF-16 code unit in UTF-8. */
const CODE_UNIT_BYTES = 3

const NO_BYTES = Buffer.alloc(0)

/**
 * Buffers text as bytes in pieces. Strings are encoded at once: one that V8 made of many others
 * would keep all of them in memory.
 */
export class TextBuffer {
  /** Number of characters, or of bytes where the text came as such. */
  length = 0
  /** The text while it is short. */
  #short = ''
  /** The piece that is filled, up to {@link #end}. */
  #piece: Buffer = NO_BYTES
  #end = 0
  #pieces: Uint8Array[] = []
  #size = 0

  /** Bytes of the full pieces. */
  get size(): number {
    return this.#size
  }

  /** All text. */
  get text(): string | TextPieces {
    if (this.length <= SHORT) return this.#short
    this.cut()
    return new TextPieces(this.#pieces, this.#size)
  }

  write(text: JsonText): void {
    this.length += text.length
    if (this.length <= SHORT) {
      this.#short += toText(text)
      return
    }
    if (this.#short !== '') {
      this.#encode(this.#short)
      this.#short = ''
    }
    if (typeof text === 'string') this.#encode(text)
    else {
      this.cut()
      this.#add(text)
    }
  }

  /** Returns and removes the full pieces. */
  take(): readonly Uint8Array[] {
    const pieces = this.#pieces
    this.#pieces = []
    this.#size = 0
    return pieces
  }

  #encode(text: string): void {
    const most = text.length * CODE_UNIT_BYTES
    if (this.#end + most > this.#piece.length) {
      this.cut()
      if (most > PIECE) {
        this.#add(Buffer.from(text))
        return
      }
      this.#piece = Buffer.allocUnsafeSlow(PIECE)
    }
    this.#end += this.#piece.write(text, this.#end)
  }

  /** Makes the piece that is filled a full one. */
  cut(): void {
    if (this.#end === 0) return
    this.#add(this.#piece.subarray(0, this.#end))
    this.#piece = NO_BYTES
    this.#end = 0
  }

  #add(piece: Uint8Array): void {
    this.#pieces.push(piece)
    this.#size += piece.length
  }
}
