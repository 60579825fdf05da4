import {
  A_CODE,
  A_CODE_SIZE,
  A_HIGH,
  A_JUMPS,
  A_LOW,
  A_MIDDLE,
  ENVIRONMENT,
  FRAMES,
  F_ACCOUNT,
  F_ADDRESS,
  F_CALLER,
  F_CODE,
  F_CODE_SIZE,
  F_DELTA,
  F_DELTA_SIZE,
  F_DEPTH,
  F_FLAGS,
  F_GAS,
  F_HOST_MARK,
  F_INPUT,
  F_INPUT_SIZE,
  F_JOURNAL,
  F_JUMPS,
  F_MEMORY,
  F_MEMORY_SIZE,
  F_OUTPUT,
  F_OUTPUT_SIZE,
  F_PARENT,
  F_PC,
  F_REFUND,
  F_RETURN_SEEN,
  F_SEGMENT,
  F_SP,
  F_START_GAS,
  HEADER,
  HOST_MARK,
  IS_CREATE,
  ORIGIN,
  STACK_BYTES,
} from './layout'
import { analyze, codeRoom, jumpsOf } from './code'
import { Fault, Next } from './faults'
import { allocate, findSegment, segmentStart } from './heap'
import * as host from './host'
import { Feature, Param, has, param } from './params'
import {
  frame,
  gas,
  refund,
  returnVersion,
  setEnd,
  setFrame,
  setGas,
  setPc,
  setRefund,
  setReturn,
  setSlice,
  setSp,
  slice,
  sliceGas,
  watchesFrames,
  watchesSteps,
} from './state'
import { closeStep, flushSteps } from './steps'
import { undo } from './journal'
import { copyBytes, set, setSmall } from './arithmetic/words'

/** Room that a new frame finds for its memory at the least. */
const FIRST_MEMORY: usize = 4096

/** Takes back everything since journal, host and refund counter stood so. */
export function rollBack(journalMark: u32, hostMark: i32, refundMark: i64): void {
  undo(journalMark)
  if (load<i32>(HOST_MARK) != hostMark) host.revertTo(hostMark)
  setRefund(refundMark)
}

/** Puts the address of an account on a word. */
export function addressWord(to: usize, account: usize): void {
  set(to, load<u64>(account, A_LOW), load<u64>(account, A_MIDDLE), load<u32>(account, A_HIGH), 0)
}

/**
 * Makes a frame above `parent` (0: the first one) and sets the registers on it. Its code is that of `codeOf`, or, where that
 * is 0, the init code of `size` bytes at `input`. Journal and host stood at the marks when it began.
 */
export function pushFrame(
  parent: usize,
  context: usize,
  codeOf: usize,
  input: usize,
  size: usize,
  childGas: i64,
  flags: u32,
  journalMark: u32,
  hostMark: i32,
): usize {
  let segment = 0
  let at = FRAMES
  if (parent != 0) {
    segment = load<i32>(parent, F_SEGMENT)
    at = ((<usize>load<u32>(parent, F_MEMORY) + load<u32>(parent, F_MEMORY_SIZE)) + 31) & ~31
  }
  const initRoom = codeOf == 0 ? codeRoom(size) : 0
  const found = findSegment(segment, at, HEADER + STACK_BYTES + initRoom + FIRST_MEMORY)
  if (found != segment) at = segmentStart(found)
  const child = at
  let base = child + HEADER + STACK_BYTES
  if (codeOf == 0) {
    const code = base
    memory.copy(code, input, size)
    analyze(code, size)
    store<u32>(child, <u32>code, F_CODE)
    store<u32>(child, <u32>size, F_CODE_SIZE)
    store<u32>(child, <u32>jumpsOf(code, size), F_JUMPS)
    store<u32>(child, 0, F_INPUT)
    store<u32>(child, 0, F_INPUT_SIZE)
    base = (code + initRoom + 31) & ~31
  } else {
    store<u32>(child, load<u32>(codeOf, A_CODE), F_CODE)
    store<u32>(child, load<u32>(codeOf, A_CODE_SIZE), F_CODE_SIZE)
    store<u32>(child, load<u32>(codeOf, A_JUMPS), F_JUMPS)
    store<u32>(child, <u32>input, F_INPUT)
    store<u32>(child, <u32>size, F_INPUT_SIZE)
  }
  store<u32>(child, <u32>parent, F_PARENT)
  store<i32>(child, found, F_SEGMENT)
  store<u32>(child, <u32>base, F_MEMORY)
  store<u32>(child, 0, F_MEMORY_SIZE)
  store<u32>(child, <u32>context, F_ACCOUNT)
  store<u32>(child, flags, F_FLAGS)
  store<u32>(child, parent == 0 ? 0 : load<u32>(parent, F_DEPTH) + 1, F_DEPTH)
  store<u32>(child, 0, F_OUTPUT)
  store<u32>(child, 0, F_OUTPUT_SIZE)
  store<u32>(child, journalMark, F_JOURNAL)
  store<i32>(child, hostMark, F_HOST_MARK)
  store<i64>(child, refund, F_REFUND)
  store<i64>(child, childGas, F_START_GAS)
  store<u32>(child, 0, F_DELTA)
  store<u32>(child, 0, F_DELTA_SIZE)
  store<u32>(child, returnVersion, F_RETURN_SEEN)
  setFrame(child)
  setGas(childGas)
  setSp(child + HEADER)
  setPc(load<u32>(child, F_CODE))
  return child
}

/**
 * Makes the first frame. `codeOf` is the account whose code runs, 0 for the init code at `input`.
 * The value is the host's to write.
 */
export function begin(
  caller: usize,
  context: usize,
  codeOf: usize,
  input: usize,
  size: usize,
  gas: i64,
): usize {
  const flags = codeOf == 0 ? IS_CREATE : 0
  const frame = pushFrame(0, context, codeOf, input, size, gas, flags, 0, 0)
  addressWord(frame + F_ADDRESS, context)
  addressWord(frame + F_CALLER, caller)
  addressWord(ENVIRONMENT + (ORIGIN << 5), caller)
  return frame
}

/** Writes the registers into the running frame, before another one runs. */
export function suspend(nextPc: usize, newSp: usize): void {
  store<u32>(frame, <u32>nextPc, F_PC)
  store<u32>(frame, <u32>newSp, F_SP)
  store<i64>(frame, gas, F_GAS)
}

/** Whether a creation can pay for its code. Where it need not (before EIP-2), one that cannot leaves an empty contract. */
function canDeposit(size: usize): bool {
  return gas >= <i64>size * param(Param.createDataGas)
}

/** Pays for the code that a creation returned and stores it; returns why that failed. Sets the gas. */
function deposit(account: usize, output: usize, size: usize): i32 {
  if (size == 0) return Fault.none
  if (has(Feature.codeLimit) && <i64>size > param(Param.maxCodeSize)) return Fault.codeTooLarge
  if (!canDeposit(size)) return Fault.codeUnpaid
  if (has(Feature.noEofCode) && load<u8>(output) == 0xef) return Fault.eofCode
  setGas(gas - <i64>size * param(Param.createDataGas))
  host.setCode(account, output, size)
  return Fault.none
}

/** Keeps what a call returned, as its bytes lie where the next frame will be. */
function keepReturn(data: usize, size: usize): void {
  setReturn(reserveReturn(size), size)
  copyBytes(returnBuffer, data, size)
}

let returnBuffer: usize = 0
let returnRoom: usize = 0

export function resetReturn(): void {
  returnBuffer = 0
  returnRoom = 0
  setReturn(0, 0)
}

/** Where the host may write so many bytes of return data. */
export function reserveReturn(size: usize): usize {
  if (size > returnRoom) {
    returnRoom = size << 1
    returnBuffer = allocate(returnRoom)
  }
  return returnBuffer
}

/** Ends the running frame. Its gas is in the register; registers are the parent's afterwards. */
export function leave(reason: i32, output: usize, size: usize): i32 {
  const child = frame
  let fault = reason
  const isCreate = (load<u32>(child, F_FLAGS) & IS_CREATE) != 0
  if (watchesSteps) closeStep(gas, fault)
  if (fault == Fault.none && isCreate) {
    if (!has(Feature.strictDeposit) && !canDeposit(size)) size = 0
    fault = deposit(load<u32>(child, F_ACCOUNT), output, size)
  }
  if (fault != Fault.none) {
    rollBack(load<u32>(child, F_JOURNAL), load<i32>(child, F_HOST_MARK), load<i64>(child, F_REFUND))
    if (fault != Fault.revert) {
      setGas(0)
      size = 0
    }
  }
  const parent = <usize>load<u32>(child, F_PARENT)
  if (watchesSteps && (watchesFrames || parent == 0)) flushSteps()
  if (watchesFrames) {
    host.exited(load<i32>(child, F_DEPTH), output, size, load<i64>(child, F_START_GAS) - gas, fault)
  }
  if (parent == 0) {
    setEnd(fault, output, size)
    return Next.done
  }
  if (isCreate && fault == Fault.none) setReturn(0, 0)
  else keepReturn(output, size)
  const result = <usize>load<u32>(parent, F_SP)
  if (!isCreate) {
    const room = <usize>load<u32>(child, F_OUTPUT_SIZE)
    const taken = min(room, size)
    // What the child returned lies above the parent's memory.
    copyBytes(load<u32>(parent, F_MEMORY) + load<u32>(child, F_OUTPUT), output, taken)
    setSmall(result, fault == Fault.none ? 1 : 0)
  } else if (fault == Fault.none) {
    addressWord(result, load<u32>(child, F_ACCOUNT))
  } else {
    setSmall(result, 0)
  }
  const used = sliceGas - gas
  const total = load<i64>(parent, F_GAS) + gas
  setFrame(parent)
  setGas(total)
  setSp(result + 32)
  setPc(load<u32>(parent, F_PC))
  setSlice(slice - used, total)
  return Next.other
}
