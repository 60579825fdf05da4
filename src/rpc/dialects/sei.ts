import { methodNotFound, truncateName } from '../core/legacyGate.ts'
import type { Method } from '../core/method.ts'
import { RpcError, rpcCode, serverError } from '../errors/rpcError.ts'
import {
  debug_getRawBlock,
  debug_getRawHeader,
  debug_getRawReceipts,
  debug_getRawTransaction,
} from '../methods/debug/raw.ts'
import { eth_syncing } from '../methods/eth/client.ts'
import { eth_newPendingTransactionFilter } from '../methods/eth/filter.ts'
import { eth_subscribe } from '../methods/eth/subscription.ts'
import { type Dialect, mapErrors, withPrecheck } from './dialect.ts'
import { gethFailure, gethNames, gethRefusals } from './geth.ts'
import { checkArguments, checkInputs } from './goArguments.ts'
import { limitedOpenQueries } from './logQueries.ts'
import { seiMethods } from './seiMethods.ts'
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

/** Responses of a Sei node, v6.6. */
export const sei: Dialect = {
  methods: new Map([
    ...gethNames,
    ...notSupported.map(([name, method]) =>
      withPrecheck(method, () => {
        throw serverError(`${name} is not supported on Sei EVM RPC`)
      }),
    ),
    ...seiMethods,
    limitedOpenQueries,
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
    const [, checked] = withPrecheck(withSeiViews(name, method), (params) => {
      checkArguments(method.params, params, wanted)
      checkInputs(method.params, params)
    })
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
