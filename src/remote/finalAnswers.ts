import { isHex } from '../primitives/encoding/hex.ts'
import { isJsonObject } from '../primitives/encoding/json.ts'
import {
  readBytes,
  readField,
  readHash,
  readList,
  readObject,
  readQuantity,
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
    eth_call: readBytes,
    eth_getProof: readObject,

    debug_traceBlockByNumber: orNull(readList),
    debug_traceBlockByHash: orNull(readList),
    debug_getRawReceipts: orNull(readList),
    trace_block: orNull(readList),
    trace_filter: orNull(readList),
    trace_transaction: orNull(readList),
    trace_replayBlockTransactions: orNull(readList),
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

/** Also accepts null: no such object exists, or the node does not know it. */
function orNull(check: Check): Check {
  return (answer, params) => {
    if (answer !== null) check(answer, params)
  }
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
