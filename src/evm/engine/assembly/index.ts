import {
  A_CODE,
  A_CODE_SIZE,
  A_DELEGATE,
  A_FLAGS,
  A_JUMPS,
  A_LISTED,
  A_LOW,
  A_PRECOMPILE,
  A_WRITTEN,
  CODES,
  CODES_END,
  ENVIRONMENT,
  F_ACCOUNT,
  F_ADDRESS,
  F_CALLER,
  F_DEPTH,
  F_VALUE,
  GATES,
  HOST_MARK,
  IS_CREATE,
  KNOWN,
  PARAMS,
  RULES,
  S_FLAGS,
  S_KEY,
  S_LISTED,
  S_ORIGINAL,
  S_OWNER,
  S_WORD,
  WARM,
} from './layout'
import { allocate, resetHeap } from './heap'
import { pushFrame, resetReturn } from './frames'
import { gas, setRefund, setSlice, setWatches } from './state'
import { startSteps } from './steps'
import { resetTables } from './tables'
import { initMasks } from './words'

// What the host may call. Addresses of fields are told by `field`, so that the host keeps no numbers of its own.

export { run } from './interpret'
export { allocate } from './heap'
export { reserveReturn } from './frames'
export {
  accountAt,
  accountTable,
  accountTableSize,
  recordCode,
  setListed,
  slotAt,
  slotTable,
  slotTableSize,
  warmAccount,
} from './tables'
export { analyze, codeRoom, jumpsOf } from './code'
export {
  endFault,
  endOutput,
  endSize,
  frame,
  gas,
  refund,
  returnData,
  returnSize,
  setReturn,
} from './state'
export { flushSteps } from './steps'
export { keccak256 } from './keccak'

initMasks()

/** Forgets the last message, however it ended. */
export function reset(watchesFrames: bool, watchesSteps: bool): void {
  resetHeap()
  resetTables()
  resetReturn()
  setRefund(0)
  setWatches(watchesFrames, watchesSteps)
  store<i32>(HOST_MARK, 0)
}

/** Lets every opcode pass through the slow gate, where its step is told, or only those that have to. */
export function setStepping(words: u32, memoryDeltas: bool, returnData: bool): void {
  startSteps(words, memoryDeltas, returnData)
  for (let op: usize = 0; op < 256; op++) store<u64>(GATES + (op << 3), 0xffff)
}
export function setPlain(): void {
  memory.copy(GATES, RULES, 256 * 8)
}

/** Makes the first frame. `codeOf` is the account whose code runs, 0 for the init code at `input`. */
export function begin(context: usize, codeOf: usize, input: usize, size: usize, gas: i64): usize {
  const flags = codeOf == 0 ? IS_CREATE : 0
  return pushFrame(0, context, codeOf, input, size, gas, flags, 0, 0)
}

/** How much gas may be used until `run` comes back. */
export function grant(slice: i64): void {
  setSlice(slice, gas)
}

/** Addresses and offsets by name, for the host. */
export const params = PARAMS
export const environment = ENVIRONMENT
export const rules = RULES
export const hostMark = HOST_MARK
export const codes = CODES
export const codesEnd = CODES_END
export const frameAccount = F_ACCOUNT
export const frameAddress = F_ADDRESS
export const frameCaller = F_CALLER
export const frameValue = F_VALUE
export const frameDepth = F_DEPTH
export const accountAddress = A_LOW
export const accountFlags = A_FLAGS
export const accountCode = A_CODE
export const accountCodeSize = A_CODE_SIZE
export const accountJumps = A_JUMPS
export const accountDelegate = A_DELEGATE
export const accountPrecompile = A_PRECOMPILE
export const accountListed = A_LISTED
export const accountWritten = A_WRITTEN
export const slotKey = S_KEY
export const slotWord = S_WORD
export const slotOriginal = S_ORIGINAL
export const slotOwner = S_OWNER
export const slotFlags = S_FLAGS
export const slotListed = S_LISTED
export const flagWarm = WARM
export const flagKnown = KNOWN
