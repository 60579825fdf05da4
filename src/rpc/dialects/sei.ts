import { TxError } from '../../evm/errors.ts'
import { DomainError } from '../../primitives/domainError.ts'
import { methodNotFound, truncateName } from '../core/legacyGate.ts'
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
import { eth_feeHistory } from '../methods/eth/feeMarket.ts'
import { eth_newPendingTransactionFilter } from '../methods/eth/filter.ts'
import { eth_sign } from '../methods/eth/sign.ts'
import { eth_subscribe } from '../methods/eth/subscription.ts'
import {
  eth_getRawTransactionByBlockHashAndIndex,
  eth_getRawTransactionByBlockNumberAndIndex,
  eth_getRawTransactionByHash,
} from '../methods/eth/transaction.ts'
import { type Dialect, mapErrors, mapResult, withPrecheck } from './dialect.ts'
import { gethFailure, gethNames, gethRefusals } from './geth.ts'
import { checkArguments } from './goArguments.ts'
import { unknownBlockWithoutLogs } from './logQueries.ts'
import { seiListener, withSeiViews } from './seiViews.ts'

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

/** Namespaces of the real chain; parameters of others stay as they are. */
const NAMESPACES = /^(?:eth|net|web3|debug|txpool|native2?|sei2?)_/

/** Number of required parameters where more of them have a default here. */
const required: Readonly<Record<string, number>> = {
  eth_getBalance: 2,
  eth_getCode: 2,
  eth_getTransactionCount: 2,
  eth_getStorageAt: 3,
  eth_getProof: 3,
  eth_feeHistory: 3,
  debug_traceCall: 2,
}

/** The response to a revert without data has no data. */
const call: Method = {
  ...eth_call,
  async call(context, params) {
    try {
      return await eth_call.call(context, params)
    } catch (thrown) {
      if (thrown instanceof TxError && thrown.details.code === 'INTRINSIC_GAS_TOO_LOW') {
        const { have, want } = thrown.details
        throw serverError(
          `err: intrinsic gas too low: have ${have}, want ${want} (supplied gas ${have})`,
        )
      }
      const isEmpty =
        thrown instanceof ExecutionError &&
        thrown.outcome.kind === 'revert' &&
        thrown.outcome.output.length === 0
      throw isEmpty ? serverError(thrown.message) : thrown
    }
  },
}

/** Methods of geth that Sei does not have. */
const absent: readonly (readonly [string, Method])[] = Object.entries({
  eth_getRawTransactionByHash,
  eth_getRawTransactionByBlockHashAndIndex,
  eth_getRawTransactionByBlockNumberAndIndex,
})

/** Sei's message for signatures lacks the word of transactions, `from`. */
const sign: Method = {
  ...eth_sign,
  async call(context, params) {
    try {
      return await eth_sign.call(context, params)
    } catch (thrown) {
      const isUnknown = thrown instanceof DomainError && thrown.details.code === 'UNKNOWN_ACCOUNT'
      throw isUnknown ? serverError('address does not have hosted key') : thrown
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
    ...absent.map(([name, method]) =>
      withPrecheck(method, () => {
        throw methodNotFound(name)
      }),
    ),
    [eth_call, call],
    [eth_sign, sign],
    // Without blocks only the fields that are never left out remain.
    mapResult(eth_feeHistory, (history, [count]) =>
      BigInt(String(count)) === 0n ? { oldestBlock: null, gasUsedRatio: null } : history,
    ),
    unknownBlockWithoutLogs,
    withPrecheck(eth_subscribe, (params) => {
      const [kind] = Array.isArray(params) ? params : []
      if (typeof kind !== 'string' || SUBSCRIPTIONS.includes(kind)) return
      const message = `no "${truncateName(kind)}" subscription in eth namespace`
      throw new RpcError(rpcCode.methodNotFound, message)
    }),
  ]),
  forName(name, method) {
    if (!NAMESPACES.test(name)) return method
    const wanted = Object.hasOwn(required, name) ? required[name] : undefined
    const [, checked] = withPrecheck(withSeiViews(name, method), (params) =>
      checkArguments(method.params, params, wanted),
    )
    return checked
  },
  listener: seiListener,
  // Without a hint.
  unknownMethod: (name) => methodNotFound(name),
  error: mapErrors({
    failed: gethFailure,
    refusals: {
      ...gethRefusals,
      FILTER_NOT_FOUND: () => serverError('filter does not exist'),
      UNKNOWN_ACCOUNT: () => serverError('from address does not have hosted key'),
      WRONG_CHAIN_ID: () => serverError('invalid chain-id'),
      // The mempool's log is empty, so nothing stands before the colon.
      NONCE_TOO_LOW: () => serverError(': incorrect account sequence'),
      TX_TYPE_NOT_SUPPORTED: ({ type, reason }) =>
        serverError(
          type === 3 ? 'unsupported transaction type' : `transaction type not supported: ${reason}`,
        ),
    },
  }),
}
