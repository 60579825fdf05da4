import { STEP } from '../../evm/run/stepRecord.ts'
import { keccak256 } from '../../primitives/crypto/keccak.ts'
import { bytesToHex } from '../../primitives/encoding/hex.ts'
import { writeJson } from '../jsonSink.ts'
import type { TraceBudget } from '../traceBudget.ts'
import type { Tracer } from '../tracer.ts'
import { FrameMemories, type FrameMemory } from './frameMemories.ts'

const KECCAK256 = 0x20
/** Maximum length of a preimage beyond the memory, as in geth; a longer one is ignored. */
const MAX_PADDING = 1024 * 1024
/** Approximate size of a preimage as text, without its bytes. */
const PREIMAGE_BYTES = 200

/** Collects what KECCAK256 hashes, each preimage once. */
export class KeccakPreimages {
  readonly #budget: TraceBudget
  readonly #preimages = new Map<string, Uint8Array>()

  constructor(budget: TraceBudget) {
    this.#budget = budget
  }

  /** In ascending order of their bytes. */
  get sorted(): readonly Uint8Array[] {
    return [...this.#preimages].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, bytes]) => bytes)
  }

  /**
   * Reads the operands of a step; other opcodes are ignored.
   *
   * @param at offset of the record, with at least the two words on top of the stack
   */
  read(view: DataView, at: number, { memory }: FrameMemory): void {
    if (view.getUint8(at + STEP.op) !== KECCAK256) return
    const words = view.getUint32(at + STEP.stackWords, true)
    if (words < 2) return
    const top = at + STEP.stack + (words - 1) * 32
    // As in geth, only the lowest 64 bits count.
    const [offset, length] = [lowest(view, top), lowest(view, top - 32)]
    if (offset + length - memory.length > MAX_PADDING) return
    this.#budget.take(length * 2 + PREIMAGE_BYTES)
    const preimage = new Uint8Array(length)
    preimage.set(memory.subarray(offset, offset + length))
    this.#preimages.set(bytesToHex(preimage), preimage)
  }
}

/** Inexact beyond 2^53, which is far beyond any memory. */
function lowest(view: DataView, at: number): number {
  return Number(view.getBigUint64(at, true))
}

/**
 * Preimages of the hashes that KECCAK256 computes: `{hash: preimage}` (geth,
 * eth/tracers/native/keccak256_preimage.go).
 */
export const keccak256PreimageTracer: Tracer = {
  summary: 'Preimages of KECCAK256 by their hashes.',
  start({ budget }) {
    const memories = new FrameMemories()
    const preimages = new KeccakPreimages(budget)
    return {
      observer: {
        steps: {
          ...{ stackWords: 2, memory: true, returnData: false },
          steps({ bytes, view, start, end }) {
            for (let at = start; at < end; at += view.getUint32(at + STEP.size, true)) {
              preimages.read(view, at, memories.followStep(bytes, view, at))
            }
          },
        },
      },
      finish() {},
      write(sink) {
        const entries = preimages.sorted.map((bytes) => [
          bytesToHex(keccak256(bytes)),
          bytesToHex(bytes),
        ])
        writeJson(sink, Object.fromEntries(entries.sort(([a = ''], [b = '']) => (a < b ? -1 : 1))))
      },
    }
  },
}
