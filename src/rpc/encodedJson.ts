/** JSON that is written once, however many it goes to. */
export class EncodedJson {
  readonly text: string
  #bytes: Buffer | undefined

  constructor(text: string) {
    this.text = text
  }

  /** UTF-8. Shared: not to be changed. */
  get bytes(): Buffer {
    this.#bytes ??= Buffer.from(this.text)
    return this.#bytes
  }
}
