import { TxError } from '../../evm/errors.ts'
import type { Hash } from '../../primitives/encoding/hex.ts'
import { toQuantity } from '../../primitives/encoding/hex.ts'
import { isJsonObject } from '../../primitives/encoding/json.ts'
import { hash as hashCodec } from '../codec/scalar.ts'
import { transactionRequest } from '../codec/transactionRequest.ts'
import { changingMethod, type Method, param } from '../core/method.ts'
import { createTransactionError, ExecutionError } from '../errors/revertReason.ts'
import {
  eth_sendRawTransaction,
  eth_sendTransaction,
  eth_sendUnsignedTransaction,
} from '../methods/eth/submit.ts'
import { sendTransaction } from '../methods/sendTransaction.ts'
import { retried } from './dialect.ts'
import { asHardhatPool } from './hardhatPool.ts'

type Replacement = readonly [Method, Method]

const completing = [eth_sendTransaction, eth_sendUnsignedTransaction]

/** Sends of creations that may be empty: they make an account without code. */
export const emptyCreations: readonly Replacement[] = [
  [eth_sendTransaction, sending(eth_sendTransaction, false)],
  [eth_sendUnsignedTransaction, sending(eth_sendUnsignedTransaction, true)],
]

/**
 * Fails for a mined transaction that failed, which stays mined. A transaction that has to wait may
 * offer less than the base fee; in auto mode none waits for another nonce.
 */
export const failingSends: readonly Replacement[] = [...completing, eth_sendRawTransaction].map(
  (method) => [method, failingWithTransaction(admittingAsHardhat(method))],
)

/** The same only with the node's option; creations may be empty. */
export const failingSendsIfAsked: readonly Replacement[] = [
  [eth_sendRawTransaction, ifAsked(eth_sendRawTransaction)],
  ...emptyCreations.map(([method, send]) => [method, ifAsked(send)] as const),
]

/** The same, without estimates: a transaction without gas gets that of a block, at most 2^24. */
export const failingSendsWithoutEstimate: readonly Replacement[] = [
  ...failingSends,
  ...completing.map(
    (method) => [method, failingWithTransaction(admittingAsHardhat(withMostGas(method)))] as const,
  ),
]

/** Limit of a transaction by EIP-7825. */
const MOST_GAS = 1n << 24n

function withMostGas(method: Method): Method {
  return {
    ...method,
    call(context, params) {
      const [request, ...rest] = Array.isArray(params) ? params : []
      if (!isJsonObject(request) || (request.gas ?? undefined) !== undefined) {
        return method.call(context, params)
      }
      const { gasLimit } = context.mining.config
      const gas = toQuantity(gasLimit < MOST_GAS ? gasLimit : MOST_GAS)
      return method.call(context, [{ ...request, gas }, ...rest])
    },
  }
}

/**
 * Sends a transaction without gas that fails or cannot pay with the gas limit of the block: so it
 * is mined, or refused for its funds.
 */
export function withoutFailingEstimate(method: Method): Method {
  return retried(method, (thrown, request, rest, context) => {
    const cannotPay = thrown instanceof TxError && thrown.code === 'GAS_ALLOWANCE_EXCEEDED'
    if (!(thrown instanceof ExecutionError || cannotPay)) return undefined
    return [{ ...request, gas: toQuantity(context.mining.config.gasLimit) }, ...rest]
  })
}

function sending(replaced: Method, anySender: boolean): Method {
  return changingMethod({
    ...replaced,
    params: [param('transaction', transactionRequest)],
    result: hashCodec,
    run: (context, request) =>
      sendTransaction(context, request, {
        anySender,
        allowsEmptyCreation: true,
        onAccepted: context.onAccepted,
      }),
  })
}

function ifAsked(method: Method): Method {
  const failing = failingWithTransaction(method)
  return {
    ...method,
    call(context, params) {
      return (context.vmErrorsOnRpcResponse ? failing : method).call(context, params)
    },
  }
}

function admittingAsHardhat(method: Method): Method {
  return {
    ...method,
    call: (context, params) => method.call({ ...context, pool: asHardhatPool(context) }, params),
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
