import type { Hash } from '../../primitives/encoding/hex.ts'
import type { Pointer } from './interpreter.ts'
import type { LinearMemory } from './linearMemory.ts'

const PLACES = 256
const WORDS = 8

/**
 * Hashes of 32 bytes in linear memory as text. Topics are mostly the same few signatures and
 * addresses: each place keeps the last text, which all logs then share.
 */
export class HashTexts {
  readonly #memory: LinearMemory
  readonly #words = new Uint32Array(PLACES * WORDS)
  readonly #texts: (Hash | undefined)[] = Array.from({ length: PLACES }, () => undefined)

  constructor(memory: LinearMemory) {
    this.#memory = memory
  }

  at(pointer: Pointer): Hash {
    const { u32 } = this.#memory
    const from = pointer >>> 2
    let sum = 0
    for (let i = 0; i < WORDS; i++) sum = Math.imul(sum ^ (u32[from + i] ?? 0), 0x9e3779b1)
    const place = sum >>> 24
    const first = place * WORDS
    const known = this.#texts[place]
    if (known !== undefined && this.#holds(first, from)) return known
    for (let i = 0; i < WORDS; i++) this.#words[first + i] = u32[from + i] ?? 0
    const text = this.#memory.readHash(pointer)
    this.#texts[place] = text
    return text
  }

  /** Whether the bytes of a place are those in linear memory. */
  #holds(first: number, from: number): boolean {
    const { u32 } = this.#memory
    for (let i = 0; i < WORDS; i++) if (this.#words[first + i] !== u32[from + i]) return false
    return true
  }
}
