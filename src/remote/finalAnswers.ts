import { isHex } from '../primitives/encoding/hex.ts'
import { isJsonObject } from '../primitives/encoding/json.ts'
import {
  readAddress,
  readBytes,
  readField,
  readHash,
  readList,
  readObject,
  readQuantity,
  readWord,
  unlike,
} from './remoteAnswers.ts'
import type { RemoteJson } from './remoteChain.ts'

/** Throws a RangeError if the answer is not that to the parameters. */
type Check = (answer: unknown, params: readonly unknown[]) => void

/** What is checked of answers, by method. Unknown fields and types of transactions stay. */
const checks: ReadonlyMap<string, Check> = new Map(
  Object.entries({
    eth_getBlockByNumber: orNull(checkBlock),
    eth_getBlockByHash: orNull(checkBlock),
    eth_getHeaderByNumber: orNull(checkHeader),
    eth_getHeaderByHash: orNull(checkHeader),
    erigon_getHeaderByNumber: orNull(checkHeader),
    eth_getBlockTransactionCountByNumber: orNull(readQuantity),
    eth_getBlockTransactionCountByHash: orNull(readQuantity),
    eth_getUncleCountByBlockNumber: orNull(readQuantity),
    eth_getUncleCountByBlockHash: orNull(readQuantity),
    eth_getBlockReceipts: orNull(checkReceipts),

    eth_getTransactionByHash: orNull(checkTransaction),
    eth_getTransactionReceipt: orNull(checkReceipt),
    eth_getTransactionByBlockNumberAndIndex: orNull(checkTransactionIn),
    eth_getTransactionByBlockHashAndIndex: orNull(checkTransactionIn),

    eth_getLogs: checkLogs,
    eth_feeHistory: checkFees,

    eth_getBalance: readQuantity,
    eth_getTransactionCount: readQuantity,
    eth_getCode: readBytes,
    eth_getStorageAt: readWord,
    eth_getAccountInfo: readObject,
    eth_getStorageValues: readObject,
    eth_getProof: readObject,
    eth_call: readBytes,
    eth_callMany: readList,
    eth_estimateGas: readQuantity,
    eth_createAccessList: readObject,
    eth_simulateV1: readList,

    eth_getUncleByBlockNumberAndIndex: orNull(readObject),
    eth_getUncleByBlockHashAndIndex: orNull(readObject),
    eth_getRawTransactionByBlockNumberAndIndex: orNull(readBytes),
    eth_getRawTransactionByBlockHashAndIndex: orNull(readBytes),
    eth_getRawTransactionByHash: orNull(readBytes),
    eth_getTransactionBySenderAndNonce: orNull(checkSearch),
    eth_getTransactionErrorByHash: orNull(readText),
    eth_getVMError: orNull(readText),

    debug_dumpBlock: readObject,
    debug_getModifiedAccountsByHash: orNull(readAddresses),
    debug_getModifiedAccountsByNumber: orNull(readAddresses),
    debug_getRawHeader: orNull(readBytes),
    debug_getRawBlock: orNull(readBytes),
    debug_getRawReceipts: orNull(readRawList),
    debug_getRawTransaction: orNull(readBytes),
    debug_storageRangeAt: readObject,
    debug_traceBlockByNumber: orNull(readObjects),
    debug_traceBlockByHash: orNull(readObjects),
    debug_traceCall: (answer, params) => checkTrace(answer, params[2]),
    debug_traceTransaction: (answer, params) => {
      if (answer !== null) checkTrace(answer, params[1])
    },

    trace_block: orNull(readObjects),
    trace_call: readObject,
    trace_callMany: readObjects,
    trace_filter: orNull(readObjects),
    trace_get: orNull(readObject),
    trace_transaction: orNull(readObjects),
    trace_replayBlockTransactions: orNull(readObjects),
    trace_replayTransaction: orNull(readObject),

    ots_getBlockDetails: orNull(readObject),
    ots_getBlockDetailsByHash: orNull(readObject),
    ots_getBlockTransactions: orNull(readObject),
    ots_getContractCreator: orNull(readObject),
    ots_getInternalOperations: orNull(readObjects),
    ots_getTransactionBySenderAndNonce: orNull(checkSearch),
    ots_getTransactionError: orNull(readBytes),
    ots_hasCode: readBoolean,
    ots_searchTransactionsAfter: checkPage,
    ots_searchTransactionsBefore: checkPage,
    ots_traceTransaction: orNull(readObjects),
  } satisfies Record<string, Check>),
)

/**
 * Checks that an answer about the chain's past is what the method returns, and about the block or
 * transaction asked for.
 *
 * @throws RangeError with the reason
 */
export function checkFinalAnswer(
  method: string,
  params: readonly unknown[],
  answer: unknown,
): void {
  checks.get(method)?.(answer, params)
}

/** Whether an answer of the method is checked. Of another it must not be kept. */
export function hasCheck(method: string): boolean {
  return checks.has(method)
}

/** Also accepts null: no such object exists, or the node does not know it. */
function orNull(check: Check): Check {
  return (answer, params) => {
    if (answer !== null) check(answer, params)
  }
}

function readObjects(answer: unknown): void {
  for (const each of readList(answer)) readObject(each)
}

function readRawList(answer: unknown): void {
  for (const each of readList(answer)) readBytes(each)
}

function readAddresses(answer: unknown): void {
  for (const each of readList(answer)) readAddress(each)
}

function readText(answer: unknown): void {
  if (typeof answer !== 'string') throw unlike('a string', answer)
}

function readBoolean(answer: unknown): void {
  if (typeof answer !== 'boolean') throw unlike('a boolean', answer)
}

/** Some nodes return the whole transaction, others its hash. */
function checkSearch(answer: unknown): void {
  if (isJsonObject(answer)) readField(answer, 'hash', readHash)
  else readHash(answer)
}

/** Transactions with a receipt each, and whether they are the newest and the oldest. */
function checkPage(answer: unknown): void {
  const json = readObject(answer)
  for (const name of ['firstPage', 'lastPage']) readField(json, name, readBoolean)
  const transactions = readField(json, 'txs', readList)
  for (const each of transactions) readField(readObject(each), 'blockNumber', readQuantity)
  checkLength(json, 'receipts', [transactions.length])
}

/** The result of a tracer in JavaScript is up to its author, that of the others a structure. */
function checkTrace(answer: unknown, options: unknown): void {
  const { tracer = '' } = isJsonObject(options) ? options : {}
  const isScript = typeof tracer === 'string' && !/^\w*$/.test(tracer)
  if (!isScript && !Array.isArray(answer)) readObject(answer)
}

function checkHeader(answer: unknown, [block]: readonly unknown[]): void {
  const json = readObject(answer)
  readField(json, 'number', readQuantity)
  readField(json, 'hash', readHash)
  checkPlace(json, block, ['number', 'hash'])
}

function checkBlock(answer: unknown, params: readonly unknown[]): void {
  checkHeader(answer, params)
  readField(readObject(answer), 'transactions', readList)
}

function checkTransaction(answer: unknown, [hash]: readonly unknown[]): void {
  const json = readObject(answer)
  checkHash(json, 'hash', hash)
  const { blockNumber } = json
  const isPending = blockNumber === undefined || blockNumber === null
  if (!isPending) readField(json, 'blockNumber', readQuantity)
}

function checkTransactionIn(answer: unknown, [block]: readonly unknown[]): void {
  const json = readObject(answer)
  readField(json, 'hash', readHash)
  checkPlace(json, block)
}

function checkReceipt(answer: unknown, [hash]: readonly unknown[]): void {
  const json = readObject(answer)
  checkHash(json, 'transactionHash', hash)
  readField(json, 'blockNumber', readQuantity)
}

function checkReceipts(answer: unknown, [block]: readonly unknown[]): void {
  for (const each of readList(answer)) {
    const json = readObject(each)
    readField(json, 'transactionHash', readHash)
    checkPlace(json, block)
  }
}

/**
 * Checks the number or hash of a block, whichever is asked for.
 *
 * @param block parameter of the request: a number, a hash, or an object with the hash
 */
function checkPlace(
  json: RemoteJson,
  block: unknown,
  [number, hash]: readonly [string, string] = ['blockNumber', 'blockHash'],
): void {
  const asked = isJsonObject(block) ? block.blockHash : block
  if (!isHex(asked) || asked.length === 2) return
  if (asked.length === 66) {
    checkHash(json, hash, asked)
    return
  }
  const found = readField(json, number, readQuantity)
  if (found !== BigInt(asked)) {
    throw new RangeError(`${number}: want ${BigInt(asked)}, got ${found}`)
  }
}

function checkHash(json: RemoteJson, name: string, asked: unknown): void {
  const found = readField(json, name, readHash)
  if (isHex(asked) && found !== asked.toLowerCase()) {
    throw new RangeError(`${name}: want ${asked}, got ${found}`)
  }
}

/** The filter has a block's hash, or first and last number. */
function checkLogs(answer: unknown, [filter]: readonly unknown[]): void {
  const { blockHash, fromBlock, toBlock } = readObject(filter)
  for (const each of readList(answer)) {
    const json = readObject(each)
    const number = readField(json, 'blockNumber', readQuantity)
    if (blockHash !== undefined) {
      checkHash(json, 'blockHash', blockHash)
    } else if (number < readQuantity(fromBlock) || number > readQuantity(toBlock)) {
      throw new RangeError(`blockNumber: ${number} is outside the range asked for`)
    }
  }
}

function checkFees(answer: unknown, [given, end, percentiles]: readonly unknown[]): void {
  const json = readObject(answer)
  const [count, newest] = [readQuantity(given), readQuantity(end)]
  const first = newest + 1n > count ? newest + 1n - count : 0n
  const oldest = readField(json, 'oldestBlock', readQuantity)
  // The first block of Sei is 1.
  if (oldest !== first && !(first === 0n && oldest === 1n)) {
    throw new RangeError(`oldestBlock: want ${first}, got ${oldest}`)
  }
  const blocks = Number(newest + 1n - oldest)
  checkLength(json, 'gasUsedRatio', [blocks])
  // Sei has no base fee of the next block.
  checkLength(json, 'baseFeePerGas', [blocks + 1, blocks])
  if (Array.isArray(percentiles) && percentiles.length > 0) checkLength(json, 'reward', [blocks])
}

function checkLength(json: RemoteJson, name: string, wanted: readonly number[]): void {
  const { length } = readField(json, name, readList)
  if (!wanted.includes(length)) {
    throw new RangeError(`${name}: want ${wanted[0]} entries, got ${length}`)
  }
}
