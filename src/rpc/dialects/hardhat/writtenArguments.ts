import { isJsonObject } from '../../../primitives/encoding/json.ts'
import type { Method } from '../../core/method.ts'
import { debug_traceCall } from '../../methods/debug/trace.ts'
import {
  evm_setBlockGasLimit,
  hardhat_mine,
  hardhat_setNextBlockBaseFeePerGas,
} from '../../methods/dev/mining.ts'
import { evm_revert } from '../../methods/dev/snapshot.ts'
import {
  hardhat_setBalance,
  hardhat_setNonce,
  hardhat_setStorageAt,
} from '../../methods/dev/state.ts'
import { evm_increaseTime, evm_setNextBlockTimestamp } from '../../methods/dev/time.ts'
import {
  eth_getBlockByNumber,
  eth_getBlockTransactionCountByNumber,
} from '../../methods/eth/block.ts'
import { eth_call, eth_estimateGas } from '../../methods/eth/execute.ts'
import { eth_feeHistory } from '../../methods/eth/feeMarket.ts'
import { eth_newFilter } from '../../methods/eth/filter.ts'
import { eth_getLogs } from '../../methods/eth/logs.ts'
import { eth_sign } from '../../methods/eth/sign.ts'
import {
  eth_getBalance,
  eth_getCode,
  eth_getStorageAt,
  eth_getTransactionCount,
} from '../../methods/eth/state.ts'
import { eth_sendTransaction, eth_sendUnsignedTransaction } from '../../methods/eth/submit.ts'
import {
  eth_getTransactionByBlockHashAndIndex,
  eth_getTransactionByBlockNumberAndIndex,
} from '../../methods/eth/transaction.ts'
import { web3_sha3 } from '../../methods/web3.ts'

type Fields = Readonly<Record<string, unknown>>
type Reader = (value: unknown) => unknown
type Readers = readonly (Reader | undefined)[]

const DIGITS = /^([0-9a-f]{2})+$/i
const QUANTITIES = ['gas', 'gasPrice', 'maxFeePerGas', 'maxPriorityFeePerGas', 'value', 'nonce']
const DATA = ['data', 'input']
/** Types that Hardhat ignores: the other fields determine the type. */
const IGNORED_TYPE = /^0x(?!0?3$)[0-9a-f]{0,2}$/i

/**
 * Arguments that Hardhat reads in more forms than this node: bytes without `0x`, and `0x` as zero,
 * which `hexStripZeros` of ethers 5 makes. By method, in the order of its parameters.
 */
export const writtenArguments: ReadonlyMap<Method, Readers> = new Map<Method, Readers>([
  [hardhat_setBalance, [undefined, quantityOf]],
  [hardhat_setNonce, [undefined, quantityOf]],
  [hardhat_setStorageAt, [undefined, quantityOf]],
  [hardhat_setNextBlockBaseFeePerGas, [quantityOf]],
  [hardhat_mine, [quantityOf, quantityOf]],
  [evm_setBlockGasLimit, [quantityOf]],
  [evm_revert, [quantityOf]],
  [evm_increaseTime, [quantityOf]],
  [evm_setNextBlockTimestamp, [quantityOf]],
  [web3_sha3, [bytesOf]],
  [eth_sign, [undefined, bytesOf]],
  [eth_getBalance, [undefined, blockOf]],
  [eth_getCode, [undefined, blockOf]],
  [eth_getTransactionCount, [undefined, blockOf]],
  [eth_getStorageAt, [undefined, undefined, blockOf]],
  [eth_getBlockByNumber, [quantityOf]],
  [eth_getBlockTransactionCountByNumber, [quantityOf]],
  [eth_getTransactionByBlockNumberAndIndex, [quantityOf, quantityOf]],
  [eth_getTransactionByBlockHashAndIndex, [undefined, quantityOf]],
  [eth_feeHistory, [quantityOf, quantityOf]],
  [eth_newFilter, [criterionOf]],
  [eth_getLogs, [criterionOf]],
  [eth_call, [callOf, blockOf]],
  [eth_estimateGas, [callOf, blockOf]],
  [debug_traceCall, [callOf, blockOf]],
  [eth_sendTransaction, [requestOf]],
  [eth_sendUnsignedTransaction, [requestOf]],
])

/** Reads the arguments of a method before it. */
export function withWrittenArguments(method: Method, readers: Readers): Method {
  const call: Method['call'] = (context, params) =>
    method.call(
      context,
      Array.isArray(params)
        ? params.map((value, i) => (value === undefined ? value : (readers[i]?.(value) ?? value)))
        : params,
    )
  return { ...method, call }
}

function quantityOf(value: unknown): unknown {
  return value === '0x' ? '0x0' : value
}

/** A number, a tag or an object with a number. */
function blockOf(value: unknown): unknown {
  return isJsonObject(value) ? withZeros(value, ['blockNumber']) : quantityOf(value)
}

function criterionOf(query: unknown): unknown {
  return isJsonObject(query) ? withZeros(query, ['fromBlock', 'toBlock']) : query
}

function withZeros(fields: Fields, names: readonly string[]): Fields {
  const read: Record<string, unknown> = { ...fields }
  for (const name of names) if (name in read) read[name] = quantityOf(read[name])
  return read
}

function bytesOf(value: unknown): unknown {
  return typeof value === 'string' && DIGITS.test(value) ? `0x${value}` : value
}

/** Calls may name any chain. */
function callOf(request: unknown): unknown {
  const read = requestOf(request)
  if (!isJsonObject(read)) return read
  const { chainId: _, ...rest } = read
  return rest
}

function requestOf(request: unknown): unknown {
  if (!isJsonObject(request)) return request
  const { type, ...rest } = withZeros(request, QUANTITIES)
  const read: Record<string, unknown> = IGNORED_TYPE.test(String(type)) ? rest : { type, ...rest }
  for (const name of DATA) if (name in read) read[name] = bytesOf(read[name])
  return read
}
