import type { Method } from '../core/method.ts'
import { ExecutionError } from '../errors/revertReason.ts'
import { RpcError, rpcCode, serverError } from '../errors/rpcError.ts'
import {
  debug_getRawBlock,
  debug_getRawHeader,
  debug_getRawReceipts,
  debug_getRawTransaction,
} from '../methods/debug/raw.ts'
import { eth_syncing } from '../methods/eth/client.ts'
import { eth_call } from '../methods/eth/execute.ts'
import { eth_newPendingTransactionFilter } from '../methods/eth/filter.ts'
import { eth_subscribe } from '../methods/eth/subscription.ts'
import { type Dialect, mapErrors, withPrecheck } from './dialect.ts'
import { gethFailure, gethNames } from './geth.ts'
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
    withPrecheck(eth_subscribe, (params) => {
      const [kind] = Array.isArray(params) ? params : []
      if (!OTHER_SUBSCRIPTIONS.includes(String(kind))) return
      throw new RpcError(
        rpcCode.methodNotFound,
        `no "${kind}" subscription in eth namespace: want ${SUBSCRIPTIONS.join(' or ')}`,
      )
    }),
  ]),
  error: mapErrors({
    failed: gethFailure,
    refusals: { FILTER_NOT_FOUND: () => serverError('filter does not exist') },
  }),
}
