/** A text as its UTF-8 bytes in pieces, which is complete. */
export class TextPieces {
  readonly pieces: readonly Buffer[]
  /** In bytes. */
  readonly size: number

  constructor(pieces: readonly Buffer[], size: number) {
    this.pieces = pieces
    this.size = size
  }

  toString(): string {
    return Buffer.concat(this.pieces).toString()
  }
}
