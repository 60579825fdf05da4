/** Number of words that an opcode pops and pushes; DUP and SWAP pop as deep as they reach. */
export type StackEffect = readonly [takes: number, leaves: number]

/** Stack effect of each opcode of any fork. */
export const stackEffects: ReadonlyMap<number, StackEffect> = new Map<number, StackEffect>([
  ...each([0x00, 0x5b, 0xfe], [0, 0]),
  ...each([...range(0x01, 0x07), 0x0a, 0x0b, ...range(0x10, 0x14)], [2, 1]),
  ...each([0x16, 0x17, 0x18, 0x1a, 0x1b, 0x1c, 0x1d, 0x20], [2, 1]),
  ...each([0x08, 0x09], [3, 1]),
  ...each([0x15, 0x19, 0x1e, 0x31, 0x35, 0x3b, 0x3f, 0x40, 0x49, 0x51, 0x54, 0x5c], [1, 1]),
  ...each([0x30, 0x32, 0x33, 0x34, 0x36, 0x38, 0x3a, 0x3d], [0, 1]),
  ...each([...range(0x41, 0x48), 0x4a, 0x58, 0x59, 0x5a, ...range(0x5f, 0x7f)], [0, 1]),
  ...each([0x37, 0x39, 0x3e, 0x5e], [3, 0]),
  [0x3c, [4, 0]],
  ...each([0x50, 0x56, 0xff], [1, 0]),
  ...each([0x52, 0x53, 0x55, 0x57, 0x5d, 0xf3, 0xfd], [2, 0]),
  ...range(0x80, 0x8f).map((op): [number, StackEffect] => [op, [op - 0x7f, op - 0x7e]]),
  ...range(0x90, 0x9f).map((op): [number, StackEffect] => [op, [op - 0x8e, op - 0x8e]]),
  ...range(0xa0, 0xa4).map((op): [number, StackEffect] => [op, [op - 0x9e, 0]]),
  [0xf0, [3, 1]],
  [0xf5, [4, 1]],
  ...each([0xf1, 0xf2], [7, 1]),
  ...each([0xf4, 0xfa], [6, 1]),
])

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, i) => first + i)
}

function each(ops: readonly number[], effect: StackEffect): [number, StackEffect][] {
  return ops.map((op) => [op, effect])
}

/**
 * Returns geth's reason why an opcode cannot run on a stack of a given size: `stack underflow (1
 * <=> 2)`.
 */
export function stackUnderflow(opcode: number, stackSize: number): string {
  const [takes] = stackEffects.get(opcode) ?? [0, 0]
  return `${STACK_UNDERFLOW} (${stackSize} <=> ${takes})`
}

/** The reason without the numbers. */
export const STACK_UNDERFLOW = 'stack underflow'

/** The stack would exceed 1024 words; only opcodes that pop nothing reach this. */
export const STACK_OVERFLOW = 'stack limit reached 1024 (1023)'
