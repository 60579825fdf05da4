import { TxError } from '../../evm/errors.ts'
import { type Hardfork, isAtLeast } from '../../evm/rules/hardfork.ts'
import { toQuantity } from '../../primitives/encoding/hex.ts'
import { isJsonObject } from '../../primitives/encoding/json.ts'
import { filterId } from '../codec/logFilter.ts'
import { quantity } from '../codec/scalar.ts'
import { type Context, type Method, method } from '../core/method.ts'
import { invalidParams, RpcError, rpcCode } from '../errors/rpcError.ts'
import { debug_traceCall } from '../methods/debug/trace.ts'
import { eth_call, eth_estimateGas } from '../methods/eth/execute.ts'
import {
  eth_newBlockFilter,
  eth_newFilter,
  eth_newPendingTransactionFilter,
  eth_uninstallFilter,
} from '../methods/eth/filter.ts'
import { eth_sendRawTransaction, eth_sendTransaction } from '../methods/eth/submit.ts'
import { eth_subscribe, eth_unsubscribe } from '../methods/eth/subscription.ts'
import { NO_FEE_MARKET } from '../methods/fillTransaction.ts'
import { mapFailure, withPrecheck } from './dialect.ts'
import { noAuthorizationsOn } from './hardhat/forkChecks.ts'

type Replacement = readonly [Method, Method]

export const NO_AUTHORIZATIONS = 'Invalid EIP-7702 transaction: authorization list is empty.'

const withTransaction: ReadonlySet<Method> = new Set([
  eth_call,
  eth_estimateGas,
  debug_traceCall,
  eth_sendTransaction,
])

/** Hardhat's advice names Berlin for the fields of London, too. */
const OF_BERLIN =
  "\n\nYou can use them by running Hardhat Network with 'hardfork' BERLIN or later.\n        "

const NO_ACCESS_LISTS = `Access list received but is not supported by the current hardfork. ${OF_BERLIN}`
const NO_RAW_FEE_MARKET =
  "Trying to send an EIP-1559 transaction but they are not supported by the current hard fork.You can use them by running Hardhat Network with 'hardfork' BERLIN or later."

/** What requests may have from a fork on; Hardhat refuses it before, in calls too. */
const FIELDS_OF_FORKS = [
  {
    first: 'berlin',
    fields: ['accessList'],
    message: NO_ACCESS_LISTS,
  },
  {
    first: 'london',
    fields: ['maxFeePerGas', 'maxPriorityFeePerGas'],
    message: `${NO_FEE_MARKET}.${OF_BERLIN}`,
  },
] as const

const refused = (message: string) => new RpcError(rpcCode.refused, message)

/** Replacements that first check the transaction of a request as Hardhat does. */
export function checkingTransactions(replacements: readonly Replacement[]): readonly Replacement[] {
  return replacements.map(([method, replacement]) => {
    if (method === eth_sendRawTransaction) return [method, ofThisChain(replacement)]
    if (!withTransaction.has(method)) return [method, replacement]
    const [, checking] = withPrecheck(inHardhatWords(method, replacement), checkTransaction)
    return [method, checking]
  })
}

function inHardhatWords(method: Method, replacement: Method): Method {
  if (method === eth_estimateGas) return namingInitCode(withinGas(replacement))
  const isCall = method === eth_call || method === debug_traceCall
  return isCall ? namingInitCode(replacement) : namingGasPrice(replacement)
}

/** Hardhat's words for large init code of a call. */
function namingInitCode(call: Method): Method {
  const [, naming] = mapFailure(call, (thrown) =>
    thrown instanceof TxError && thrown.details.code === 'INIT_CODE_TOO_LARGE'
      ? refused('create initcode size limit')
      : undefined,
  )
  return naming
}

/** @throws RpcError */
function checkTransaction(params: unknown, { mining }: Context): void {
  const [request] = Array.isArray(params) ? params : []
  if (!isJsonObject(request)) return
  const isGiven = (name: string) => (request[name] ?? undefined) !== undefined
  for (const { first, fields, message } of FIELDS_OF_FORKS) {
    if (!isAtLeast(mining.nextHardfork, first) && fields.some(isGiven)) throw invalidParams(message)
  }
  if (isGiven('gasPrice')) {
    if (isGiven('maxFeePerGas')) throw refused('Cannot send both gasPrice and maxFeePerGas params')
    if (isGiven('maxPriorityFeePerGas')) {
      throw refused('Cannot send both gasPrice and maxPriorityFeePerGas')
    }
  }
  const { authorizationList } = request
  if (Array.isArray(authorizationList) && authorizationList.length === 0) {
    throw refused(NO_AUTHORIZATIONS)
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
        const [raw] = Array.isArray(params) ? params : []
        if (!(thrown instanceof TxError)) throw thrown
        if (thrown.details.code === 'MALFORMED_TRANSACTION') throw unknownType(raw) ?? thrown
        if (thrown.details.code === 'TX_TYPE_NOT_SUPPORTED') {
          throw typeOfLaterFork(thrown.details.type, context.mining.nextHardfork) ?? thrown
        }
        if (thrown.details.code !== 'WRONG_CHAIN_ID') throw thrown
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

/** Hardhat's words for a type that the fork lacks, as for requests with its fields. */
function typeOfLaterFork(type: number, fork: Hardfork): RpcError | undefined {
  if (type === 3) return undefined
  if (!isAtLeast(fork, 'berlin')) return invalidParams(NO_ACCESS_LISTS)
  if (type >= 2 && !isAtLeast(fork, 'london')) return invalidParams(NO_RAW_FEE_MARKET)
  return type === 4 && !isAtLeast(fork, 'prague') ? noAuthorizationsOn(fork) : undefined
}

/** A single byte is a type without fields, unless it begins a list. */
function unknownType(raw: unknown): RpcError | undefined {
  const [, byte] = /^0x([0-9a-f]{2})$/i.exec(String(raw)) ?? []
  const type = Number.parseInt(byte ?? 'ff', 16)
  if (type >= 0xc0 || (type >= 1 && type <= 4)) return undefined
  return invalidParams(`Invalid transaction type ${type}.`)
}

/** Hardhat's words for a price below the base fee, where the transaction has one price. */
function namingGasPrice(send: Method): Method {
  return {
    ...send,
    async call(context, params) {
      try {
        return await send.call(context, params)
      } catch (thrown) {
        const [request] = Array.isArray(params) ? params : []
        const hasPrice = isJsonObject(request) && (request.gasPrice ?? undefined) !== undefined
        if (!hasPrice || !(thrown instanceof TxError)) throw thrown
        throw gasPriceTooLow(thrown) ?? thrown
      }
    },
  }
}

/** Undefined for another error. */
export function gasPriceTooLow({ details }: TxError): RpcError | undefined {
  if (details.code !== 'FEE_CAP_TOO_LOW') return undefined
  const { feeCap, baseFee } = details
  return refused(
    `Transaction gasPrice (${feeCap}) is too low for the next block, which has a baseFeePerGas of ${baseFee}`,
  )
}

/** An estimate that is above the given gas or fails is the error of a call with that gas. */
function withinGas(estimate: Method): Method {
  return {
    ...estimate,
    async call(context, params) {
      const [request, block = 'pending', ...rest] = Array.isArray(params) ? params : []
      const given: unknown = isJsonObject(request) ? (request.gas ?? undefined) : undefined
      if (given === undefined) return estimate.call(context, params)
      const callWithGas = () => eth_call.call(context, [request, block, ...rest])
      try {
        const found = await estimate.call(context, params)
        const gas = quantity.decode(given, 'invalid argument 0: gas')
        if (BigInt(String(found)) > gas) await callWithGas()
        return found
      } catch (thrown) {
        await callWithGas()
        throw thrown
      }
    },
  }
}

/** A filter of blocks that begins with the newest one. */
export const fromLatestBlock = method({
  ...eth_newBlockFilter,
  params: [],
  result: filterId,
  run: ({ filters }) => filters.addBlocks('at newest'),
})

/** A filter of logs begins with the newest block, unless it names an earlier one. */
export const filterFromLatest: Method = {
  ...eth_newFilter,
  call(context, params) {
    const [query, ...rest] = Array.isArray(params) ? params : []
    if (!isJsonObject(query) || (query.blockHash ?? undefined) !== undefined) {
      return eth_newFilter.call(context, params)
    }
    const { fromBlock = 'latest' } = query
    const isTag = fromBlock === null || /^(latest|pending|safe|finalized)$/.test(String(fromBlock))
    const from = isTag ? toQuantity(context.blocks.latest.number) : fromBlock
    return eth_newFilter.call(context, [{ ...query, fromBlock: from }, ...rest])
  },
}

const FILTERS: Readonly<Record<string, Method>> = {
  newHeads: eth_newBlockFilter,
  newPendingTransactions: eth_newPendingTransactionFilter,
  logs: eth_newFilter,
}

/**
 * Without a connection to notify, a subscription is a filter. A criterion of logs is allowed for
 * pending transactions, too, and ignored.
 */
export const subscriptionsAsFilters: readonly Replacement[] = [
  [
    eth_subscribe,
    {
      ...eth_subscribe,
      call(context, params) {
        const [kind, query = {}] = Array.isArray(params) ? params : []
        checkSubscription(params)
        const filter = Object.hasOwn(FILTERS, kind) ? FILTERS[kind] : undefined
        if (context.subscriptions !== undefined || filter === undefined) {
          const hasCriterion = kind === 'newPendingTransactions' && isJsonObject(query)
          return eth_subscribe.call(context, hasCriterion ? [kind] : params)
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

/** @throws RpcError for a kind that Hardhat does not have, and for logs without a criterion */
function checkSubscription(params: unknown): void {
  const [kind, query] = Array.isArray(params) ? params : []
  if (typeof kind !== 'string') return
  if (!Object.hasOwn(FILTERS, kind)) throw invalidParams('Invalid subscription type')
  if (kind === 'logs' && query === undefined) throw invalidParams('Missing params argument')
}

/** Hardhat's words for a criterion of logs that names blocks in two ways. */
export function checkBlocks(params: unknown): void {
  const [query] = Array.isArray(params) ? params : []
  if (!isJsonObject(query) || (query.blockHash ?? undefined) === undefined) return
  if ((query.fromBlock ?? query.toBlock ?? undefined) === undefined) return
  throw invalidParams('blockHash is mutually exclusive with fromBlock/toBlock')
}
