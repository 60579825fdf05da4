import { toQuantity } from '../../../primitives/encoding/hex.ts'
import { isJsonObject, type Json } from '../../../primitives/encoding/json.ts'
import type { Context, Method } from '../../core/method.ts'
import { anvil_nodeInfo } from '../../methods/dev/identity.ts'
import { trace_block } from '../../methods/trace/block.ts'
import { trace_transaction } from '../../methods/trace/transaction.ts'
import { JsonStream } from '../../stream/jsonStream.ts'
import { mapResult } from '../dialect.ts'

type Replacement = readonly [Method, Method]

/** Unknown blocks and transactions have no traces; the node has Anvil's price. */
export function anvilViews(price: (context: Context) => bigint): readonly Replacement[] {
  return [
    ...[trace_block, trace_transaction].map((method) =>
      mapResult(method, (traces) => traces ?? []),
    ),
    [anvil_nodeInfo, withPrice(anvil_nodeInfo, price)],
  ]
}

function withPrice(nodeInfo: Method, price: (context: Context) => bigint): Method {
  return {
    ...nodeInfo,
    async call(context, params) {
      const info = await nodeInfo.call(context, params)
      if (info instanceof JsonStream || !isJsonObject(info)) return info
      const environment = { ...Object(info.environment), gasPrice: toQuantity(price(context)) }
      return { ...info, hardFork: capitalized(info.hardFork as Json), environment }
    },
  }
}

/** Forks have the names of revm: `Prague`. */
function capitalized(name: Json): string {
  const text = String(name)
  return text.charAt(0).toUpperCase() + text.slice(1)
}
