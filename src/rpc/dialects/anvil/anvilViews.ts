import { hashHeader } from '../../../chain/block/sealBlock.ts'
import { toQuantity } from '../../../primitives/encoding/hex.ts'
import { isJsonObject, type Json } from '../../../primitives/encoding/json.ts'
import { blockNumberRef } from '../../codec/blockRef.ts'
import { nullable } from '../../codec/codec.ts'
import { boolean } from '../../codec/scalar.ts'
import { type Context, type Method, method, param } from '../../core/method.ts'
import { anvil_nodeInfo } from '../../methods/dev/identity.ts'
import { eth_getBlockByNumber } from '../../methods/eth/block.ts'
import { trace_block } from '../../methods/trace/block.ts'
import { trace_transaction } from '../../methods/trace/transaction.ts'
import { JsonStream } from '../../stream/jsonStream.ts'
import { blockView } from '../../views/block.ts'
import { mapResult } from '../dialect.ts'

type Replacement = readonly [Method, Method]

/** The pending block has a hash, nonce and places of transactions, as alloy requires. */
const blockByNumber = method({
  ...eth_getBlockByNumber,
  params: [param('block', blockNumberRef), param('fullTransactions', boolean)],
  result: nullable(blockView),
  async run({ blocks }, ref, fullTransactions) {
    const block = await blocks.find(ref)
    if (block === undefined) return undefined
    const { hash = hashHeader(block.header) } = block
    return { block: { ...block, hash }, fullTransactions }
  },
})

/** Unknown blocks and transactions have no traces; the node has Anvil's price. */
export function anvilViews(price: (context: Context) => bigint): readonly Replacement[] {
  return [
    ...[trace_block, trace_transaction].map((method) =>
      mapResult(method, (traces) => traces ?? []),
    ),
    [anvil_nodeInfo, withPrice(anvil_nodeInfo, price)],
    [eth_getBlockByNumber, blockByNumber],
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
