import { type Hardfork, isAtLeast } from '../../../evm/rules/hardfork.ts'
import { toQuantity } from '../../../primitives/encoding/hex.ts'
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

type Fields = { readonly [name: string]: Json }

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
      if (Array.isArray(found)) return found.map((each) => shownTransaction(each, fork))
      const [ref] = Array.isArray(params) ? params : []
      return shownTransaction(
        found,
        fork,
        ref === 'pending' ? context.mining.nextBaseFee : undefined,
      )
    },
  }
}

/**
 * A legacy transaction has no chain id, and a failed creation no address.
 *
 * @param baseFee of the pending block, in which a transaction has the price that it would pay
 */
export function shownTransaction(given: Json, fork: Hardfork, baseFee?: bigint): Json {
  if (!isJsonObject(given)) return given
  const found = baseFee === undefined ? given : priced(given, baseFee)
  const { chainId, ...others } = found
  const typed = found.type === '0x0' || chainId === undefined ? others : found
  const whole = found.status === '0x0' ? { ...typed, contractAddress: null } : typed
  if (isAtLeast(fork, 'london')) return whole
  const { effectiveGasPrice: _, ...fields } = whole
  if (isAtLeast(fork, 'berlin')) return fields
  const { type: _type, ...rest } = fields
  return rest
}

function priced(transaction: Fields, baseFee: bigint): Fields {
  const { maxFeePerGas: most, maxPriorityFeePerGas: tip } = transaction
  if (typeof most !== 'string' || typeof tip !== 'string') return transaction
  const wanted = baseFee + BigInt(tip)
  return { ...transaction, gasPrice: wanted < BigInt(most) ? toQuantity(wanted) : most }
}
