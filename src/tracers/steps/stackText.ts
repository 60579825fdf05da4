/** Four hexadecimal digits per 16-bit number, built on first use. */
let hex16: readonly string[] = []
const LIMBS = 8

function padded(limb: number): string {
  if (hex16.length === 0) {
    hex16 = Array.from({ length: 65_536 }, (_, n) => n.toString(16).padStart(4, '0'))
  }
  return (hex16[limb >>> 16] ?? '') + (hex16[limb & 0xffff] ?? '')
}

/** Formats a 32-byte little-endian word as 64 digits. */
export function wordText(view: DataView, at: number): string {
  let text = ''
  for (let limb = LIMBS - 1; limb >= 0; limb--) text += padded(view.getUint32(at + limb * 4, true))
  return text
}

/** Formats the stacks of consecutive steps. Unchanged words are not formatted again. */
export class StackText {
  /** Words of the last step, 8 limbs each, and their texts. */
  readonly #limbs = new Uint32Array(1024 * LIMBS)
  readonly #texts: string[] = []

  /** The field `stack` of records with a number of words from `at` on. */
  text(view: DataView, at: number, words: number): string {
    let text = ',"stack":['
    for (let i = 0; i < words; i++) {
      const word = this.#word(view, at + i * 32, i)
      text += i === 0 ? word : `,${word}`
    }
    return `${text}]`
  }

  #word(view: DataView, at: number, index: number): string {
    const limbs = this.#limbs
    const first = index * LIMBS
    let isKnown = index < this.#texts.length
    for (let limb = 0; limb < LIMBS; limb++) {
      const value = view.getUint32(at + limb * 4, true)
      if (limbs[first + limb] === value) continue
      limbs[first + limb] = value
      isKnown = false
    }
    if (!isKnown) this.#texts[index] = `"0x${this.#digits(first)}"`
    return this.#texts[index] ?? ''
  }

  /** Without leading zeros. */
  #digits(first: number): string {
    const limbs = this.#limbs
    let limb = LIMBS - 1
    while (limb > 0 && limbs[first + limb] === 0) limb--
    let text = (limbs[first + limb] ?? 0).toString(16)
    while (--limb >= 0) text += padded(limbs[first + limb] ?? 0)
    return text
  }
}
