import type { Hash } from '../../primitives/encoding/hex.ts'
import type { Interpreter, Layout, Pointer } from './interpreter.ts'
import type { LinearMemory } from './linearMemory.ts'

/** Code in linear memory, with the map of its jump targets. */
export interface LoadedCode {
  readonly code: Pointer
  readonly size: number
  readonly jumps: Pointer
}

/**
 * Contracts' code by its hash, analysed once and kept from message to message while there is room.
 * When the room is used up, code goes where it lives as long as the message, and the next message
 * begins with an empty cache.
 */
export class CodeCache {
  readonly #interpreter: Interpreter
  readonly #layout: Layout
  readonly #memory: LinearMemory
  readonly #placed = new Map<Hash, LoadedCode>()
  /** What did not fit; gone when the message ends. */
  readonly #passing = new Map<Hash, LoadedCode>()
  #top: Pointer

  constructor(interpreter: Interpreter, layout: Layout, memory: LinearMemory) {
    this.#interpreter = interpreter
    this.#layout = layout
    this.#memory = memory
    this.#top = layout.codes
  }

  /** Before each message. */
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
