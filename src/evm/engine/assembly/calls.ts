import {
  A_CODE_SIZE,
  A_DELEGATE,
  A_PRECOMPILE,
  F_ACCOUNT,
  F_ADDRESS,
  F_CALLER,
  F_DEPTH,
  F_FLAGS,
  F_MEMORY,
  F_OUTPUT,
  F_OUTPUT_SIZE,
  F_VALUE,
  HOST_MARK,
  IS_CREATE,
  IS_STATIC,
} from './layout'
import { Created, Fault, Next } from './faults'
import { addressWord, leave, pushFrame, rollBack, suspend } from './frames'
import * as host from './host'
import { endOf, reach, reachCost } from './memory'
import { Feature, Param, has, param } from './params'
import {
  frame,
  gas,
  pc,
  refund,
  returnData,
  returnSize,
  setGas,
  setRefund,
  setReturn,
  setSlice,
  setSp,
  slice,
  sliceGas,
  sp,
  watchesFrames,
  watchesSteps,
} from './state'
import { closeStep, flushSteps } from './steps'
import {
  accountOf,
  addToAccessList,
  known,
  knownAccount,
  noteAccess,
  noteReached,
  warmAccount,
} from './accounts'
import { journalTop } from './journal'
import { clamp, copyBytes, copyWord, isWide, isZero, setSmall } from './arithmetic/words'

// CALL, CALLCODE, DELEGATECALL, STATICCALL, CREATE, CREATE2, SELFDESTRUCT. Each returns `Next` or a fault; all of them work on
// the registers.

const CALL: i32 = 0xf1
const CALLCODE: i32 = 0xf2
const DELEGATECALL: i32 = 0xf4
const CREATE2: i32 = 0xf5
const STATICCALL: i32 = 0xfa

/** What a call of a precompiled contract counts beside its gas until the loop is left: some take 20 ms for 50,000 gas. */
const PRECOMPILE_SLICE: i64 = 250_000

/** Gas for touching an account, which is warm afterwards (EIP-2929). */
export function accessCost(account: usize): i64 {
  return warmAccount(account) ? param(Param.coldAccount) : param(Param.warmAccess)
}

/** Ends a call that needed no frame: pushes its result and gives back gas. */
function finish(result: usize, isSuccess: bool, back: i64): i32 {
  setGas(gas + back)
  setSmall(result, isSuccess ? 1 : 0)
  setSp(result + 32)
  return Next.same
}

/** Tells the observer of the end of a frame that never ran. */
function exitEarly(output: usize, size: usize, used: i64, fault: i32): void {
  if (watchesFrames) host.exited(load<i32>(frame, F_DEPTH) + 1, output, size, used, fault)
}

function enter(op: i32, to: usize, input: usize, size: usize, forGas: i64, value: usize): void {
  if (watchesSteps) flushSteps()
  host.entered(frame, op, to, input, size, forGas, value)
}

/** CALL, CALLCODE, DELEGATECALL, STATICCALL. */
export function call(op: i32): i32 {
  const caller = frame
  const takesValue = op == CALL || op == CALLCODE
  const value = takesValue ? sp - 96 : 0
  const rest = takesValue ? sp - 128 : sp - 96
  const result = rest - 96
  const pays = takesValue && !isZero(value)
  const flags = load<u32>(caller, F_FLAGS) & IS_STATIC
  if (pays && op == CALL && flags != 0) return Fault.writeProtection

  const inputOffset = clamp(rest)
  const inputSize = clamp(rest - 32)
  const outputOffset = clamp(rest - 64)
  const outputSize = clamp(rest - 96)
  const end = max(endOf(inputOffset, inputSize), endOf(outputOffset, outputSize))
  let cost = reachCost(caller, end)
  const callee = knownAccount(sp - 64)
  if (has(Feature.warmAccess)) cost += accessCost(callee)
  if (pays) cost += param(Param.callValueTransferGas)
  const mayCreate = op == CALL && (pays || !has(Feature.stateClearing))
  if (mayCreate && host.isAbsent(callee)) cost += param(Param.callNewAccountGas)
  const delegate = <usize>load<u32>(callee, A_DELEGATE)
  if (delegate != 0) cost += accessCost(delegate)
  setGas(gas - cost)
  if (gas < 0) return Fault.outOfGas

  const request = isWide(sp - 32) || load<i64>(sp - 32) < 0 ? i64.MAX_VALUE : load<i64>(sp - 32)
  let granted = request
  if (has(Feature.gasReserve)) {
    granted = min(request, gas - (gas >> 6))
  } else if (request > gas) {
    setGas(gas - request)
    return Fault.outOfGas
  }
  setGas(gas - granted)
  if (watchesSteps) closeStep(gas, Fault.none)
  noteAccess(callee)
  if (delegate != 0) noteAccess(delegate)
  reach(caller, end)
  const childGas = pays ? granted + param(Param.callStipendGas) : granted
  const input = inputSize == 0 ? <usize>0 : <usize>load<u32>(caller, F_MEMORY) + <usize>inputOffset
  const size = <usize>inputSize
  setReturn(0, 0)

  const isTooDeep = load<i32>(caller, F_DEPTH) >= <i32>param(Param.callDepth)
  const hostMark = load<i32>(HOST_MARK)
  const mark = journalTop
  noteReached(callee)
  if (watchesFrames) enter(op, callee, input, size, childGas, value)
  if (isTooDeep || (pays && !host.canPay(load<u32>(caller, F_ACCOUNT), value))) {
    exitEarly(0, 0, 0, isTooDeep ? Fault.callDepth : Fault.insufficientBalance)
    return finish(result, false, childGas)
  }
  if (mayCreate && !host.transfer(load<u32>(caller, F_ACCOUNT), callee, value)) {
    rollBack(mark, hostMark, refund)
    exitEarly(0, 0, 0, Fault.balanceOverflow)
    return finish(result, false, childGas)
  }
  if (load<u32>(callee, A_PRECOMPILE) != 0) {
    // Some of them take long for their gas: that shortens the slice.
    setSlice(slice - PRECOMPILE_SLICE, sliceGas)
    const isStatic = op == STATICCALL || flags != 0
    const used = host.precompile(callee, input, size, childGas, op, value, isStatic)
    const taken = min(<usize>outputSize, returnSize)
    copyBytes(<usize>load<u32>(caller, F_MEMORY) + <usize>outputOffset, returnData, taken)
    if (used < 0) {
      const lost = -1 - used
      rollBack(mark, hostMark, refund)
      exitEarly(returnData, returnSize, lost, Fault.precompile)
      return finish(result, false, childGas - lost)
    }
    exitEarly(returnData, returnSize, used, Fault.none)
    return finish(result, true, childGas - used)
  }
  // A delegation is followed once.
  const codeOf = delegate != 0 ? known(delegate) : callee
  if (load<u32>(codeOf, A_CODE_SIZE) == 0) {
    exitEarly(0, 0, 0, Fault.none)
    return finish(result, true, childGas)
  }

  suspend(pc + 1, result)
  setSlice(slice - (sliceGas - gas - granted), childGas)
  const keepsContext = op == CALLCODE || op == DELEGATECALL
  const context = keepsContext ? <usize>load<u32>(caller, F_ACCOUNT) : callee
  const isStatic = op == STATICCALL ? IS_STATIC : flags
  const child = pushFrame(
    caller,
    context,
    codeOf,
    input,
    size,
    childGas,
    isStatic,
    mark,
    hostMark,
  )
  store<u32>(child, <u32>outputOffset, F_OUTPUT)
  store<u32>(child, <u32>outputSize, F_OUTPUT_SIZE)
  addressWord(child + F_ADDRESS, context)
  if (op == DELEGATECALL) {
    copyWord(child + F_CALLER, caller + F_CALLER)
    copyWord(child + F_VALUE, caller + F_VALUE)
  } else {
    copyWord(child + F_CALLER, caller + F_ADDRESS)
    if (takesValue) copyWord(child + F_VALUE, value)
    else setSmall(child + F_VALUE, 0)
  }
  return Next.other
}

/** CREATE, CREATE2. */
export function create(op: i32): i32 {
  const creator = frame
  if (load<u32>(creator, F_FLAGS) & IS_STATIC) return Fault.writeProtection
  const value = sp - 32
  const salt = op == CREATE2 ? sp - 128 : 0
  const result = op == CREATE2 ? sp - 128 : sp - 96
  const offset = clamp(sp - 64)
  const size = clamp(sp - 96)
  const words = <i64>((size + 31) >> 5)
  const end = endOf(offset, size)
  let cost = reachCost(creator, end)
  if (has(Feature.initCodeLimit)) cost += words * param(Param.initCodeWordGas)
  if (op == CREATE2) cost += words * param(Param.keccak256WordGas)
  setGas(gas - cost)
  if (gas < 0) return Fault.outOfGas
  if (has(Feature.initCodeLimit) && <i64>size > param(Param.maxInitCodeSize)) {
    return Fault.initCodeTooLarge
  }
  reach(creator, end)
  if (watchesSteps) {
    closeStep(gas, Fault.none)
    if (watchesFrames) flushSteps()
  }
  const granted = has(Feature.gasReserve) ? gas - (gas >> 6) : gas
  setGas(gas - granted)
  setReturn(0, 0)
  const code = size == 0 ? <usize>0 : <usize>load<u32>(creator, F_MEMORY) + <usize>offset

  const account = host.prepareCreate(creator, value, code, <usize>size, salt, granted)
  if (account == 0) return finish(result, false, granted)
  if (has(Feature.warmAccess)) {
    // It comes into the access list also where it is warm already, as the coinbase may be.
    addToAccessList(account)
    warmAccount(account)
  }
  noteAccess(account)
  const hostMark = load<i32>(HOST_MARK)
  noteReached(account)
  if (watchesFrames) enter(op, account, code, <usize>size, granted, value)
  const how = host.beginCreate(load<u32>(creator, F_ACCOUNT), account, value)
  if (how != Created.yes) {
    rollBack(journalTop, hostMark, refund)
    const isCollision = how == Created.collision
    const fault = isCollision ? Fault.collision : Fault.balanceOverflow
    exitEarly(0, 0, isCollision ? granted : 0, fault)
    return finish(result, false, isCollision ? 0 : granted)
  }
  if (size == 0) {
    exitEarly(0, 0, 0, Fault.none)
    finish(result, true, granted)
    addressWord(result, account)
    return Next.same
  }
  suspend(pc + 1, result)
  setSlice(slice - (sliceGas - gas - granted), granted)
  const child = pushFrame(
    creator,
    account,
    0,
    code,
    <usize>size,
    granted,
    IS_CREATE,
    journalTop,
    hostMark,
  )
  addressWord(child + F_ADDRESS, account)
  copyWord(child + F_CALLER, creator + F_ADDRESS)
  copyWord(child + F_VALUE, value)
  return Next.other
}

/** SELFDESTRUCT. */
export function selfDestruct(): i32 {
  const account = <usize>load<u32>(frame, F_ACCOUNT)
  if (load<u32>(frame, F_FLAGS) & IS_STATIC) return Fault.writeProtection
  const heir = accountOf(sp - 32)
  let cost = param(Param.selfdestructGas)
  if (has(Feature.warmAccess) && warmAccount(heir)) cost += param(Param.coldAccount)
  if (host.bequestCreates(account, heir)) cost += param(Param.callNewAccountGas)
  setGas(gas - cost)
  if (gas < 0) return Fault.outOfGas
  if (watchesSteps) {
    closeStep(gas, Fault.none)
    flushSteps()
  }
  noteAccess(heir)
  noteReached(heir)
  if (host.selfDestruct(account, heir)) setRefund(refund + param(Param.selfdestructRefundGas))
  return leave(Fault.none, 0, 0)
}
