import {
  A_CODE,
  A_CODE_SIZE,
  A_DELEGATE,
  A_FLAGS,
  A_JUMPS,
  A_LISTED,
  A_BALANCE,
  A_BYTES,
  A_NEXT,
  A_NONCE,
  A_PRECOMPILE,
  A_REACHED,
  CHANGED,
  CODES,
  CODES_END,
  ENVIRONMENT,
  F_ACCOUNT,
  F_DEPTH,
  F_VALUE,
  FUNDED,
  GATES,
  HEADER,
  HASH_KEYS,
  HOST_MARK,
  HOST_SCRATCH,
  KNOWN,
  RECORDED,
  LOG_HEADER,
  L_ACCOUNT,
  L_PREVIOUS,
  L_SIZE,
  L_TOPICS,
  GAS_PRICE,
  COINBASE,
  TIMESTAMP,
  NUMBER,
  RANDAO,
  GAS_LIMIT,
  CHAIN_ID,
  BASE_FEE,
  BLOB_BASE_FEE,
  PARAMS,
  RULES,
  S_FLAGS,
  S_KEY,
  S_LISTED,
  S_NEXT,
  S_OWNER,
  START,
  TRANSACTION,
  WARM,
} from './layout'
import { allocate, resetHeap } from './heap'
import { resetReturn } from './frames'
import { gas, setHeld, setRefund, setSlice, setWatches } from './state'
import { startSteps } from './steps'
import { accountAt, resetAccounts } from './accounts'
import { Param } from './params'
import { resetJournal } from './journal'
import { resetSlots } from './slots'
import { initMasks } from './arithmetic/words'

// What the host may call, and where things lie that it reads and writes.

export { run } from './interpret'
export { allocate } from './heap'
export { begin, reserveReturn } from './frames'
export {
  accountChain,
  addToAccessList,
  noteReached,
  reachedChain,
  setListed,
  warmAccount,
} from './accounts'
export { appendLog, logChain, recordCode } from './journal'
export { nextChanged, nextWritten, peekSlot, slotAt, slotChain } from './slots'
export {
  abandonTransaction,
  continueTransaction,
  gasUsed,
  payWithin,
  setBlock,
  startTransaction,
} from './transaction'
export { analyze, codeRoom, jumpsOf } from './code'
export {
  endFault,
  endOutput,
  endSize,
  frame,
  gas,
  failedOpcode,
  failedStack,
  refund,
  returnData,
  returnSize,
  setHeld,
  setReturn,
} from './state'
export { failStep, flushSteps } from './steps'

// Constants that reached into the tables would be overwritten.
if (__heap_base > START) unreachable()
initMasks()

/** Forgets the last message, however it ended. */
export function reset(watchesFrames: bool, watchesSteps: bool): void {
  resetHeap()
  resetAccounts()
  resetSlots()
  resetJournal()
  resetReturn()
  setRefund(0)
  setWatches(watchesFrames, watchesSteps)
  setHeld(false)
  store<i32>(HOST_MARK, 0)
}

/** Lets every opcode pass through the slow gate, where its step is told, or only those that have to. */
export function setStepping(
  words: u32,
  memoryDeltas: bool,
  returnData: bool,
  singly: bool,
): void {
  startSteps(words, memoryDeltas, returnData, singly)
  for (let op: usize = 0; op < 256; op++) store<u64>(GATES + (op << 3), 0xffff)
}
export function setPlain(): void {
  memory.copy(GATES, RULES, 256 * 8)
}

/** The account of the address whose 20 bytes are at `bytes`. */
export function accountOfBytes(bytes: usize): usize {
  const high = bswap(load<u32>(bytes))
  const middle = bswap(load<u64>(bytes, 4))
  return accountAt(bswap(load<u64>(bytes, 12)), middle, high)
}

/** How much gas may be used until `run` comes back. */
export function grant(slice: i64): void {
  setSlice(slice, gas)
}

/** Addresses and offsets by name, for the host. */
export const params = PARAMS
export const paramCount: i32 = Param.count
export const gasPrice = ENVIRONMENT + (GAS_PRICE << 5)
export const blockCoinbase = ENVIRONMENT + (COINBASE << 5)
export const blockTimestamp = ENVIRONMENT + (TIMESTAMP << 5)
export const blockNumber = ENVIRONMENT + (NUMBER << 5)
export const blockRandao = ENVIRONMENT + (RANDAO << 5)
export const blockGasLimit = ENVIRONMENT + (GAS_LIMIT << 5)
export const blockChainId = ENVIRONMENT + (CHAIN_ID << 5)
export const blockBaseFee = ENVIRONMENT + (BASE_FEE << 5)
export const blockBlobBaseFee = ENVIRONMENT + (BLOB_BASE_FEE << 5)
/** Value and highest price of gas of a transaction of a block. */
export const transactionValue = TRANSACTION
export const transactionFeeCap = TRANSACTION + 32
/** See `HOST_SCRATCH`. */
export const scratch = HOST_SCRATCH
export const frameHeader = HEADER
export const hashKeys = HASH_KEYS
export const rules = RULES
export const hostMark = HOST_MARK
export const codes = CODES
export const codesEnd = CODES_END
export const frameAccount = F_ACCOUNT
export const frameValue = F_VALUE
export const frameDepth = F_DEPTH
export const accountBytes = A_BYTES
export const accountNext = A_NEXT
export const accountFlags = A_FLAGS
export const accountCode = A_CODE
export const accountCodeSize = A_CODE_SIZE
export const accountJumps = A_JUMPS
export const accountDelegate = A_DELEGATE
export const accountPrecompile = A_PRECOMPILE
export const accountBalance = A_BALANCE
export const accountNonce = A_NONCE
export const accountListed = A_LISTED
export const accountReached = A_REACHED
export const slotKey = S_KEY
export const slotNext = S_NEXT
export const slotOwner = S_OWNER
export const slotFlags = S_FLAGS
export const slotListed = S_LISTED
export const logPrevious = L_PREVIOUS
export const logAccount = L_ACCOUNT
export const logTopics = L_TOPICS
export const logSize = L_SIZE
export const logHeader = LOG_HEADER
export const flagWarm = WARM
export const flagKnown = KNOWN
export const flagFunded = FUNDED
export const flagChanged = CHANGED
export const flagRecorded = RECORDED
