import { bigIntToBytes } from '../../../../src/primitives/encoding/bytes.ts'

/** A position in code that is not known yet. Pushes of it take two bytes. */
export interface Label {
  position: number | undefined
}

/** Builds bytecode with jump targets and data after the code. */
export class CodeWriter {
  readonly #bytes: number[] = []
  readonly #patches: { readonly at: number; readonly label: Label; readonly extra: bigint }[] = []
  readonly #data: { readonly label: Label; readonly bytes: Uint8Array }[] = []

  get length(): number {
    return this.#bytes.length
  }

  op(...codes: readonly number[]): this {
    this.#bytes.push(...codes)
    return this
  }

  raw(bytes: Uint8Array): this {
    for (const byte of bytes) this.#bytes.push(byte)
    return this
  }

  /** Pushes a number with the fewest bytes, at least one, or with `width` bytes. */
  push(value: bigint | number, width = 1): this {
    const big = BigInt(value)
    const length = Math.max(width, Math.ceil(big.toString(16).length / 2))
    this.#bytes.push(0x5f + length)
    return this.raw(bigIntToBytes(big, length))
  }

  /**
   * Pushes the position of a label, optionally with an offset in 32 bytes, such as 2^64, which
   * makes it invalid.
   */
  pushLabel(label: Label, extra = 0n): this {
    this.#bytes.push(extra === 0n ? 0x61 : 0x7f)
    this.#patches.push({ at: this.length, label, extra })
    for (let i = 0; i < (extra === 0n ? 2 : 32); i++) this.#bytes.push(0)
    return this
  }

  /** Sets a label at the current position. */
  here(label: Label): this {
    label.position = this.length
    return this
  }

  /** Bytes to append after the code. */
  data(bytes: Uint8Array): Label {
    const label: Label = { position: undefined }
    this.#data.push({ label, bytes })
    return label
  }

  /** CODECOPY of data to memory. */
  copyData(bytes: Uint8Array, memoryOffset: number): this {
    return this.push(bytes.length).pushLabel(this.data(bytes)).push(memoryOffset).op(0x39)
  }

  finish(): Uint8Array {
    if (this.#data.length > 0) this.op(0x00)
    for (const { label, bytes } of this.#data) this.here(label).raw(bytes)
    const code = Uint8Array.from(this.#bytes)
    for (const { at, label, extra } of this.#patches) {
      const target = BigInt(label.position ?? 0) + extra
      code.set(bigIntToBytes(target, extra === 0n ? 2 : 32), at)
    }
    return code
  }
}
