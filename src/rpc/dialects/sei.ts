import { ZERO_HASH } from '../../primitives/encoding/hex.ts'
import { isJsonObject, type Json } from '../../primitives/encoding/json.ts'
import { andThen } from '../../primitives/maybePromise.ts'
import type { Method, Param } from '../core/method.ts'
import type { KnownError } from '../errors/errorEntry.ts'
import { toRpcError } from '../errors/errorTable.ts'
import { ExecutionError } from '../errors/revertReason.ts'
import { RpcError, rpcCode, serverError } from '../errors/rpcError.ts'
import {
  debug_getRawBlock,
  debug_getRawHeader,
  debug_getRawReceipts,
  debug_getRawTransaction,
} from '../methods/debug/raw.ts'
import { debug_traceCall } from '../methods/debug/trace.ts'
import {
  eth_getBlockByHash,
  eth_getBlockByNumber,
  eth_getBlockReceipts,
} from '../methods/eth/block.ts'
import { eth_syncing } from '../methods/eth/client.ts'
import { eth_call } from '../methods/eth/execute.ts'
import { eth_feeHistory } from '../methods/eth/feeMarket.ts'
import {
  eth_getFilterChanges,
  eth_getFilterLogs,
  eth_newPendingTransactionFilter,
} from '../methods/eth/filter.ts'
import { eth_getLogs } from '../methods/eth/logs.ts'
import { eth_getProof } from '../methods/eth/proof.ts'
import {
  eth_getBalance,
  eth_getCode,
  eth_getStorageAt,
  eth_getTransactionCount,
} from '../methods/eth/state.ts'
import { eth_subscribe } from '../methods/eth/subscription.ts'
import { eth_getTransactionReceipt } from '../methods/eth/transaction.ts'
import { JsonStream } from '../stream/jsonStream.ts'
import { type Dialect, mapErrors, withPrecheck } from './dialect.ts'
import { gethFailure, gethNames } from './geth.ts'
import { checkGoArguments } from './goArguments.ts'
import { unknownBlockWithoutLogs } from './logQueries.ts'

/** Methods that Sei knows and rejects. */
const notSupported: readonly (readonly [string, Method])[] = Object.entries({
  eth_syncing,
  eth_newPendingTransactionFilter,
  debug_getRawBlock,
  debug_getRawHeader,
  debug_getRawReceipts,
  debug_getRawTransaction,
})

/** The only subscriptions of Sei. */
const SUBSCRIPTIONS = ['newHeads', 'logs']
const OTHER_SUBSCRIPTIONS = ['newPendingTransactions', 'transactionReceipts', 'syncing']

/** The response to a revert without data has no data. */
const call: Method = {
  ...eth_call,
  async call(context, params) {
    try {
      return await eth_call.call(context, params)
    } catch (thrown) {
      const isEmpty =
        thrown instanceof ExecutionError &&
        thrown.outcome.kind === 'revert' &&
        thrown.outcome.output.length === 0
      throw isEmpty ? serverError(thrown.message) : thrown
    }
  },
}

/** Namespaces of a Sei node; controls keep their own forms of arguments. */
const OF_SEI = /^(eth|debug|net|web3|txpool)_/

/** Methods with arguments that Sei's Go types require and the node's own dialect does not. */
const REQUIRED: ReadonlyMap<Method, number> = new Map([
  [eth_getBalance, 2],
  [eth_getCode, 2],
  [eth_getTransactionCount, 2],
  [eth_getStorageAt, 3],
  [eth_getProof, 3],
  [eth_getBlockByNumber, 2],
  [eth_getBlockByHash, 2],
  [eth_feeHistory, 3],
  [debug_traceCall, 2],
])

/** Methods whose results contain logs. */
const WITH_LOGS: ReadonlySet<Method> = new Set([
  eth_getLogs,
  eth_getFilterLogs,
  eth_getFilterChanges,
  eth_getTransactionReceipt,
  eth_getBlockReceipts,
])

const TIME_OF_LOG = /,"blockTimestamp":"0x[0-9a-f]+"/g

/** Logs of Sei have no time. Each write of a stream has whole logs. */
function withoutTimes(result: Json | JsonStream): Json | JsonStream {
  if (!(result instanceof JsonStream)) return JSON.parse(untimed(JSON.stringify(result))) as Json
  return new JsonStream((sink) =>
    result.writeTo({
      write: (text) => sink.write(untimed(text)),
      get isFull() {
        return sink.isFull
      },
      signal: sink.signal,
      drained: () => sink.drained(),
    }),
  )
}

function untimed(text: string): string {
  return text.replaceAll(TIME_OF_LOG, '')
}

/** Form of notifications: heads have no hashes of uncles and mix, logs no time. */
function notificationOfSei(result: Json): Json {
  if (!isJsonObject(result)) return result
  const { blockTimestamp: _time, ...rest } = result as Readonly<Record<string, Json>>
  return 'sha3Uncles' in rest ? { ...rest, sha3Uncles: ZERO_HASH, mixHash: ZERO_HASH } : rest
}

const subscribe: Method = {
  ...eth_subscribe,
  call(context, params) {
    const [kind] = Array.isArray(params) ? params : []
    if (OTHER_SUBSCRIPTIONS.includes(String(kind))) {
      throw new RpcError(
        rpcCode.methodNotFound,
        `no "${kind}" subscription in eth namespace: want ${SUBSCRIPTIONS.join(' or ')}`,
      )
    }
    const subscriptions = context.subscriptions?.inForm(notificationOfSei)
    return eth_subscribe.call({ ...context, subscriptions }, params)
  },
}

/** Words of CheckTx: the log, and the text of the error that Cosmos registers for the code. */
function checkTxError(log: string, registered: string): RpcError {
  return serverError(`${log}: ${registered}`)
}

/** Responses of a Sei node, v6.6. */
export const sei: Dialect = {
  methods: new Map([
    ...gethNames,
    ...notSupported.map(([name, method]) =>
      withPrecheck(method, () => {
        throw serverError(`${name} is not supported on Sei EVM RPC`)
      }),
    ),
    [eth_call, call],
    unknownBlockWithoutLogs,
    [eth_subscribe, subscribe],
  ]),
  every(method, original, name) {
    if (!OF_SEI.test(name)) return method
    const required = REQUIRED.get(original) ?? original.params.findLastIndex(isRequired) + 1
    const hasLogs = WITH_LOGS.has(original)
    return {
      ...method,
      call(context, params) {
        checkGoArguments(original, params, required)
        const result = method.call(context, params)
        return hasLogs ? andThen(result, withoutTimes) : result
      },
    }
  },
  error: mapErrors({
    failed: gethFailure,
    refusals: {
      FILTER_NOT_FOUND: () => serverError('filter does not exist'),
      WRONG_CHAIN_ID: () => checkTxError('invalid chain-id', 'invalid chain-id'),
      TX_TYPE_NOT_SUPPORTED: () => serverError('unsupported transaction type'),
      NONCE_TOO_LOW: (facts) => nonceError(facts),
      NONCE_TOO_HIGH: (facts) => nonceError(facts),
    },
  }),
}

function nonceError(facts: Extract<KnownError, { code: 'NONCE_TOO_LOW' | 'NONCE_TOO_HIGH' }>) {
  return checkTxError(toRpcError(facts)?.message ?? '', 'incorrect account sequence')
}

function isRequired({ fallback }: Param<unknown>): boolean {
  return fallback === undefined
}
