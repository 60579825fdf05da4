import { OUT_OF_GAS, REENTRANCY_SENTRY } from '../rules/outOfGas.ts'
import { STACK_OVERFLOW, STACK_UNDERFLOW } from '../rules/stackEffects.ts'

/*
 * One binary record per executed opcode, which avoids an object per step. Both executors emit equal
 * records, with two exceptions: the memory range covers all changes but may include unchanged bytes,
 * and unchanged return data may be emitted again. A reader keeps the memory of a frame between
 * records: `memorySize` bytes, zero where no record has written. Numbers are little-endian.
 *
 * A record consists of a fixed part, the stack words, and by its flags: slot and word, the memory
 * range, the return data of the last call. Each part is padded with zeros to 8 bytes.
 *
 *   0  u32  size of the record in bytes, a multiple of 8
 *   4  u32  program counter
 *   8  u8   opcode
 *   9  u8   flags
 *  10  u16  depth, 0 for the message
 *  12  u32  words on the stack
 *  16  i64  gas before the opcode
 *  24  i64  cost of the opcode (geth's gasCost), with the gas that a CALL passes on, without that of
 *           a CREATE
 *  32  i64  refund counter before the opcode; for SSTORE with its own change, as in geth
 *  40  u32  size of the memory in bytes, before the opcode
 *  44  u32  number of stack words in this record, from the top of the stack
 *  48  u32  offset of the memory range changed since the last record of this frame
 *  52  u32  length of that range in bytes
 *  56  u32  length of the return data in this record in bytes
 *  60  u32  fault of the opcode, an index in `stepFaults`; 0 if it did not fail
 *  64       stack words of 32 bytes, bottom first; each has its least significant byte first
 *           flag STORAGE: the slot and the word that SLOAD reads or SSTORE writes, 32 bytes each, as on the stack
 *           the bytes of the memory range before the opcode
 *           the return data of the frame, in the first record after it changed
 *
 * A cost above the range of gas (a huge memory offset) is any number above the remaining gas.
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

/**
 * Faults of opcodes, by the number in the record. The wording is geth's, without the numbers of a
 * stack underflow.
 */
export const stepFaults: readonly string[] = [
  '',
  OUT_OF_GAS,
  STACK_UNDERFLOW,
  STACK_OVERFLOW,
  'invalid opcode',
  'invalid jump destination',
  'write protection',
  'return data out of bounds',
  'max initcode size exceeded',
  'execution reverted',
  'memory limit reached',
  REENTRANCY_SENTRY,
]

/** Consecutive records from `start` to `end` in `bytes`. */
export interface StepBatch {
  readonly bytes: Uint8Array
  /** A view of `bytes`: offset 0 is the first byte of `bytes`. */
  readonly view: DataView
  readonly start: number
  readonly end: number
  /** Whether any of these opcodes failed. */
  readonly hasFault: boolean
}
