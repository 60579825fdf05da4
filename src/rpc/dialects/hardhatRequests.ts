import { TxError } from '../../evm/errors.ts'
import { isJsonObject } from '../../primitives/encoding/json.ts'
import { quantity } from '../codec/scalar.ts'
import type { Method } from '../core/method.ts'
import { invalidParams, RpcError, rpcCode } from '../errors/rpcError.ts'
import { eth_call, eth_estimateGas } from '../methods/eth/execute.ts'
import {
  eth_newBlockFilter,
  eth_newFilter,
  eth_newPendingTransactionFilter,
  eth_uninstallFilter,
} from '../methods/eth/filter.ts'
import { eth_sendRawTransaction, eth_sendTransaction } from '../methods/eth/submit.ts'
import { eth_subscribe, eth_unsubscribe } from '../methods/eth/subscription.ts'
import { withPrecheck } from './dialect.ts'

type Replacement = readonly [Method, Method]

const withTransaction: ReadonlySet<Method> = new Set([
  eth_call,
  eth_estimateGas,
  eth_sendTransaction,
])

const refused = (message: string) => new RpcError(rpcCode.refused, message)

/** Replacements that first check the transaction of a request as Hardhat does. */
export function checkingTransactions(replacements: readonly Replacement[]): readonly Replacement[] {
  return replacements.map(([method, replacement]) => {
    if (method === eth_sendRawTransaction) return [method, ofThisChain(replacement)]
    if (!withTransaction.has(method)) return [method, replacement]
    const [, checking] = withPrecheck(replacement, checkTransaction)
    return [method, method === eth_estimateGas ? withinGas(checking) : checking]
  })
}

/** @throws RpcError */
function checkTransaction(params: unknown): void {
  const [request] = Array.isArray(params) ? params : []
  if (!isJsonObject(request)) return
  const isGiven = (name: string) => (request[name] ?? undefined) !== undefined
  if (isGiven('gasPrice')) {
    if (isGiven('maxFeePerGas')) throw refused('Cannot send both gasPrice and maxFeePerGas params')
    if (isGiven('maxPriorityFeePerGas')) {
      throw refused('Cannot send both gasPrice and maxPriorityFeePerGas')
    }
  }
  const data = request.data ?? request.input ?? '0x'
  if (!isGiven('to') && data === '0x') {
    throw refused('Contract creation without any data provided')
  }
}

/** Hardhat's words for a signature that is valid on another chain. */
function ofThisChain(send: Method): Method {
  return {
    ...send,
    async call(context, params) {
      try {
        return await send.call(context, params)
      } catch (thrown) {
        if (!(thrown instanceof TxError) || thrown.details.code !== 'WRONG_CHAIN_ID') throw thrown
        const [raw] = Array.isArray(params) ? params : []
        const isTyped = /^0x[0-7]/.test(String(raw))
        throw invalidParams(
          isTyped
            ? `Trying to send a raw transaction with an invalid chainId. The expected chainId is ${thrown.details.want}`
            : 'Trying to send an incompatible EIP-155 transaction, signed for another chain.',
        )
      }
    },
  }
}

/** An estimate above the given gas is the error of a call with that gas. */
function withinGas(estimate: Method): Method {
  return {
    ...estimate,
    async call(context, params) {
      const found = await estimate.call(context, params)
      const [request, block = 'pending', ...rest] = Array.isArray(params) ? params : []
      const given: unknown = isJsonObject(request) ? (request.gas ?? undefined) : undefined
      if (given === undefined || typeof found !== 'string') return found
      if (BigInt(found) > quantity.decode(given, 'invalid argument 0: gas')) {
        await eth_call.call(context, [request, block, ...rest])
      }
      return found
    },
  }
}

const FILTERS: Readonly<Record<string, Method>> = {
  newHeads: eth_newBlockFilter,
  newPendingTransactions: eth_newPendingTransactionFilter,
  logs: eth_newFilter,
}

/** Without a connection to notify, a subscription is a filter. */
export const subscriptionsAsFilters: readonly Replacement[] = [
  [
    eth_subscribe,
    {
      ...eth_subscribe,
      call(context, params) {
        const [kind, query = {}] = Array.isArray(params) ? params : []
        const filter = Object.hasOwn(FILTERS, kind) ? FILTERS[kind] : undefined
        if (context.subscriptions !== undefined || filter === undefined) {
          return eth_subscribe.call(context, params)
        }
        return filter.call(context, kind === 'logs' ? [query] : [])
      },
    },
  ],
  [
    eth_unsubscribe,
    {
      ...eth_unsubscribe,
      call: (context, params) =>
        (context.subscriptions === undefined ? eth_uninstallFilter : eth_unsubscribe).call(
          context,
          params,
        ),
    },
  ],
]

/** Hardhat's words for a criterion of logs that names blocks in two ways. */
export function checkBlocks(params: unknown): void {
  const [query] = Array.isArray(params) ? params : []
  if (!isJsonObject(query) || (query.blockHash ?? undefined) === undefined) return
  if ((query.fromBlock ?? query.toBlock ?? undefined) === undefined) return
  throw invalidParams('blockHash is mutually exclusive with fromBlock/toBlock')
}
