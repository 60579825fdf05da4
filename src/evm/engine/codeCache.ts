import type { Hash } from '../../primitives/encoding/hex.ts'
import type { Interpreter, Layout, Pointer } from './interpreter.ts'
import type { LinearMemory } from './linearMemory.ts'

/** Code in linear memory, with the bitmap of its jump targets. */
export interface LoadedCode {
  readonly code: Pointer
  readonly size: number
  readonly jumps: Pointer
}

/**
 * Cache of analysed code by hash, kept across messages. If its space is used up, new code is stored
 * for the current message only, and the next message starts with an empty cache.
 */
export class CodeCache {
  readonly #interpreter: Interpreter
  readonly #layout: Layout
  readonly #memory: LinearMemory
  readonly #placed = new Map<Hash, LoadedCode>()
  /** Code that did not fit, discarded at the end of the message. */
  readonly #passing = new Map<Hash, LoadedCode>()
  #top: Pointer

  constructor(interpreter: Interpreter, layout: Layout, memory: LinearMemory) {
    this.#interpreter = interpreter
    this.#layout = layout
    this.#memory = memory
    this.#top = layout.codes
  }

  /** Called before each message. */
  begin(): void {
    if (this.#passing.size === 0) return
    this.#passing.clear()
    this.#placed.clear()
    this.#top = this.#layout.codes
  }

  place(hash: Hash, code: Uint8Array): LoadedCode {
    const known = this.#placed.get(hash) ?? this.#passing.get(hash)
    if (known !== undefined) return known
    const room = this.#interpreter.codeRoom(code.length)
    const fits = this.#top + room <= this.#layout.codesEnd
    const at = fits ? this.#top : this.#interpreter.allocate(room)
    this.#memory.u8.set(code, at)
    this.#interpreter.analyze(at, code.length)
    const placed = {
      code: at,
      size: code.length,
      jumps: this.#interpreter.jumpsOf(at, code.length),
    }
    if (fits) {
      this.#top += room
      this.#placed.set(hash, placed)
    } else {
      this.#passing.set(hash, placed)
    }
    return placed
  }
}
