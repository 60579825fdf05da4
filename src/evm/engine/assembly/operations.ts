import {
  A_CODE,
  A_CODE_SIZE,
  BASE_FEE,
  BLOB_BASE_FEE,
  CHAIN_ID,
  COINBASE,
  ENVIRONMENT,
  F_ACCOUNT,
  F_ADDRESS,
  F_INPUT,
  F_INPUT_SIZE,
  F_JOURNAL,
  F_MEMORY,
  GAS_LIMIT,
  GAS_PRICE,
  KNOWN,
  NUMBER,
  ORIGIN,
  RANDAO,
  RULES,
  S_FLAGS,
  S_ORIGINAL,
  S_WORD,
  TIMESTAMP,
  WARM,
} from './layout'
import { accessCost } from './calls'
import { Fault } from './faults'
import * as host from './host'
import { keccak256 } from './arithmetic/keccak'
import { keccakOfPair } from './arithmetic/keccakCache'
import { copyPadded, endOf, payReach } from './memory'
import { Feature, Param, has, param } from './params'
import { refund, setRefund, watchesFrames, watchesSteps } from './state'
import { closeStep, flushSteps, tellStorage } from './steps'
import { accountOf, knownAccount, noteAccess } from './accounts'
import { appendLog, lastLog } from './journal'
import { know, knownSlot, slotAt, noteSlotAccess, warmSlot, writeSlot } from './slots'
import { clamp, copyWord, equal, isZero, reverse, set, setSmall } from './arithmetic/words'

// Opcodes that need more than a line: they copy, hash, log, or read accounts and slots. Those with
// dynamic gas return the remaining gas. If it is negative, neither memory nor state changed.

/** Gas to copy or hash `size` bytes, which is charged per word. */
function wordsCost(size: u64, each: i64): i64 {
  return <i64>((size + 31) >> 5) * each
}

/** Copies to memory from `from`, which has `length` bytes. Operands: destination, offset, size. */
export function copyIn(frame: usize, sp: usize, gas: i64, from: usize, length: u64): i64 {
  const to = clamp(sp - 32)
  const offset = clamp(sp - 64)
  const size = clamp(sp - 96)
  gas = payReach(frame, endOf(to, size), gas - wordsCost(size, param(Param.copyGas)))
  if (gas >= 0 && size != 0) {
    copyPadded(<usize>load<u32>(frame, F_MEMORY) + <usize>to, from, length, offset, <usize>size)
  }
  return gas
}

/** MCOPY. */
export function copyWithin(frame: usize, sp: usize, gas: i64): i64 {
  const to = clamp(sp - 32)
  const from = clamp(sp - 64)
  const size = clamp(sp - 96)
  const end = max(endOf(to, size), endOf(from, size))
  gas = payReach(frame, end, gas - wordsCost(size, param(Param.copyGas)))
  if (gas >= 0 && size != 0) {
    const base = <usize>load<u32>(frame, F_MEMORY)
    memory.copy(base + <usize>to, base + <usize>from, <usize>size)
  }
  return gas
}

/** EXTCODECOPY. */
export function copyExternal(frame: usize, sp: usize, gas: i64): i64 {
  const account = knownAccount(sp - 32)
  if (has(Feature.warmAccess)) gas -= accessCost(account)
  const to = clamp(sp - 64)
  const offset = clamp(sp - 96)
  const size = clamp(sp - 128)
  gas = payReach(frame, endOf(to, size), gas - wordsCost(size, param(Param.copyGas)))
  if (gas < 0) return gas
  if (watchesSteps) closeStep(gas, Fault.none)
  noteAccess(account)
  if (size == 0) return gas
  const code = <usize>load<u32>(account, A_CODE)
  const length = <u64>load<u32>(account, A_CODE_SIZE)
  copyPadded(<usize>load<u32>(frame, F_MEMORY) + <usize>to, code, length, offset, <usize>size)
  return gas
}

/** KECCAK256: the hash replaces the size. */
export function hash(frame: usize, sp: usize, gas: i64): i64 {
  const offset = clamp(sp - 32)
  const size = clamp(sp - 64)
  const cost = wordsCost(size, param(Param.keccak256WordGas))
  gas = payReach(frame, endOf(offset, size), gas - cost)
  if (gas < 0) return gas
  const data = <usize>load<u32>(frame, F_MEMORY) + <usize>offset
  reverse(sp - 64, size == 64 ? keccakOfPair(data) : keccak256(data, <usize>size))
  return gas
}

/** The word that ADDRESS or an opcode for the message or its block pushes. */
export function environmentWord(frame: usize, op: u32): usize {
  switch (op) {
    case 0x30: return frame + F_ADDRESS
    case 0x32: return ENVIRONMENT + (ORIGIN << 5)
    case 0x3a: return ENVIRONMENT + (GAS_PRICE << 5)
    case 0x41: return ENVIRONMENT + (COINBASE << 5)
    case 0x42: return ENVIRONMENT + (TIMESTAMP << 5)
    case 0x43: return ENVIRONMENT + (NUMBER << 5)
    case 0x44: return ENVIRONMENT + (RANDAO << 5) // DIFFICULTY, PREVRANDAO
    case 0x45: return ENVIRONMENT + (GAS_LIMIT << 5)
    case 0x46: return ENVIRONMENT + (CHAIN_ID << 5)
    case 0x48: return ENVIRONMENT + (BASE_FEE << 5)
    default: return ENVIRONMENT + (BLOB_BASE_FEE << 5)
  }
}

/** CALLDATALOAD: the word replaces the offset. */
export function loadInput(frame: usize, word: usize): void {
  const offset = clamp(word)
  const size = <u64>load<u32>(frame, F_INPUT_SIZE)
  const input = <usize>load<u32>(frame, F_INPUT)
  if (offset + 32 <= size) return reverse(word, input + <usize>offset)
  set(word, 0, 0, 0, 0)
  // The existing bytes are the highest ones, in order.
  for (let i = offset; i < size; i++) {
    store<u8>(word + 31 - <usize>(i - offset), load<u8>(input + <usize>i))
  }
}

/** SLOAD: the word replaces the slot. */
export function loadStorage(frame: usize, sp: usize, gas: i64): i64 {
  const account = <usize>load<u32>(frame, F_ACCOUNT)
  const slot = slotAt(account, sp - 32)
  const isRead = (load<u32>(slot, S_FLAGS) & (WARM | KNOWN)) == (WARM | KNOWN)
  if (isRead && !watchesFrames && !watchesSteps) {
    gas -= param(Param.warmAccess)
    if (gas >= 0) copyWord(sp - 32, slot + S_WORD)
    return gas
  }
  know(account, slot)
  if (has(Feature.warmAccess)) {
    gas -= warmSlot(account, slot) ? param(Param.coldSlot) : param(Param.warmAccess)
    if (gas < 0) return gas
  }
  if (watchesSteps) tellStorage(slot, slot + S_WORD, gas)
  noteSlotAccess(account, slot)
  copyWord(sp - 32, slot + S_WORD)
  return gas
}

/** SSTORE: gas by the current value before Constantinople, net gas metering afterwards. */
export function storeStorage(frame: usize, sp: usize, gas: i64): i64 {
  const account = <usize>load<u32>(frame, F_ACCOUNT)
  const slot = knownSlot(account, sp - 32)
  const word = sp - 64
  const current = slot + S_WORD
  const original = slot + S_ORIGINAL
  const isUnset = isZero(word)
  let credit: i64 = 0
  let cost: i64 = 0
  if (!has(Feature.netStorage)) {
    cost = !isUnset && isZero(current) ? param(Param.sstoreInit) : param(Param.sstoreClean)
    if (isUnset && !isZero(current)) credit = param(Param.sstoreClearRefund)
  } else if (equal(current, word)) {
    cost = param(Param.sstoreNoop)
  } else if (equal(original, current)) {
    if (isZero(original)) {
      cost = param(Param.sstoreInit)
    } else {
      cost = param(Param.sstoreClean)
      if (isUnset) credit = param(Param.sstoreClearRefund)
    }
  } else {
    cost = param(Param.sstoreDirty)
    if (!isZero(original)) {
      if (isZero(current)) credit -= param(Param.sstoreClearRefund)
      else if (isUnset) credit += param(Param.sstoreClearRefund)
    }
    if (equal(original, word)) {
      credit += isZero(original) ? param(Param.sstoreInitRefund) : param(Param.sstoreCleanRefund)
    }
  }
  if (has(Feature.warmAccess) && warmSlot(account, slot)) cost += param(Param.coldSlot)
  gas -= cost
  if (gas < 0) return gas
  if (credit != 0) setRefund(refund + credit)
  if (watchesSteps) tellStorage(slot, word, gas)
  noteSlotAccess(account, slot)
  writeSlot(slot, word, load<u32>(frame, F_JOURNAL))
  return gas
}

/** BALANCE, EXTCODESIZE, EXTCODEHASH. */
export function askAccount(op: u32, word: usize, gas: i64): i64 {
  const account = accountOf(word)
  if (has(Feature.warmAccess)) {
    gas -= accessCost(account)
    if (gas < 0) return gas
  }
  if (watchesSteps) closeStep(gas, Fault.none)
  noteAccess(account)
  if (op == 0x31) host.balance(account, word)
  else if (op == 0x3b) setSmall(word, load<u32>(knownAccount(word), A_CODE_SIZE))
  else host.codeHash(account, word)
  return gas
}

/** LOG0 to LOG4. */
export function emitLog(frame: usize, sp: usize, gas: i64, topics: usize): i64 {
  const offset = clamp(sp - 32)
  const size = clamp(sp - 64)
  const cost = <i64>topics * param(Param.logTopicGas) + <i64>size * param(Param.logDataGas)
  gas = payReach(frame, endOf(offset, size), gas - cost)
  if (gas < 0) return gas
  if (watchesSteps) closeStep(gas, Fault.none)
  const data = size == 0 ? <usize>0 : <usize>load<u32>(frame, F_MEMORY) + <usize>offset
  appendLog(load<u32>(frame, F_ACCOUNT), data, <usize>size, sp - 64, topics)
  if (watchesFrames) {
    if (watchesSteps) flushSteps()
    host.logged(lastLog)
  }
  return gas
}

/**
 * Returns the fault of an opcode on this stack, or none if it may run. `used` includes the header
 * of the frame.
 */
export function stackFault(op: u32, used: u32): i32 {
  const rule = load<u64>(RULES + (<usize>op << 3))
  const least = <u32>rule & 0xffff
  if (least == 0xffff) return Fault.invalidOpcode
  if (used < least) return Fault.stackUnderflow
  return used - least > (<u32>(rule >> 16) & 0xffff) ? Fault.stackOverflow : Fault.none
}
