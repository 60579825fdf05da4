import { TxError } from '../../../evm/errors.ts'
import { toQuantity } from '../../../primitives/encoding/hex.ts'
import { isJsonObject, type Json } from '../../../primitives/encoding/json.ts'
import { bytes } from '../../codec/scalar.ts'
import { transactionRequest } from '../../codec/transactionRequest.ts'
import { type Context, type Method, method, param } from '../../core/method.ts'
import { invalidParams, RpcError } from '../../errors/rpcError.ts'
import { eth_signTransaction } from '../../methods/eth/sign.ts'
import {
  eth_fillTransaction,
  eth_sendRawTransaction,
  eth_sendRawTransactionSync,
  eth_sendTransactionSync,
} from '../../methods/eth/submit.ts'
import { fillTransaction, NO_FEE_MARKET } from '../../methods/fillTransaction.ts'
import { defaultSender } from '../../methods/sendTransaction.ts'
import { unsignedTransactionView } from '../../views/unsignedTransaction.ts'
import { mapFailure } from '../dialect.ts'
import { emptyCreations, withoutFailingEstimate } from '../sends.ts'
import { replacingByCap } from './anvilPool.ts'
import { readable } from './anvilRequests.ts'

type Replacement = readonly [Method, Method]
type Price = (context: Context) => bigint

const PRICES = ['gasPrice', 'maxFeePerGas']

/** Signs what it is given: fees are not checked. */
const signTransaction = method({
  ...eth_signTransaction,
  params: [param('transaction', transactionRequest)],
  result: bytes,
  async run(context, request) {
    const { wallet } = context
    const from = defaultSender(wallet, request)
    wallet.requireUnlocked(from)
    const options = { allowsEmptyCreation: true, ignoresFees: true }
    return wallet.signTransaction(from, await fillTransaction(context, from, request, options)).raw
  },
})

/** The fields of a pending transaction, with its sender: the first account by default. */
const fill = method({
  ...eth_fillTransaction,
  params: [param('transaction', transactionRequest)],
  result: {
    schema: unsignedTransactionView.schema,
    encode: (filled: Readonly<Record<string, Json>>) => filled,
  },
  async run(context, request) {
    const from = defaultSender(context.wallet, request)
    const unsigned = await fillTransaction(context, from, request, { allowsEmptyCreation: true })
    const { raw, tx } = Object(unsignedTransactionView.encode(unsigned))
    const nowhere = { blockHash: null, blockNumber: null, transactionIndex: null }
    const gasPrice = toQuantity(unsigned.maxFeePerGas)
    return { raw, tx: { ...tx, from, gasPrice, ...nowhere } }
  },
})

/**
 * Sends of Anvil: the default fee cap is the suggested price, and a transaction without gas whose
 * estimate fails is mined with the gas limit of the block.
 */
export function anvilSends(price: Price): readonly Replacement[] {
  const completing: readonly Replacement[] = [
    ...emptyCreations,
    [eth_sendTransactionSync, eth_sendTransactionSync],
  ]
  return [
    ...completing.map(([replaced, send]) => {
      const sent = withPrice(withoutFailingEstimate(replacingByCap(send)), price)
      return [replaced, readable(ofThisChain(sent))] as const
    }),
    ...[eth_sendRawTransaction, eth_sendRawTransactionSync].map(
      (send) => [send, replacingByCap(send)] as const,
    ),
    [eth_fillTransaction, readable(withPrice(fill, price))],
    [eth_signTransaction, readable(ofThisChain(withPrice(signTransaction, price)))],
  ]
}

const HINT = "\n\nYou can use them by running anvil with '--hardfork london' or later."

/** Words refusals of another chain's id and of fields that the fork lacks. */
function ofThisChain(signing: Method): Method {
  const [, worded] = mapFailure(signing, (thrown) => {
    if (thrown instanceof RpcError && thrown.message === NO_FEE_MARKET) {
      return invalidParams(`${NO_FEE_MARKET}.${HINT}`)
    }
    if (!(thrown instanceof TxError) || thrown.details.code !== 'WRONG_CHAIN_ID') return undefined
    const { have, want } = thrown.details
    return invalidParams(
      `transaction-provided chain ID (${have}) does not match the signer's chain ID (${want})`,
    )
  })
  return worded
}

function withPrice(send: Method, price: Price): Method {
  return {
    ...send,
    call(context, params) {
      const [request, ...rest] = Array.isArray(params) ? params : []
      const hasBaseFee = context.blocks.latest.header.baseFeePerGas !== undefined
      // Where there is no fee market, a tip is refused.
      const prices = hasBaseFee ? PRICES : [...PRICES, 'maxPriorityFeePerGas']
      const isPriced =
        !isJsonObject(request) || prices.some((fee) => (request[fee] ?? undefined) !== undefined)
      if (isPriced) return send.call(context, params)
      const fee = toQuantity(price(context))
      const priced = hasBaseFee ? { maxFeePerGas: fee } : { gasPrice: fee }
      return send.call(context, [{ ...request, ...priced }, ...rest])
    },
  }
}
