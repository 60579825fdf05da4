import {
  F_CODE,
  F_DELTA,
  F_DELTA_SIZE,
  F_DEPTH,
  F_MEMORY,
  F_MEMORY_SIZE,
  F_RETURN_SEEN,
  HEADER,
  R_COST,
  R_DEPTH,
  R_FAULT,
  R_FLAGS,
  R_GAS,
  R_MEMORY_LENGTH,
  R_MEMORY_OFFSET,
  R_MEMORY_SIZE,
  R_OP,
  R_PC,
  R_REFUND,
  R_RETURN_LENGTH,
  R_SIZE,
  R_STACK,
  R_STACK_SIZE,
  R_STACK_WORDS,
} from './layout'
import { allocate } from './heap'
import * as host from './host'
import { refund, returnData, returnSize, returnVersion } from './state'
import { FAR, clamp, copyWord } from './arithmetic/words'

// The stepping mode: one record for each opcode, written before it runs and closed when its cost is known.

const BUFFER_SIZE: usize = 256 * 1024
const HAS_STORAGE: u8 = 1
const HAS_MEMORY: u8 = 2
const HAS_RETURN_DATA: u8 = 4
const SLOT_AND_WORD: usize = 64

let buffer: usize = 0
let bufferEnd: usize = 0
/** Up to here the observer has the records. */
let told: usize = 0
let top: usize = 0
/** The record of the opcode that runs, or 0. */
let open: usize = 0
/** Whether an opcode failed since the observer has records. */
let hasFault: bool = false

let stackWords: u32 = 0
let tellsMemory: bool = false
let tellsReturnData: bool = false
let tellsSingly: bool = false

export function startSteps(words: u32, memory: bool, returnData: bool, singly: bool): void {
  stackWords = words
  tellsMemory = memory
  tellsReturnData = returnData
  tellsSingly = singly
  setBuffer(BUFFER_SIZE)
  open = 0
  hasFault = false
}

function setBuffer(size: usize): void {
  buffer = allocate(size)
  bufferEnd = buffer + size
  told = buffer
  top = buffer
}

/** Hands over all records that are closed. */
export function flushSteps(): void {
  const end = open != 0 ? open : top
  if (end == told) return
  const start = told
  told = end
  const failed = hasFault
  hasFault = false
  host.steps(start, end, failed)
}

/** Begins the record of an opcode. */
export function openStep(frame: usize, pc: usize, sp: usize, gas: i64, op: u32): void {
  closeStep(gas, 0)
  const base = frame + HEADER
  const stackSize = <u32>((sp - base) >> 5)
  const words = min(stackSize, stackWords)
  const deltaSize = tellsMemory ? <usize>load<u32>(frame, F_DELTA_SIZE) : 0
  const hasReturn = tellsReturnData && load<u32>(frame, F_RETURN_SEEN) != returnVersion
  const returned = hasReturn ? returnSize : 0
  const padded = (deltaSize + 7) & ~7
  const size = R_STACK + (<usize>words << 5) + padded + ((returned + 7) & ~7)
  if (top + size + SLOT_AND_WORD > bufferEnd) {
    flushSteps()
    if (size + SLOT_AND_WORD > bufferEnd - buffer) setBuffer((size + SLOT_AND_WORD) << 1)
    told = buffer
    top = buffer
  }
  const record = top
  top += size
  open = record
  store<u32>(record, <u32>size, R_SIZE)
  store<u32>(record, <u32>(pc - load<u32>(frame, F_CODE)), R_PC)
  store<u8>(record, <u8>op, R_OP)
  store<u16>(record, <u16>load<u32>(frame, F_DEPTH), R_DEPTH)
  store<u32>(record, stackSize, R_STACK_SIZE)
  store<i64>(record, gas, R_GAS)
  store<i64>(record, 0, R_COST)
  store<i64>(record, refund, R_REFUND)
  store<u32>(record, load<u32>(frame, F_MEMORY_SIZE), R_MEMORY_SIZE)
  store<u32>(record, words, R_STACK_WORDS)
  store<u32>(record, deltaSize == 0 ? 0 : load<u32>(frame, F_DELTA), R_MEMORY_OFFSET)
  store<u32>(record, <u32>deltaSize, R_MEMORY_LENGTH)
  store<u32>(record, <u32>returned, R_RETURN_LENGTH)
  store<u32>(record, 0, R_FAULT)
  let flags: u8 = 0
  let at = record + R_STACK
  memory.copy(at, sp - (<usize>words << 5), <usize>words << 5)
  at += <usize>words << 5
  if (deltaSize != 0) {
    flags |= HAS_MEMORY
    // The last 8 bytes first: what is copied over them leaves zeros behind it.
    store<u64>(at + padded - 8, 0)
    memory.copy(at, load<u32>(frame, F_MEMORY) + load<u32>(frame, F_DELTA), deltaSize)
    at += padded
  }
  if (hasReturn) {
    flags |= HAS_RETURN_DATA
    store<u32>(frame, returnVersion, F_RETURN_SEEN)
    if (returned != 0) {
      store<u64>(at + ((returned + 7) & ~7) - 8, 0)
      memory.copy(at, returnData, returned)
    }
  }
  store<u8>(record, flags, R_FLAGS)
  if (tellsMemory) noteDelta(frame, sp, op)
}

/** Notes what an opcode is about to write to memory, by its operands. */
function noteDelta(frame: usize, sp: usize, op: u32): void {
  let offset: u64 = 0
  let size: u64 = 0
  switch (op) {
    case 0x52: // MSTORE
      offset = clamp(sp - 32)
      size = 32
      break
    case 0x53: // MSTORE8
      offset = clamp(sp - 32)
      size = 1
      break
    case 0x37: // CALLDATACOPY
    case 0x39: // CODECOPY
    case 0x3e: // RETURNDATACOPY
    case 0x5e: // MCOPY
      offset = clamp(sp - 32)
      size = clamp(sp - 96)
      break
    case 0x3c: // EXTCODECOPY
      offset = clamp(sp - 64)
      size = clamp(sp - 128)
      break
    case 0xf1: // CALL
    case 0xf2: // CALLCODE
      offset = clamp(sp - 192)
      size = clamp(sp - 224)
      break
    case 0xf4: // DELEGATECALL
    case 0xfa: // STATICCALL
      offset = clamp(sp - 160)
      size = clamp(sp - 192)
      break
  }
  // What is further away than memory can reach fails, and there is no next record.
  const isNear = size != 0 && size < FAR && offset + size < <u64>1 << 32
  store<u32>(frame, isNear ? <u32>offset : 0, F_DELTA)
  store<u32>(frame, isNear ? <u32>size : 0, F_DELTA_SIZE)
}

/** Ends the open record: now the gas is known that is left after the opcode, or by how much it was short. */
export function closeStep(gas: i64, fault: i32): void {
  if (open == 0) return
  store<i64>(open, load<i64>(open, R_GAS) - gas, R_COST)
  store<i32>(open, fault, R_FAULT)
  if (fault != 0) hasFault = true
  open = 0
  if (tellsSingly) flushSteps()
}

/** Ends the open record where the message ended in the middle of its opcode: what it costs is more than there is. */
export function failStep(fault: i32): void {
  closeStep(-1, fault)
}

/** Adds slot and word to the open record and ends it. The refund that SSTORE earns belongs to its price, as the cost does. */
export function tellStorage(slot: usize, word: usize, gas: i64): void {
  if (open == 0) return
  const at = open + R_STACK + (<usize>load<u32>(open, R_STACK_WORDS) << 5)
  memory.copy(at + SLOT_AND_WORD, at, top - at)
  copyWord(at, slot)
  copyWord(at + 32, word)
  top += SLOT_AND_WORD
  store<u32>(open, load<u32>(open, R_SIZE) + <u32>SLOT_AND_WORD, R_SIZE)
  store<u8>(open, load<u8>(open, R_FLAGS) | HAS_STORAGE, R_FLAGS)
  store<i64>(open, refund, R_REFUND)
  closeStep(gas, 0)
}
