import { toQuantity } from '../../../primitives/encoding/hex.ts'
import { isJsonObject } from '../../../primitives/encoding/json.ts'
import type { Context, Method } from '../../core/method.ts'
import { eth_fillTransaction } from '../../methods/eth/submit.ts'
import { emptyCreations, withoutFailingEstimate } from '../sends.ts'

type Replacement = readonly [Method, Method]
type Price = (context: Context) => bigint

const FEES = ['gasPrice', 'maxFeePerGas'] as const

/**
 * Sends of Anvil: the default fee cap is the suggested price, and a transaction without gas whose
 * estimate fails is mined with the gas limit of the block.
 */
export function anvilSends(price: Price): readonly Replacement[] {
  return [
    ...emptyCreations.map(
      ([replaced, send]) => [replaced, withPrice(withoutFailingEstimate(send), price)] as const,
    ),
    [eth_fillTransaction, withPrice(eth_fillTransaction, price)],
  ]
}

function withPrice(send: Method, price: Price): Method {
  return {
    ...send,
    call(context, params) {
      const [request, ...rest] = Array.isArray(params) ? params : []
      const isPriced =
        !isJsonObject(request) || FEES.some((fee) => (request[fee] ?? undefined) !== undefined)
      if (isPriced || context.blocks.latest.header.baseFeePerGas === undefined) {
        return send.call(context, params)
      }
      const maxFeePerGas = toQuantity(price(context))
      return send.call(context, [{ ...request, maxFeePerGas }, ...rest])
    },
  }
}
