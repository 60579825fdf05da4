import { utf8ToBytes } from '../../primitives/encoding/bytes.ts'

/** JSON that is encoded once for all recipients. */
export class EncodedJson {
  readonly text: string
  #bytes: Uint8Array | undefined

  constructor(text: string) {
    this.text = text
  }

  /** UTF-8. Shared: do not change. */
  get bytes(): Uint8Array {
    this.#bytes ??= utf8ToBytes(this.text)
    return this.#bytes
  }
}
