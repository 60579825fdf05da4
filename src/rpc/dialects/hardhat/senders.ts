import { isJsonObject } from '../../../primitives/encoding/json.ts'
import { listOf } from '../../codec/codec.ts'
import { address } from '../../codec/scalar.ts'
import { type Method, method } from '../../core/method.ts'
import { invalidParams } from '../../errors/rpcError.ts'
import { eth_accounts } from '../../methods/eth/client.ts'

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
