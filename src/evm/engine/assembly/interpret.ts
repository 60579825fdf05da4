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
  F_CALLER,
  F_CODE,
  F_CODE_SIZE,
  F_FLAGS,
  F_INPUT,
  F_INPUT_SIZE,
  F_JOURNAL,
  F_JUMPS,
  F_MEMORY,
  F_MEMORY_SIZE,
  F_VALUE,
  GAS_LIMIT,
  GAS_PRICE,
  GATES,
  HEADER,
  IS_STATIC,
  NUMBER,
  ORIGIN,
  RANDAO,
  RULES,
  S_ORIGINAL,
  S_WORD,
  TIMESTAMP,
} from './layout'
import { accessCost, call, create, selfDestruct } from './calls'
import {
  addModulo,
  divide,
  divideSigned,
  modulo,
  moduloSigned,
  multiplyModulo,
} from './divide'
import { Fault, Next } from './faults'
import { leave } from './frames'
import * as host from './host'
import { keccak256 } from './keccak'
import { copyPadded, endOf, payReach } from './memory'
import { Feature, Param, has, param } from './params'
import {
  frame as currentFrame,
  gas as currentGas,
  pc as currentPc,
  refund,
  returnData,
  returnSize,
  setGas,
  setPc,
  setRefund,
  setSp,
  slice,
  sliceGas,
  sp as currentSp,
  watchesFrames,
  watchesSteps,
} from './state'
import { closeStep, flushSteps, openStep, tellStorage } from './steps'
import {
  accountOf,
  appendLog,
  knownAccount,
  knownSlot,
  lastLog,
  noteAccess,
  noteSlotAccess,
  slotAt,
  warmSlot,
  writeSlot,
} from './tables'
import {
  FAR,
  add,
  byteSize,
  clamp,
  copyWord,
  equal,
  isWide,
  isZero,
  leadingZeros,
  less,
  lessSigned,
  multiply,
  power,
  readBytes,
  reverse,
  set,
  setSmall,
  shiftLeft,
  shiftRight,
  signExtend,
  subtract,
} from './words'

// The loop. An opcode's needs come from a table: how many words it takes and leaves, and what it costs at the least. In the
// stepping mode no opcode gets past that table, so that the loop itself never asks whether somebody watches.

/** Gas left, or negative: short of it. Copying, hashing and logging pay by the word. */
function wordsCost(size: u64, each: i64): i64 {
  return <i64>((size + 31) >> 5) * each
}

/** Copies into memory from `from`, which has `length` bytes. The operands are destination, offset and size. */
function copyIn(frame: usize, sp: usize, gas: i64, from: usize, length: u64): i64 {
  const to = clamp(sp - 32)
  const offset = clamp(sp - 64)
  const size = clamp(sp - 96)
  gas = payReach(frame, endOf(to, size), gas - wordsCost(size, param(Param.copyGas)))
  if (gas >= 0 && size != 0) {
    copyPadded(<usize>load<u32>(frame, F_MEMORY) + <usize>to, from, length, offset, <usize>size)
  }
  return gas
}

function copyWithin(frame: usize, sp: usize, gas: i64): i64 {
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

function copyExternal(frame: usize, sp: usize, gas: i64): i64 {
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

function hash(frame: usize, sp: usize, gas: i64): i64 {
  const offset = clamp(sp - 32)
  const size = clamp(sp - 64)
  const cost = wordsCost(size, param(Param.keccak256WordGas))
  gas = payReach(frame, endOf(offset, size), gas - cost)
  if (gas < 0) return gas
  reverse(sp - 64, keccak256(<usize>load<u32>(frame, F_MEMORY) + <usize>offset, <usize>size))
  return gas
}

function loadInput(frame: usize, word: usize): void {
  const offset = clamp(word)
  const size = <u64>load<u32>(frame, F_INPUT_SIZE)
  const input = <usize>load<u32>(frame, F_INPUT)
  if (offset + 32 <= size) return reverse(word, input + <usize>offset)
  set(word, 0, 0, 0, 0)
  // The bytes that are there go to the upper end, highest first.
  for (let i = offset; i < size; i++) {
    store<u8>(word + 31 - <usize>(i - offset), load<u8>(input + <usize>i))
  }
}

function loadStorage(frame: usize, sp: usize, gas: i64): i64 {
  const account = <usize>load<u32>(frame, F_ACCOUNT)
  const slot = knownSlot(account, sp - 32)
  if (has(Feature.warmAccess)) {
    gas -= warmSlot(account, slot) ? param(Param.coldSlot) : param(Param.warmAccess)
    if (gas < 0) return gas
  }
  if (watchesSteps) tellStorage(slot, slot + S_WORD, gas)
  noteSlotAccess(account, slot)
  copyWord(sp - 32, slot + S_WORD)
  return gas
}

/** SSTORE by the rules of the fork: before Constantinople by what is there, then net of the whole transaction. */
function storeStorage(frame: usize, sp: usize, gas: i64): i64 {
  if (gas <= param(Param.sstoreSentry)) return gas - param(Param.sstoreSentry) - 1
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
  if (watchesSteps) tellStorage(slot, word, gas)
  noteSlotAccess(account, slot)
  if (credit != 0) setRefund(refund + credit)
  writeSlot(slot, word, load<u32>(frame, F_JOURNAL))
  return gas
}

/** BALANCE, EXTCODESIZE, EXTCODEHASH. */
function askAccount(op: u32, word: usize, gas: i64): i64 {
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

function emitLog(frame: usize, sp: usize, gas: i64, topics: usize): i64 {
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

/** Which of two faults of the stack it is, or none of them: then the opcode may run. */
function stackFault(op: u32, used: u32): i32 {
  const rule = load<u64>(RULES + (<usize>op << 3))
  const least = <u32>rule & 0xffff
  if (least == 0xffff) return Fault.invalidOpcode
  if (used < least) return Fault.stackUnderflow
  return used - least > (<u32>(rule >> 16) & 0xffff) ? Fault.stackOverflow : Fault.none
}

/** Why `run` came back. */
export const enum Stop {
  done,
  /** The slice of gas is used up; `run` goes on from here. */
  pause,
}

/** Runs the current frame and those it calls, until the message ends or the slice is used up. */
export function run(): i32 {
  let frame = currentFrame
  let gas = currentGas
  let sp = currentSp
  let pc = currentPc
  let floor = sliceGas - slice
  while (true) {
    const op = <u32>load<u8>(pc)
    let rule = load<u64>(GATES + (<usize>op << 3))
    let fault: i32 = Fault.none
    const used = <u32>(sp - frame - HEADER)
    if (used - (<u32>rule & 0xffff) > (<u32>(rule >> 16) & 0xffff)) {
      if (watchesSteps) openStep(frame, pc, sp, gas, op)
      fault = stackFault(op, used)
      rule = load<u64>(RULES + (<usize>op << 3))
      // Nothing was paid, but the record tells what it would have cost at the least.
      if (fault != Fault.none && watchesSteps) closeStep(gas - <i64>(rule >> 32), fault)
    }
    if (fault == Fault.none) {
      gas -= <i64>(rule >> 32)
      if (gas < 0) {
        fault = Fault.outOfGas
      } else {
        switch (op) {
          case 0x00: // STOP
            setGas(gas)
            fault = leave(Fault.none, 0, 0)
            break
          case 0x01: // ADD
            add(sp - 64, sp - 32, sp - 64)
            sp -= 32
            pc++
            continue
          case 0x02: // MUL
            multiply(sp - 64, sp - 32, sp - 64)
            sp -= 32
            pc++
            continue
          case 0x03: // SUB
            subtract(sp - 64, sp - 32, sp - 64)
            sp -= 32
            pc++
            continue
          case 0x04: // DIV
            divide(sp - 64, sp - 32, sp - 64)
            sp -= 32
            pc++
            continue
          case 0x05: // SDIV
            divideSigned(sp - 64, sp - 32, sp - 64)
            sp -= 32
            pc++
            continue
          case 0x06: // MOD
            modulo(sp - 64, sp - 32, sp - 64)
            sp -= 32
            pc++
            continue
          case 0x07: // SMOD
            moduloSigned(sp - 64, sp - 32, sp - 64)
            sp -= 32
            pc++
            continue
          case 0x08: // ADDMOD
            addModulo(sp - 96, sp - 32, sp - 64, sp - 96)
            sp -= 64
            pc++
            continue
          case 0x09: // MULMOD
            multiplyModulo(sp - 96, sp - 32, sp - 64, sp - 96)
            sp -= 64
            pc++
            continue
          case 0x0a: // EXP
            gas -= <i64>byteSize(sp - 64) * param(Param.expByteGas)
            if (gas < 0) {
              fault = Fault.outOfGas
              break
            }
            power(sp - 64, sp - 32, sp - 64)
            sp -= 32
            pc++
            continue
          case 0x0b: // SIGNEXTEND
            signExtend(sp - 64, sp - 32, sp - 64)
            sp -= 32
            pc++
            continue
          case 0x10: // LT
            setSmall(sp - 64, u64(less(sp - 32, sp - 64)))
            sp -= 32
            pc++
            continue
          case 0x11: // GT
            setSmall(sp - 64, u64(less(sp - 64, sp - 32)))
            sp -= 32
            pc++
            continue
          case 0x12: // SLT
            setSmall(sp - 64, u64(lessSigned(sp - 32, sp - 64)))
            sp -= 32
            pc++
            continue
          case 0x13: // SGT
            setSmall(sp - 64, u64(lessSigned(sp - 64, sp - 32)))
            sp -= 32
            pc++
            continue
          case 0x14: // EQ
            setSmall(sp - 64, u64(equal(sp - 32, sp - 64)))
            sp -= 32
            pc++
            continue
          case 0x15: // ISZERO
            setSmall(sp - 32, u64(isZero(sp - 32)))
            pc++
            continue
          case 0x16: // AND
            v128.store(sp - 64, v128.and(v128.load(sp - 64), v128.load(sp - 32)))
            v128.store(sp - 48, v128.and(v128.load(sp - 48), v128.load(sp - 16)))
            sp -= 32
            pc++
            continue
          case 0x17: // OR
            v128.store(sp - 64, v128.or(v128.load(sp - 64), v128.load(sp - 32)))
            v128.store(sp - 48, v128.or(v128.load(sp - 48), v128.load(sp - 16)))
            sp -= 32
            pc++
            continue
          case 0x18: // XOR
            v128.store(sp - 64, v128.xor(v128.load(sp - 64), v128.load(sp - 32)))
            v128.store(sp - 48, v128.xor(v128.load(sp - 48), v128.load(sp - 16)))
            sp -= 32
            pc++
            continue
          case 0x19: // NOT
            v128.store(sp - 32, v128.not(v128.load(sp - 32)))
            v128.store(sp - 16, v128.not(v128.load(sp - 16)))
            pc++
            continue
          case 0x1a: // BYTE
            {
              const isOutside = isWide(sp - 32) || load<u64>(sp - 32) > 31
              setSmall(sp - 64, isOutside ? 0 : load<u8>(sp - 33 - <usize>load<u64>(sp - 32)))
            }
            sp -= 32
            pc++
            continue
          case 0x1b: // SHL
            shiftLeft(sp - 64, sp - 64, sp - 32)
            sp -= 32
            pc++
            continue
          case 0x1c: // SHR
            shiftRight(sp - 64, sp - 64, sp - 32, 0)
            sp -= 32
            pc++
            continue
          case 0x1d: // SAR
            shiftRight(sp - 64, sp - 64, sp - 32, <u64>(load<i64>(sp - 40) >> 63))
            sp -= 32
            pc++
            continue
          case 0x1e: // CLZ
            setSmall(sp - 32, leadingZeros(sp - 32))
            pc++
            continue
          case 0x20: // KECCAK256
            gas = hash(frame, sp, gas)
            if (gas < 0) {
              fault = Fault.outOfGas
              break
            }
            sp -= 32
            pc++
            continue
          case 0x30: // ADDRESS
            copyWord(sp, frame + F_ADDRESS)
            sp += 32
            pc++
            continue
          case 0x31: // BALANCE, EXTCODESIZE, EXTCODEHASH
          case 0x3b:
          case 0x3f:
            gas = askAccount(op, sp - 32, gas)
            if (gas < 0) {
              fault = Fault.outOfGas
              break
            }
            pc++
            continue
          case 0x32: // ORIGIN
            copyWord(sp, ENVIRONMENT + (ORIGIN << 5))
            sp += 32
            pc++
            continue
          case 0x33: // CALLER
            copyWord(sp, frame + F_CALLER)
            sp += 32
            pc++
            continue
          case 0x34: // CALLVALUE
            copyWord(sp, frame + F_VALUE)
            sp += 32
            pc++
            continue
          case 0x35: // CALLDATALOAD
            loadInput(frame, sp - 32)
            pc++
            continue
          case 0x36: // CALLDATASIZE
            setSmall(sp, load<u32>(frame, F_INPUT_SIZE))
            sp += 32
            pc++
            continue
          case 0x37: // CALLDATACOPY
            gas = copyIn(frame, sp, gas, load<u32>(frame, F_INPUT), load<u32>(frame, F_INPUT_SIZE))
            if (gas < 0) {
              fault = Fault.outOfGas
              break
            }
            sp -= 96
            pc++
            continue
          case 0x38: // CODESIZE
            setSmall(sp, load<u32>(frame, F_CODE_SIZE))
            sp += 32
            pc++
            continue
          case 0x39: // CODECOPY
            gas = copyIn(frame, sp, gas, load<u32>(frame, F_CODE), load<u32>(frame, F_CODE_SIZE))
            if (gas < 0) {
              fault = Fault.outOfGas
              break
            }
            sp -= 96
            pc++
            continue
          case 0x3a: // GASPRICE
            copyWord(sp, ENVIRONMENT + (GAS_PRICE << 5))
            sp += 32
            pc++
            continue
          case 0x3c: // EXTCODECOPY
            gas = copyExternal(frame, sp, gas)
            if (gas < 0) {
              fault = Fault.outOfGas
              break
            }
            sp -= 128
            pc++
            continue
          case 0x3d: // RETURNDATASIZE
            setSmall(sp, returnSize)
            sp += 32
            pc++
            continue
          case 0x3e: // RETURNDATACOPY
            gas = copyIn(frame, sp, gas, returnData, returnSize)
            if (gas < 0) {
              fault = Fault.outOfGas
              break
            }
            if (clamp(sp - 64) + clamp(sp - 96) > <u64>returnSize) {
              fault = Fault.returnDataOutOfBounds
              break
            }
            sp -= 96
            pc++
            continue
          case 0x40: // BLOCKHASH
            host.blockHash(sp - 32)
            pc++
            continue
          case 0x41: // COINBASE
            copyWord(sp, ENVIRONMENT + (COINBASE << 5))
            sp += 32
            pc++
            continue
          case 0x42: // TIMESTAMP
            copyWord(sp, ENVIRONMENT + (TIMESTAMP << 5))
            sp += 32
            pc++
            continue
          case 0x43: // NUMBER
            copyWord(sp, ENVIRONMENT + (NUMBER << 5))
            sp += 32
            pc++
            continue
          case 0x44: // DIFFICULTY, PREVRANDAO
            copyWord(sp, ENVIRONMENT + (RANDAO << 5))
            sp += 32
            pc++
            continue
          case 0x45: // GASLIMIT
            copyWord(sp, ENVIRONMENT + (GAS_LIMIT << 5))
            sp += 32
            pc++
            continue
          case 0x46: // CHAINID
            copyWord(sp, ENVIRONMENT + (CHAIN_ID << 5))
            sp += 32
            pc++
            continue
          case 0x48: // BASEFEE
            copyWord(sp, ENVIRONMENT + (BASE_FEE << 5))
            sp += 32
            pc++
            continue
          case 0x4a: // BLOBBASEFEE
            copyWord(sp, ENVIRONMENT + (BLOB_BASE_FEE << 5))
            sp += 32
            pc++
            continue
          case 0x47: // SELFBALANCE
            host.balance(load<u32>(frame, F_ACCOUNT), sp)
            sp += 32
            pc++
            continue
          case 0x49: // BLOBHASH: there are no blobs
            setSmall(sp - 32, 0)
            pc++
            continue
          case 0x50: // POP
            sp -= 32
            pc++
            continue
          case 0x51: // MLOAD
            {
              const offset = clamp(sp - 32)
              if (offset + 32 > <u64>load<u32>(frame, F_MEMORY_SIZE)) {
                gas = payReach(frame, offset + 32, gas)
                if (gas < 0) {
                  fault = Fault.outOfGas
                  break
                }
              }
              reverse(sp - 32, <usize>load<u32>(frame, F_MEMORY) + <usize>offset)
              pc++
              continue
            }
          case 0x52: // MSTORE
            {
              const offset = clamp(sp - 32)
              if (offset + 32 > <u64>load<u32>(frame, F_MEMORY_SIZE)) {
                gas = payReach(frame, offset + 32, gas)
                if (gas < 0) {
                  fault = Fault.outOfGas
                  break
                }
              }
              reverse(<usize>load<u32>(frame, F_MEMORY) + <usize>offset, sp - 64)
              sp -= 64
              pc++
              continue
            }
          case 0x53: // MSTORE8
            {
              const offset = clamp(sp - 32)
              gas = payReach(frame, offset + 1, gas)
              if (gas < 0) {
                fault = Fault.outOfGas
                break
              }
              store<u8>(<usize>load<u32>(frame, F_MEMORY) + <usize>offset, load<u8>(sp - 64))
              sp -= 64
              pc++
              continue
            }
          case 0x54: // SLOAD
            gas = loadStorage(frame, sp, gas)
            if (gas < 0) {
              fault = Fault.outOfGas
              break
            }
            pc++
            continue
          case 0x55: // SSTORE
            if (load<u32>(frame, F_FLAGS) & IS_STATIC) {
              fault = Fault.writeProtection
              break
            }
            gas = storeStorage(frame, sp, gas)
            if (gas < 0) {
              fault = Fault.outOfGas
              break
            }
            sp -= 64
            pc++
            continue
          case 0x56: // JUMP
            {
            const target = load<u64>(sp - 32)
            if (isWide(sp - 32) || target >= <u64>load<u32>(frame, F_CODE_SIZE)) {
              fault = Fault.invalidJump
              break
            }
            const cell = load<u8>(<usize>load<u32>(frame, F_JUMPS) + <usize>(target >> 3))
            if (((cell >> (<u8>target & 7)) & 1) == 0) {
              fault = Fault.invalidJump
              break
            }
            pc = <usize>load<u32>(frame, F_CODE) + <usize>target
            sp -= 32
            if (gas < floor) {
              setGas(gas)
              setSp(sp)
              setPc(pc)
              return Stop.pause
            }
            continue
            }
          case 0x57: // JUMPI
            {
            if (isZero(sp - 64)) {
              sp -= 64
              pc++
              continue
            }
            const target = load<u64>(sp - 32)
            if (isWide(sp - 32) || target >= <u64>load<u32>(frame, F_CODE_SIZE)) {
              fault = Fault.invalidJump
              break
            }
            const cell = load<u8>(<usize>load<u32>(frame, F_JUMPS) + <usize>(target >> 3))
            if (((cell >> (<u8>target & 7)) & 1) == 0) {
              fault = Fault.invalidJump
              break
            }
            pc = <usize>load<u32>(frame, F_CODE) + <usize>target
            sp -= 64
            if (gas < floor) {
              setGas(gas)
              setSp(sp)
              setPc(pc)
              return Stop.pause
            }
            continue
            }
          case 0x58: // PC
            setSmall(sp, pc - load<u32>(frame, F_CODE))
            sp += 32
            pc++
            continue
          case 0x59: // MSIZE
            setSmall(sp, load<u32>(frame, F_MEMORY_SIZE))
            sp += 32
            pc++
            continue
          case 0x5a: // GAS
            setSmall(sp, gas)
            sp += 32
            pc++
            continue
          case 0x5b: // JUMPDEST
            pc++
            continue
          case 0x5c: // TLOAD
            copyWord(sp - 32, slotAt(load<u32>(frame, F_ACCOUNT) + 1, sp - 32) + S_WORD)
            pc++
            continue
          case 0x5d: // TSTORE
            if (load<u32>(frame, F_FLAGS) & IS_STATIC) {
              fault = Fault.writeProtection
              break
            }
            writeSlot(slotAt(load<u32>(frame, F_ACCOUNT) + 1, sp - 32), sp - 64, load<u32>(frame, F_JOURNAL))
            sp -= 64
            pc++
            continue
          case 0x5e: // MCOPY
            gas = copyWithin(frame, sp, gas)
            if (gas < 0) {
              fault = Fault.outOfGas
              break
            }
            sp -= 96
            pc++
            continue
          case 0x5f: // PUSH0
            setSmall(sp, 0)
            sp += 32
            pc++
            continue
          case 0x60: // PUSH1
            setSmall(sp, load<u8>(pc, 1))
            sp += 32
            pc += 2
            continue
          case 0x61: // PUSH2
            setSmall(sp, (<u64>load<u8>(pc, 1) << 8) | load<u8>(pc, 2))
            sp += 32
            pc += 3
            continue
          case 0x63: // PUSH4
            setSmall(sp, bswap<u32>(load<u32>(pc, 1)))
            sp += 32
            pc += 5
            continue
          case 0x62: // PUSH3, PUSH5 to PUSH32
          case 0x64:
          case 0x65:
          case 0x66:
          case 0x67:
          case 0x68:
          case 0x69:
          case 0x6a:
          case 0x6b:
          case 0x6c:
          case 0x6d:
          case 0x6e:
          case 0x6f:
          case 0x70:
          case 0x71:
          case 0x72:
          case 0x73:
          case 0x74:
          case 0x75:
          case 0x76:
          case 0x77:
          case 0x78:
          case 0x79:
          case 0x7a:
          case 0x7b:
          case 0x7c:
          case 0x7d:
          case 0x7e:
          case 0x7f:
            {
              const size = <usize>op - 0x5f
              pc += size + 1
              readBytes(sp, pc, size)
              sp += 32
              continue
            }
          case 0x80: // DUP1 to DUP16
          case 0x81:
          case 0x82:
          case 0x83:
          case 0x84:
          case 0x85:
          case 0x86:
          case 0x87:
          case 0x88:
          case 0x89:
          case 0x8a:
          case 0x8b:
          case 0x8c:
          case 0x8d:
          case 0x8e:
          case 0x8f:
            copyWord(sp, sp - ((<usize>op - 0x7f) << 5))
            sp += 32
            pc++
            continue
          case 0x90: // SWAP1 to SWAP16
          case 0x91:
          case 0x92:
          case 0x93:
          case 0x94:
          case 0x95:
          case 0x96:
          case 0x97:
          case 0x98:
          case 0x99:
          case 0x9a:
          case 0x9b:
          case 0x9c:
          case 0x9d:
          case 0x9e:
          case 0x9f:
            {
              const other = sp - 32 - ((<usize>op - 0x8f) << 5)
              const low = v128.load(other)
              const high = v128.load(other, 16)
              copyWord(other, sp - 32)
              v128.store(sp - 32, low)
              v128.store(sp - 16, high)
              pc++
              continue
            }
          case 0xa0: // LOG0 to LOG4
          case 0xa1:
          case 0xa2:
          case 0xa3:
          case 0xa4:
            if (load<u32>(frame, F_FLAGS) & IS_STATIC) {
              fault = Fault.writeProtection
              break
            }
            gas = emitLog(frame, sp, gas, <usize>op - 0xa0)
            if (gas < 0) {
              fault = Fault.outOfGas
              break
            }
            sp -= (<usize>op - 0x9e) << 5
            pc++
            continue
          case 0xf0: // CREATE, CREATE2
          case 0xf5:
            setGas(gas)
            setSp(sp)
            setPc(pc)
            fault = create(op)
            gas = currentGas
            break
          case 0xf1: // CALL, CALLCODE, DELEGATECALL, STATICCALL
          case 0xf2:
          case 0xf4:
          case 0xfa:
            setGas(gas)
            setSp(sp)
            setPc(pc)
            fault = call(op)
            gas = currentGas
            break
          case 0xf3: // RETURN, REVERT
          case 0xfd:
            {
              const offset = clamp(sp - 32)
              const size = clamp(sp - 64)
              gas = payReach(frame, endOf(offset, size), gas)
              if (gas < 0) {
                fault = Fault.outOfGas
                break
              }
              setGas(gas)
              const output = size == 0 ? <usize>0 : <usize>load<u32>(frame, F_MEMORY) + <usize>offset
              fault = leave(op == 0xf3 ? Fault.none : Fault.revert, output, <usize>size)
              break
            }
          case 0xff: // SELFDESTRUCT
            setGas(gas)
            setSp(sp)
            fault = selfDestruct()
            gas = currentGas
            break
          default:
            fault = Fault.invalidOpcode
        }
      }
    }
    // Here is what changed the frame, and what failed.
    if (fault > 0) {
      setGas(gas)
      fault = leave(fault, 0, 0)
    }
    if (fault == Next.done) return Stop.done
    if (fault == Next.other) {
      // Code that only calls has no jumps to be stopped at.
      if (slice <= 0) return Stop.pause
      frame = currentFrame
      gas = currentGas
      sp = currentSp
      pc = currentPc
      floor = sliceGas - slice
    } else {
      gas = currentGas
      sp = currentSp
      pc++
    }
  }
}
