import type { Readable } from 'node:stream'

/** The text of a response: short, or its bytes, or produced as it is read. */
export type ResponseText = string | TextPieces | Readable

/** A text as its UTF-8 bytes in pieces, which is complete. */
export class TextPieces {
  readonly pieces: readonly Uint8Array[]
  /** In bytes. */
  readonly size: number

  constructor(pieces: readonly Uint8Array[], size: number) {
    this.pieces = pieces
    this.size = size
  }

  toString(): string {
    return Buffer.concat(this.pieces).toString()
  }
}
