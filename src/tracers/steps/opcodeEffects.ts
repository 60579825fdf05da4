/** Opcodes that push nothing, besides the two ranges below. */
const PUSH_NOTHING: ReadonlySet<number> = new Set([
  ...[0x00, 0x37, 0x39, 0x3c, 0x3e, 0x50, 0x52, 0x53, 0x55, 0x56, 0x57, 0x5b, 0x5d, 0x5e],
  ...[0xa0, 0xa1, 0xa2, 0xa3, 0xa4, 0xf3, 0xfd, 0xfe, 0xff],
])

/**
 * Number of words on top of the stack that an opcode counts as pushing. As in Parity, DUPn and
 * SWAPn push all n + 1 words.
 */
export function pushCount(op: number): number {
  if (op >= 0x80 && op <= 0x8f) return op - 0x80 + 2
  if (op >= 0x90 && op <= 0x9f) return op - 0x90 + 2
  return PUSH_NOTHING.has(op) ? 0 : 1
}

/**
 * Operands with the memory range that an opcode writes; positions count from the top of the stack.
 */
export interface MemoryWrite {
  readonly offset: number
  /** A position, or a number of bytes. */
  readonly length: { readonly at: number } | { readonly bytes: number }
}

/** By opcode. Includes MLOAD, which may expand memory (as in OpenEthereum's interpreter). */
export const memoryWrites: ReadonlyMap<number, MemoryWrite> = new Map<number, MemoryWrite>([
  [0x37, { offset: 0, length: { at: 2 } }],
  [0x39, { offset: 0, length: { at: 2 } }],
  [0x3c, { offset: 1, length: { at: 3 } }],
  [0x3e, { offset: 0, length: { at: 2 } }],
  [0x51, { offset: 0, length: { bytes: 32 } }],
  [0x52, { offset: 0, length: { bytes: 32 } }],
  [0x53, { offset: 0, length: { bytes: 1 } }],
  [0x5e, { offset: 0, length: { at: 2 } }],
  [0xf1, { offset: 5, length: { at: 6 } }],
  [0xf2, { offset: 5, length: { at: 6 } }],
  [0xf4, { offset: 4, length: { at: 5 } }],
  [0xfa, { offset: 4, length: { at: 5 } }],
])

/** Opcodes that end their frame: STOP, RETURN, REVERT, SELFDESTRUCT. */
export const endings: ReadonlySet<number> = new Set([0x00, 0xf3, 0xfd, 0xff])
