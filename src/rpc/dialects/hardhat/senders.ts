import { toQuantity } from '../../../primitives/encoding/hex.ts'
import { isJsonObject } from '../../../primitives/encoding/json.ts'
import { listOf } from '../../codec/codec.ts'
import { address } from '../../codec/scalar.ts'
import { type Method, method } from '../../core/method.ts'
import { invalidParams } from '../../errors/rpcError.ts'
import { eth_accounts } from '../../methods/eth/client.ts'
import { eth_getTransactionCount } from '../../methods/eth/state.ts'

/** The node's own accounts, without impersonated ones. */
export const ownAccounts: readonly [Method, Method] = [
  eth_accounts,
  method({
    ...eth_accounts,
    params: [],
    result: listOf(address),
    run: ({ wallet }) => wallet.addresses,
  }),
]

/** The pending nonce is that after the pending block, which may leave transactions out. */
export const pendingCount: readonly [Method, Method] = [
  eth_getTransactionCount,
  {
    ...eth_getTransactionCount,
    async call(context, params) {
      const [who, block] = Array.isArray(params) ? params : []
      if (block !== 'pending') return eth_getTransactionCount.call(context, params)
      const account = address.decode(who, 'invalid argument 0')
      const view = await context.state.viewAt({ tag: 'pending' })
      return toQuantity(await view.read((reader) => reader.getNonce(account)))
    },
  },
]

/** Calls without a sender are of the node's first account. */
export function fromFirstAccount(call: Method): Method {
  return {
    ...call,
    call(context, params) {
      const [request, ...rest] = Array.isArray(params) ? params : []
      const [from] = context.wallet.addresses
      if (!isJsonObject(request) || from === undefined || hasSender(request)) {
        return call.call(context, params)
      }
      return call.call(context, [{ ...request, from }, ...rest])
    },
  }
}

/** @throws RpcError for a transaction without a sender */
export function requireSender([request]: readonly unknown[]): void {
  if (isJsonObject(request) && !hasSender(request)) throw invalidParams('missing field `from`')
}

function hasSender({ from }: Readonly<Record<string, unknown>>): boolean {
  return from !== undefined && from !== null
}
