import { type Hardfork, isAtLeast } from '../../../evm/rules/hardfork.ts'
import { isJsonObject, type Json } from '../../../primitives/encoding/json.ts'
import type { Method } from '../../core/method.ts'
import {
  eth_getTransactionByBlockHashAndIndex,
  eth_getTransactionByBlockNumberAndIndex,
  eth_getTransactionByHash,
  eth_getTransactionReceipt,
  eth_pendingTransactions,
} from '../../methods/eth/transaction.ts'
import { JsonStream } from '../../stream/jsonStream.ts'

/** Transactions and receipts with the fields of their fork and type. */
export const transactionViews: readonly (readonly [Method, Method])[] = [
  eth_getTransactionByHash,
  eth_getTransactionByBlockHashAndIndex,
  eth_getTransactionByBlockNumberAndIndex,
  eth_getTransactionReceipt,
  eth_pendingTransactions,
].map((method) => [method, withFieldsOfFork(method)] as const)

function withFieldsOfFork(method: Method): Method {
  return {
    ...method,
    async call(context, params) {
      const found = await method.call(context, params)
      if (found instanceof JsonStream) return found
      const fork = context.mining.nextHardfork
      return Array.isArray(found)
        ? found.map((each) => shownTransaction(each, fork))
        : shownTransaction(found, fork)
    },
  }
}

/** A legacy transaction has no chain id, and a failed creation no address. */
export function shownTransaction(found: Json, fork: Hardfork): Json {
  if (!isJsonObject(found)) return found
  const { chainId, ...others } = found
  const typed = found.type === '0x0' || chainId === undefined ? others : found
  const whole = found.status === '0x0' ? { ...typed, contractAddress: null } : typed
  if (isAtLeast(fork, 'london')) return whole
  const { effectiveGasPrice: _, ...fields } = whole
  if (isAtLeast(fork, 'berlin')) return fields
  const { type: _type, ...rest } = fields
  return rest
}
