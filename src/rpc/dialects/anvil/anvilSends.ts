import { toQuantity } from '../../../primitives/encoding/hex.ts'
import { isJsonObject } from '../../../primitives/encoding/json.ts'
import { hash } from '../../codec/scalar.ts'
import { transactionRequest } from '../../codec/transactionRequest.ts'
import { type Context, changingMethod, type Method, param } from '../../core/method.ts'
import {
  eth_fillTransaction,
  eth_sendTransaction,
  eth_sendUnsignedTransaction,
} from '../../methods/eth/submit.ts'
import { sendTransaction } from '../../methods/sendTransaction.ts'
import { withoutFailingEstimate } from '../sends.ts'

type Replacement = readonly [Method, Method]
type Price = (context: Context) => bigint

const FEES = ['gasPrice', 'maxFeePerGas'] as const

/** A creation may be empty: it makes an account without code. */
const sends: readonly Replacement[] = [
  [eth_sendTransaction, sending(eth_sendTransaction, false)],
  [eth_sendUnsignedTransaction, sending(eth_sendUnsignedTransaction, true)],
]

/**
 * Sends of Anvil: the default fee cap is the suggested price, and a transaction without gas whose
 * estimate fails is mined with the gas limit of the block.
 */
export function anvilSends(price: Price): readonly Replacement[] {
  return [
    ...sends.map(
      ([replaced, send]) => [replaced, withPrice(withoutFailingEstimate(send), price)] as const,
    ),
    [eth_fillTransaction, withPrice(eth_fillTransaction, price)],
  ]
}

function sending(replaced: Method, anySender: boolean): Method {
  return changingMethod({
    ...replaced,
    params: [param('transaction', transactionRequest)],
    result: hash,
    run: (context, request) =>
      sendTransaction(context, request, {
        anySender,
        allowsEmptyCreation: true,
        onAccepted: context.onAccepted,
      }),
  })
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
