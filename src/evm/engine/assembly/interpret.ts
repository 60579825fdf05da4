import { call, create, selfDestruct } from './calls'
import { fits, jumpTarget, targetAt } from './code'
import { addModulo, divide, divideLimb, divideSigned, modulo, moduloSigned, multiplyModulo } from './arithmetic/divide'
import { Fault, Next } from './faults'
import { leave } from './frames'
import * as host from './host'
import * as at from './layout'
import { endOf, isBeyond, loadMemory, payReach, storeMemory } from './memory'
import {
  askAccount,
  copyExternal,
  copyIn,
  copyWithin,
  emitLog,
  environmentWord,
  hash,
  loadInput,
  loadStorage,
  stackFault,
  storeStorage,
} from './operations'
import { Param, param } from './params'
import {
  frame as currentFrame,
  gas as currentGas,
  pc as currentPc,
  returnData,
  returnSize,
  setGas,
  setFailed,
  setPc,
  setSp,
  slice,
  sliceGas,
  sp as currentSp,
  takeHold,
  watchesSteps,
} from './state'
import { closeStep, openStep } from './steps'
import { slotAt, writeSlot } from './slots'
import {
  add,
  and,
  byte,
  byteSize,
  clamp,
  copyWord,
  equal,
  isWide,
  isZero,
  leadingZeros,
  less,
  lessSigned,
  not,
  or,
  power,
  product,
  readBytes,
  reverse,
  setSmall,
  shiftLeft,
  shiftRight,
  signExtend,
  subtract,
  swapWords,
  xor,
} from './arithmetic/words'

// The loop. A table has the operands, results and minimum gas of each opcode. In the stepping mode
// no opcode passes its check, so the loop itself never checks for an observer. An inner loop runs
// the common opcodes.

/** Reason why `run` returned. */
export const enum Stop {
  done,
  /** The slice of gas is used up, or the host requested it; `run` resumes here. */
  pause,
}

@inline
function keep(gas: i64, sp: usize, pc: usize): void {
  setGas(gas)
  setSp(sp)
  setPc(pc)
}

/** Exits the loop; the registers contain the position to resume. */
function pause(gas: i64, sp: usize, pc: usize): i32 {
  keep(gas, sp, pc)
  return Stop.pause
}

/** Runs the current frame and those it calls, until the message ends or the slice is used up. */
export function run(): i32 {
  let frame = currentFrame
  let gas = currentGas
  let sp = currentSp
  let pc = currentPc
  let floor = sliceGas - slice
  while (true) {
    let op = <u32>load<u8>(pc)
    let rule = load<u64>(at.GATES + (<usize>op << 3))
    let fault: i32 = Fault.none
    const used = <u32>(sp - frame)
    if (used - (<u32>rule & 0xffff) > (<u32>(rule >> 16) & 0xffff)) {
      if (watchesSteps) {
        if (takeHold()) return pause(gas, sp, pc)
        openStep(frame, pc, sp, gas, op)
      }
      fault = stackFault(op, used)
      rule = load<u64>(at.RULES + (<usize>op << 3))
      // No gas was paid, but the record contains the minimum cost.
      setFailed(op, (used - <u32>at.HEADER) >> 5)
      if (fault != Fault.none && watchesSteps) closeStep(gas - <i64>(rule >> 32), fault)
    }
    if (fault == Fault.none) {
      gas -= <i64>(rule >> 32)
      if (gas >= 0) {
        // The common opcodes: their loop calls no function, so that its variables stay in registers.
        // `break` leads to the outer switch below.
        let isPaid = false
        let gate: u64 = 0
        do {
          switch (op) {
            case 0x01: { add(sp - 64, sp - 32, sp - 64); sp -= 32; pc++; continue } // ADD
            case 0x02: { product(sp - 64, sp - 32, sp - 64); sp -= 32; pc++; continue } // MUL
            case 0x03: { subtract(sp - 64, sp - 32, sp - 64); sp -= 32; pc++; continue } // SUB
            case 0x04: case 0x06: { // DIV, MOD of one limb by one
              if (!divideLimb(sp - 64, sp - 32, sp - 64, op == 0x04)) break
              sp -= 32; pc++; continue
            }
            case 0x10: { setSmall(sp - 64, u64(less(sp - 32, sp - 64))); sp -= 32; pc++; continue } // LT
            case 0x11: { setSmall(sp - 64, u64(less(sp - 64, sp - 32))); sp -= 32; pc++; continue } // GT
            case 0x12: { setSmall(sp - 64, u64(lessSigned(sp - 32, sp - 64))); sp -= 32; pc++; continue } // SLT
            case 0x13: { setSmall(sp - 64, u64(lessSigned(sp - 64, sp - 32))); sp -= 32; pc++; continue } // SGT
            case 0x14: { setSmall(sp - 64, u64(equal(sp - 32, sp - 64))); sp -= 32; pc++; continue } // EQ
            case 0x15: { setSmall(sp - 32, u64(isZero(sp - 32))); pc++; continue } // ISZERO
            case 0x16: { and(sp - 64, sp - 32, sp - 64); sp -= 32; pc++; continue } // AND
            case 0x17: { or(sp - 64, sp - 32, sp - 64); sp -= 32; pc++; continue } // OR
            case 0x18: { xor(sp - 64, sp - 32, sp - 64); sp -= 32; pc++; continue } // XOR
            case 0x19: { not(sp - 32, sp - 32); pc++; continue } // NOT
            case 0x1a: { byte(sp - 64, sp - 32, sp - 64); sp -= 32; pc++; continue } // BYTE
            case 0x1b: { shiftLeft(sp - 64, sp - 64, sp - 32); sp -= 32; pc++; continue } // SHL
            case 0x1c: { shiftRight(sp - 64, sp - 64, sp - 32, 0); sp -= 32; pc++; continue } // SHR
            case 0x1d: { // SAR
              shiftRight(sp - 64, sp - 64, sp - 32, <u64>(load<i64>(sp - 40) >> 63))
              sp -= 32; pc++; continue
            }
            case 0x33: { copyWord(sp, frame + at.F_CALLER); sp += 32; pc++; continue } // CALLER
            case 0x34: { copyWord(sp, frame + at.F_VALUE); sp += 32; pc++; continue } // CALLVALUE
            case 0x36: { setSmall(sp, load<u32>(frame, at.F_INPUT_SIZE)); sp += 32; pc++; continue } // CALLDATASIZE
            case 0x50: { sp -= 32; pc++; continue } // POP
            case 0x5a: { setSmall(sp, gas); sp += 32; pc++; continue } // GAS
            case 0x5b: { pc++; continue } // JUMPDEST
            case 0x5f: { setSmall(sp, 0); sp += 32; pc++; continue } // PUSH0
            case 0x60: { setSmall(sp, load<u8>(pc, 1)); sp += 32; pc += 2; continue } // PUSH1
            case 0x63: { setSmall(sp, bswap<u32>(load<u32>(pc, 1))); sp += 32; pc += 5; continue } // PUSH4
            case 0x62: case 0x64: case 0x65: case 0x66: case 0x67: case 0x68: case 0x69: case 0x6a:
            case 0x6b: case 0x6c: case 0x6d: case 0x6e: case 0x6f: case 0x70: case 0x71: case 0x72:
            case 0x73: case 0x74: case 0x75: case 0x76: case 0x77: case 0x78: case 0x79: case 0x7a:
            case 0x7b: case 0x7c: case 0x7d: case 0x7e: case 0x7f: { // PUSH3, PUSH5 to PUSH32
              const size = <usize>op - 0x5f
              pc += size + 1
              readBytes(sp, pc, size)
              sp += 32; continue
            }
            case 0x80: case 0x81: case 0x82: case 0x83: case 0x84: case 0x85: case 0x86: case 0x87:
            case 0x88: case 0x89: case 0x8a: case 0x8b: case 0x8c: case 0x8d: case 0x8e: case 0x8f: { // DUP1 to DUP16
              copyWord(sp, sp - ((<usize>op - 0x7f) << 5))
              sp += 32; pc++; continue
            }
            case 0x90: case 0x91: case 0x92: case 0x93: case 0x94: case 0x95: case 0x96: case 0x97:
            case 0x98: case 0x99: case 0x9a: case 0x9b: case 0x9c: case 0x9d: case 0x9e: case 0x9f: { // SWAP1 to SWAP16
              swapWords(sp - 32, sp - 32 - ((<usize>op - 0x8f) << 5))
              pc++; continue
            }
            case 0x51: { // MLOAD; the outer switch expands memory
              const offset = load<u64>(sp - 32)
              if (isBeyond(sp - 32, offset, load<u32>(frame, at.F_MEMORY_SIZE))) break
              reverse(sp - 32, <usize>load<u32>(frame, at.F_MEMORY) + <usize>offset)
              pc++; continue
            }
            case 0x52: { // MSTORE
              const offset = load<u64>(sp - 32)
              if (isBeyond(sp - 32, offset, load<u32>(frame, at.F_MEMORY_SIZE))) break
              reverse(<usize>load<u32>(frame, at.F_MEMORY) + <usize>offset, sp - 64)
              sp -= 64; pc++; continue
            }
            case 0x56: { // JUMP
              const target = jumpTarget(frame, sp - 32)
              if (target == 0) break
              pc = target; sp -= 32
              if (gas < floor) return pause(gas, sp, pc)
              continue
            }
            case 0x57: { // JUMPI
              if (isZero(sp - 64)) { sp -= 64; pc++; continue }
              const target = jumpTarget(frame, sp - 32)
              if (target == 0) break
              pc = target; sp -= 64
              if (gas < floor) return pause(gas, sp, pc)
              continue
            }
            case 0x61: { // PUSH2
              const value = <u32>bswap<u16>(load<u16>(pc, 1))
              const next = <u32>load<u8>(pc, 3)
              if ((next & 0xfe) == 0x56) {
                // A valid jump with gas and operands runs at once.
                gate = load<u64>(at.GATES + (<usize>next << 3))
                const left = gas - <i64>(gate >> 32)
                if (fits(gate, <u32>(sp + 32 - frame), left)) {
                  if (next == 0x57 && isZero(sp - 32)) { gas = left; sp -= 32; pc += 4; continue }
                  const target = targetAt(frame, value)
                  if (target != 0) {
                    gas = left; pc = target
                    if (next == 0x57) sp -= 32
                    if (gas < floor) return pause(gas, sp, pc)
                    continue
                  }
                }
              }
              setSmall(sp, value)
              sp += 32; pc += 3; continue
            }
            case 0x35: { // CALLDATALOAD
              const offset = load<u64>(sp - 32)
              if (isBeyond(sp - 32, offset, load<u32>(frame, at.F_INPUT_SIZE))) break
              reverse(sp - 32, <usize>load<u32>(frame, at.F_INPUT) + <usize>offset)
              pc++; continue
            }
          }
          isPaid = true
          break
        } while (
          ((op = <u32>load<u8>(pc)),
          (gate = load<u64>(at.GATES + (<usize>op << 3))),
          (gas -= <i64>(gate >> 32)),
          fits(gate, <u32>(sp - frame), gas))
        )
        if (!isPaid) {
          gas += <i64>(load<u64>(at.GATES + (<usize>op << 3)) >> 32)
          continue
        }
        switch (op) {
          case 0x00: { setGas(gas); fault = leave(Fault.none, 0, 0); break } // STOP
          case 0x04: { divide(sp - 64, sp - 32, sp - 64); sp -= 32; pc++; continue } // DIV
          case 0x05: { divideSigned(sp - 64, sp - 32, sp - 64); sp -= 32; pc++; continue } // SDIV
          case 0x06: { modulo(sp - 64, sp - 32, sp - 64); sp -= 32; pc++; continue } // MOD
          case 0x07: { moduloSigned(sp - 64, sp - 32, sp - 64); sp -= 32; pc++; continue } // SMOD
          case 0x08: { addModulo(sp - 96, sp - 32, sp - 64, sp - 96); sp -= 64; pc++; continue } // ADDMOD
          case 0x09: { multiplyModulo(sp - 96, sp - 32, sp - 64, sp - 96); sp -= 64; pc++; continue } // MULMOD
          case 0x0a: { // EXP
            gas -= <i64>byteSize(sp - 64) * param(Param.expByteGas)
            if (gas < 0) break
            power(sp - 64, sp - 32, sp - 64); sp -= 32; pc++; continue
          }
          case 0x0b: { signExtend(sp - 64, sp - 32, sp - 64); sp -= 32; pc++; continue } // SIGNEXTEND
          case 0x1e: { setSmall(sp - 32, leadingZeros(sp - 32)); pc++; continue } // CLZ
          case 0x20: { // KECCAK256
            gas = hash(frame, sp, gas)
            if (gas < 0) break
            sp -= 32; pc++; continue
          }
          case 0x31: case 0x3b: case 0x3f: { // BALANCE, EXTCODESIZE, EXTCODEHASH
            gas = askAccount(op, sp - 32, gas)
            if (gas < 0) break
            pc++; continue
          }
          case 0x37: case 0x39: { // CALLDATACOPY, CODECOPY
            const from = load<u32>(frame + (op == 0x37 ? at.F_INPUT : at.F_CODE))
            const size = load<u32>(frame + (op == 0x37 ? at.F_INPUT_SIZE : at.F_CODE_SIZE))
            gas = copyIn(frame, sp, gas, from, size)
            if (gas < 0) break
            sp -= 96; pc++; continue
          }
          case 0x38: { setSmall(sp, load<u32>(frame, at.F_CODE_SIZE)); sp += 32; pc++; continue } // CODESIZE
          case 0x3c: { // EXTCODECOPY
            gas = copyExternal(frame, sp, gas)
            if (gas < 0) break
            sp -= 128; pc++; continue
          }
          case 0x3d: { setSmall(sp, returnSize); sp += 32; pc++; continue } // RETURNDATASIZE
          case 0x3e: { // RETURNDATACOPY
            gas = copyIn(frame, sp, gas, returnData, returnSize)
            if (gas < 0) break
            if (clamp(sp - 64) + clamp(sp - 96) > <u64>returnSize) { fault = Fault.returnDataOutOfBounds; break }
            sp -= 96; pc++; continue
          }
          case 0x40: { host.blockHash(sp - 32); pc++; continue } // BLOCKHASH
          case 0x30: case 0x32: case 0x3a: case 0x41: case 0x42: case 0x43: case 0x44: case 0x45: case 0x46:
          case 0x48: case 0x4a: { // ADDRESS, ORIGIN, GASPRICE, COINBASE to CHAINID, BASEFEE, BLOBBASEFEE
            copyWord(sp, environmentWord(frame, op))
            sp += 32; pc++; continue
          }
          case 0x47: { host.balance(load<u32>(frame, at.F_ACCOUNT), sp); sp += 32; pc++; continue } // SELFBALANCE
          case 0x49: { setSmall(sp - 32, 0); pc++; continue } // BLOBHASH: no blobs exist
          case 0x51: case 0x52: { // MLOAD, MSTORE that expand memory
            gas = payReach(frame, clamp(sp - 32) + 32, gas)
            if (gas < 0) break
            if (op == 0x51) loadMemory(frame, sp - 32)
            else { storeMemory(frame, sp - 32, sp - 64); sp -= 64 }
            pc++; continue
          }
          case 0x53: { // MSTORE8
            const offset = clamp(sp - 32)
            gas = payReach(frame, offset + 1, gas)
            if (gas < 0) break
            store<u8>(<usize>load<u32>(frame, at.F_MEMORY) + <usize>offset, load<u8>(sp - 64))
            sp -= 64; pc++; continue
          }
          case 0x54: { // SLOAD
            gas = loadStorage(frame, sp, gas)
            if (gas < 0) break
            pc++; continue
          }
          case 0x55: { // SSTORE
            if (load<u32>(frame, at.F_FLAGS) & at.IS_STATIC) { fault = Fault.writeProtection; break }
            if (gas <= param(Param.sstoreSentry)) { fault = Fault.reentrancySentry; break }
            gas = storeStorage(frame, sp, gas)
            if (gas < 0) break
            sp -= 64; pc++; continue
          }
          case 0x35: { loadInput(frame, sp - 32); pc++; continue } // CALLDATALOAD
          case 0x56: case 0x57: { fault = Fault.invalidJump; break } // JUMP, JUMPI
          case 0x58: { setSmall(sp, pc - load<u32>(frame, at.F_CODE)); sp += 32; pc++; continue } // PC
          case 0x59: { setSmall(sp, load<u32>(frame, at.F_MEMORY_SIZE)); sp += 32; pc++; continue } // MSIZE
          case 0x5c: { // TLOAD
            copyWord(sp - 32, slotAt(load<u32>(frame, at.F_ACCOUNT) + 1, sp - 32) + at.S_WORD)
            pc++; continue
          }
          case 0x5d: { // TSTORE
            if (load<u32>(frame, at.F_FLAGS) & at.IS_STATIC) { fault = Fault.writeProtection; break }
            writeSlot(slotAt(load<u32>(frame, at.F_ACCOUNT) + 1, sp - 32), sp - 64, load<u32>(frame, at.F_JOURNAL))
            sp -= 64; pc++; continue
          }
          case 0x5e: { // MCOPY
            gas = copyWithin(frame, sp, gas)
            if (gas < 0) break
            sp -= 96; pc++; continue
          }
          case 0xa0: case 0xa1: case 0xa2: case 0xa3: case 0xa4: { // LOG0 to LOG4
            if (load<u32>(frame, at.F_FLAGS) & at.IS_STATIC) { fault = Fault.writeProtection; break }
            gas = emitLog(frame, sp, gas, <usize>op - 0xa0)
            if (gas < 0) break
            sp -= (<usize>op - 0x9e) << 5; pc++; continue
          }
          case 0xf0: case 0xf5: { // CREATE, CREATE2
            keep(gas, sp, pc)
            fault = create(op)
            gas = currentGas
            break
          }
          case 0xf1: case 0xf2: case 0xf4: case 0xfa: { // CALL, CALLCODE, DELEGATECALL, STATICCALL
            keep(gas, sp, pc)
            fault = call(op)
            gas = currentGas
            break
          }
          case 0xf3: case 0xfd: { // RETURN, REVERT
            const offset = clamp(sp - 32)
            const size = clamp(sp - 64)
            gas = payReach(frame, endOf(offset, size), gas)
            if (gas < 0) break
            setGas(gas)
            const output = size == 0 ? <usize>0 : <usize>load<u32>(frame, at.F_MEMORY) + <usize>offset
            fault = leave(op == 0xf3 ? Fault.none : Fault.revert, output, <usize>size)
            break
          }
          case 0xff: { // SELFDESTRUCT
            setGas(gas)
            setSp(sp)
            fault = selfDestruct()
            gas = currentGas
            break
          }
          default:
            fault = Fault.invalidOpcode
        }
      }
    }
    // Reached by opcodes that changed the frame, ran out of gas or failed.
    if (fault == Fault.none && gas < 0) fault = Fault.outOfGas
    if (fault > 0) {
      setGas(gas)
      fault = leave(fault, 0, 0)
    }
    if (fault == Next.done) return Stop.done
    if (fault == Next.other) {
      // Code with calls only has no jumps at which to pause.
      if (slice <= 0) return Stop.pause
      frame = currentFrame
      pc = currentPc
    } else {
      pc++
    }
    gas = currentGas
    sp = currentSp
    floor = sliceGas - slice
  }
}
