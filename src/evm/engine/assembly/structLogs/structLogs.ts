import {
  R_COST,
  R_DEPTH,
  R_FAULT,
  R_FLAGS,
  R_GAS,
  R_OP,
  R_PC,
  R_REFUND,
  R_SIZE,
  R_STACK,
  R_STACK_SIZE,
  R_STACK_WORDS,
} from '../layout'
import { follow, putMemory, putReturnData, resetFrames } from './frames'
import { blockSize, enlarge, resetHeap } from './heap'
import { writeError } from './host'
import { flush, lengthAt, put, putNumber, putQuantity, room, startText, taken } from './output'
import { putStorage, resetStorage } from './storage'

// A module of its own: the struct logs of step records as text. The host adds records and takes
// text.

/**
 * By opcode: the text between the program counter and the gas, and in the last byte its length. The
 * host writes them.
 */
export const beginnings: usize = memory.data(256 * 64, 16)
const BEGINNING_BYTES: usize = 64

const SSTORE: u8 = 0x55
const HAS_STORAGE: u8 = 1
/** Before the records of a batch: their owner and their size. */
const BATCH_HEADER: usize = 8

let tellsStack: bool = false
let tellsStorage: bool = false
let tellsMemory: bool = false
let tellsReturnData: bool = false
/** Characters of logs after which none are added. */
let limit: f64 = 0
let size: u64 = 0

/** The batches that wait, the end of what is used, and what is read already. */
let queue: usize = 0
let queueRoom: usize = 0
let queued: usize = 0
let seen: usize = 0
/** Of the batch that is read. */
let batchEnd: usize = 0
let owner: usize = 0

let end: usize = 0
let hasLogs: bool = false

export function start(
  withStack: bool,
  withStorage: bool,
  withMemory: bool,
  withReturnData: bool,
  mostCharacters: f64,
): void {
  tellsStack = withStack
  tellsStorage = withStorage
  tellsMemory = withMemory
  tellsReturnData = withReturnData
  limit = mostCharacters
  size = 0
  queue = 0
  queueRoom = 0
  queued = 0
  seen = 0
  batchEnd = 0
  hasLogs = false
  end = startText()
  resetHeap()
  resetFrames()
  resetStorage()
}

/** Makes room for the records of an account's frame, and returns where they belong. */
export function add(bytes: usize, account: usize): usize {
  const wanted = queued + BATCH_HEADER + bytes
  if (wanted > queueRoom) {
    queue = enlarge(queue, queueRoom, queued, wanted)
    queueRoom = blockSize(wanted)
  }
  const batch = queue + queued
  store<u32>(batch, <u32>account)
  store<u32>(batch, <u32>bytes, 4)
  queued = wanted
  return batch + BATCH_HEADER
}

/** Whether there are as many logs as are wanted. */
export function isDone(): bool {
  return <f64>size > limit
}

/**
 * Writes logs until the host has taken text or no records are left. Returns whether records are
 * left.
 */
export function write(): bool {
  while (seen < queued) {
    if (seen == batchEnd) {
      owner = load<u32>(queue + seen)
      batchEnd = seen + BATCH_HEADER + load<u32>(queue + seen, 4)
      seen += BATCH_HEADER
    }
    while (seen < batchEnd) {
      if (isDone()) break
      const record = queue + seen
      seen += load<u32>(record, R_SIZE)
      if (writeLog(record)) return true
    }
    if (isDone()) break
  }
  queued = 0
  seen = 0
  batchEnd = 0
  return false
}

/** Hands over the rest of the text. */
export function finish(): void {
  const at = hasLogs ? end : put(end, '[')
  end = flush(put(at, ']'))
}

/** Returns whether the host took text. */
function writeLog(record: usize): bool {
  const takenBefore = taken
  const before = lengthAt(end)
  let at = put(room(end), hasLogs ? ',{"pc":' : '[{"pc":')
  hasLogs = true
  at = putNumber(at, load<u32>(record, R_PC))
  const op = load<u8>(record, R_OP)
  at = putBeginning(at, op)
  at = putGas(at, load<i64>(record, R_GAS))
  at = putGas(put(at, ',"gasCost":'), load<i64>(record, R_COST))
  at = putNumber(put(at, ',"depth":'), <u64>load<u16>(record, R_DEPTH) + 1)
  const fault = load<u32>(record, R_FAULT)
  if (fault != 0) at += writeError(op, fault, load<u32>(record, R_STACK_SIZE), at)
  const words = <usize>load<u32>(record, R_STACK_WORDS)
  let next = record + R_STACK + (words << 5)
  if (tellsStack) at = putStack(at, record + R_STACK, next)
  if (load<u8>(record, R_FLAGS) & HAS_STORAGE) {
    if (tellsStorage) at = putStorage(at, owner, next, next + 32)
    next += 64
  } else if (tellsStorage && op == SSTORE && words >= 2) {
    // It failed: geth shows the value to be written.
    at = putStorage(at, owner, next - 32, next - 64)
  }
  if (tellsMemory || tellsReturnData) {
    const frame = follow(record, next)
    if (tellsReturnData) at = putReturnData(at, frame)
    if (tellsMemory) at = putMemory(at, frame)
  }
  at = room(at)
  const refund = load<i64>(record, R_REFUND)
  if (refund != 0) at = putGas(put(at, ',"refund":'), refund)
  end = put(at, '}')
  // The separator does not count.
  size += lengthAt(end) - before - 1
  return taken != takenBefore
}

@inline
function putBeginning(at: usize, op: u8): usize {
  const from = beginnings + <usize>op * BEGINNING_BYTES
  v128.store(at, v128.load(from))
  v128.store(at, v128.load(from, 16), 16)
  v128.store(at, v128.load(from, 32), 32)
  return at + load<u8>(from, BEGINNING_BYTES - 1)
}

@inline
function putGas(at: usize, gas: i64): usize {
  if (gas < 0) {
    store<u8>(at, 0x2d)
    return putNumber(at + 1, 0 - <u64>gas)
  }
  return putNumber(at, gas)
}

@inline
function putStack(at: usize, words: usize, wordsEnd: usize): usize {
  at = put(at, ',"stack":[')
  if (words == wordsEnd) return put(at, ']')
  at = putQuantity(put(at, '"0x'), words)
  for (let word = words + 32; word < wordsEnd; word += 32) {
    at = putQuantity(put(room(at), '","0x'), word)
  }
  return put(at, '"]')
}
