import { STACK_OVERFLOW, STACK_UNDERFLOW } from '../rules/stackEffects.ts'

/*
 * One record for each opcode that is reached, as bytes: no object per step. Both executors say the same in them; only what
 * they tell of memory and return data may differ in length: a range that covers all that changed, in which bytes may be as
 * before, and return data that may be told again though it is the same. Whoever follows a frame keeps its memory from
 * record to record, as long as `memorySize` says, with zeros where nothing was told. Numbers are little-endian. A record is a fixed part, then the stack words, then (by its flags) slot and word, what changed in memory,
 * what the last call returned, each padded with zeros to 8 bytes.
 *
 *   0  u32  size of the record in bytes, a multiple of 8
 *   4  u32  program counter
 *   8  u8   opcode
 *   9  u8   flags
 *  10  u16  depth, 0 for the message
 *  12  u32  words on the stack
 *  16  i64  gas before the opcode
 *  24  i64  cost: what the opcode asks for, with what a CALL hands on (geth's gasCost); without what a CREATE hands on
 *  32  i64  refund counter before the opcode; of SSTORE with what it earns or takes, which is known with its cost (as geth's)
 *  40  u32  size of the memory in bytes, before the opcode
 *  44  u32  stack words in this record, the topmost ones
 *  48  u32  where the memory changed since the last record of this frame
 *  52  u32  how many bytes of it
 *  56  u32  how many bytes of return data are in this record
 *  60  u32  why the opcode failed: see `stepFaults`, 0: it did not
 *  64       stack words of 32 bytes, bottom first; each has its least significant byte first
 *           flag STORAGE: the slot and the word that SLOAD reads or SSTORE writes, 32 bytes each, as on the stack
 *           the bytes that changed in memory, as they are before the opcode
 *           the return data of the frame, in the first record after it changed
 *
 * A cost beyond what gas can be (memory far out of reach) is any number above the gas.
 */

/** Byte offsets in a record. */
export const STEP = {
  size: 0,
  pc: 4,
  op: 8,
  flags: 9,
  depth: 10,
  stackSize: 12,
  gas: 16,
  cost: 24,
  refund: 32,
  memorySize: 40,
  stackWords: 44,
  memoryOffset: 48,
  memoryLength: 52,
  returnDataLength: 56,
  fault: 60,
  stack: 64,
} as const

/** Bits of the flags. */
export const STEP_FLAG = { storage: 1, memory: 2, returnData: 4 } as const

/** Why an opcode failed, by the number in its record; geth's wording, but for the numbers of a stack underflow. */
export const stepFaults: readonly string[] = [
  '',
  'out of gas',
  STACK_UNDERFLOW,
  STACK_OVERFLOW,
  'invalid opcode',
  'invalid jump destination',
  'write protection',
  'return data out of bounds',
  'max initcode size exceeded',
  'execution reverted',
  'memory limit reached',
]

/** Records that lie one behind the other from `start` to `end` in `bytes`. */
export interface StepBatch {
  readonly bytes: Uint8Array
  /** Over the same bytes: offset 0 is the first byte of `bytes`. */
  readonly view: DataView
  readonly start: number
  readonly end: number
}
