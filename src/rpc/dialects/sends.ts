import type { Hash } from '../../primitives/encoding/hex.ts'
import { toQuantity } from '../../primitives/encoding/hex.ts'
import { isJsonObject } from '../../primitives/encoding/json.ts'
import type { Method } from '../core/method.ts'
import { createTransactionError, ExecutionError } from '../errors/revertReason.ts'
import {
  eth_sendRawTransaction,
  eth_sendTransaction,
  eth_sendUnsignedTransaction,
} from '../methods/eth/submit.ts'

type Replacement = readonly [Method, Method]

const completing = [eth_sendTransaction, eth_sendUnsignedTransaction]

/**
 * Sends a transaction without gas that fails with the gas limit of the block, so that it is mined.
 */
export const withoutFailingEstimate: readonly Replacement[] = completing.map((method) => [
  method,
  sentAnyway(method),
])

/** Fails for a mined transaction that failed. It stays mined. */
export const failingSends: readonly Replacement[] = [...completing, eth_sendRawTransaction].map(
  (method) => [method, failingWithTransaction(method)],
)

/** Both of them. */
export const minedFailingSends: readonly Replacement[] = [
  ...failingSends,
  ...withoutFailingEstimate.map(
    ([method, send]) => [method, failingWithTransaction(send)] as const,
  ),
]

function sentAnyway(method: Method): Method {
  return {
    ...method,
    async call(context, params) {
      try {
        return await method.call(context, params)
      } catch (thrown) {
        const [request, ...rest] = Array.isArray(params) ? params : []
        if (!(thrown instanceof ExecutionError) || !isJsonObject(request)) throw thrown
        const gas = toQuantity(context.mining.config.gasLimit)
        return method.call(context, [{ ...request, gas }, ...rest])
      }
    },
  }
}

function failingWithTransaction(method: Method): Method {
  return {
    ...method,
    async call(context, params) {
      // The hash alone is no answer: the transaction may fail.
      const hash = (await method.call({ ...context, onAccepted: undefined }, params)) as Hash
      const mined = context.transactions.get(hash)
      const failure = mined && createTransactionError(hash, mined.receipt)
      if (failure !== undefined) throw failure
      return hash
    },
  }
}
