import { TxError } from '../../../evm/errors.ts'
import { toQuantity } from '../../../primitives/encoding/hex.ts'
import { isJsonObject } from '../../../primitives/encoding/json.ts'
import { quantity } from '../../codec/scalar.ts'
import { type Context, type Method, method } from '../../core/method.ts'
import { RpcError, rpcCode } from '../../errors/rpcError.ts'
import { eth_call, eth_estimateGas } from '../../methods/eth/execute.ts'
import { eth_gasPrice } from '../../methods/eth/feeMarket.ts'
import { eth_newFilter } from '../../methods/eth/filter.ts'
import { eth_getStorageAt } from '../../methods/eth/state.ts'
import { mapFailure, mapResult } from '../dialect.ts'
import { lenient } from '../lenientCalls.ts'
import { readableOverrides, unreadable } from './overrideWords.ts'

type Replacement = readonly [Method, Method]

const DEFAULT_PRICE = 2_000_000_000n
/** Gas of a transaction that does not say it. */
const DEFAULT_GAS = toQuantity(90_000n)
const FAILED = 'VM Exception while processing transaction:'
const ZERO_WORD = /^0x0{64}$/

/** The price that was set, or 2 gwei: it does not follow the market. */
function priceOf({ gasPrice, mining }: Context): bigint {
  return gasPrice ?? mining.config.minBaseFee ?? DEFAULT_PRICE
}

/** A slot without a value is empty. */
const storageAt = mapResult(eth_getStorageAt, (word) =>
  ZERO_WORD.test(String(word)) ? '0x' : word,
)

/** A call may offer less than the base fee; one that cannot pay or start fails like code. */
const [, payingCall] = mapFailure(
  lenient(eth_call, () => false),
  (thrown) => {
    if (!(thrown instanceof TxError)) return undefined
    if (thrown.code === 'INSUFFICIENT_FUNDS') return failure('insufficient balance')
    return thrown.code === 'INTRINSIC_GAS_TOO_LOW' ? failure('out of gas') : undefined
  },
)

const call: Method = {
  ...payingCall,
  call(context, params) {
    const [request, block, states, ...rest] = Array.isArray(params) ? params : []
    if (!isJsonObject(request)) return payingCall.call(context, params)
    checkFees(request)
    const read = readableOverrides(states)
    return payingCall.call(context, [withGas(request), block, read, ...rest])
  },
}

/** @param estimate in Ganache's words */
export function ganacheRequests(estimate: Method): readonly Replacement[] {
  return [
    [eth_gasPrice, method({ ...eth_gasPrice, params: [], result: quantity, run: priceOf })],
    storageAt,
    [eth_call, call],
    [eth_estimateGas, lenient(estimate, () => true)],
    [eth_newFilter, withQuery(eth_newFilter)],
  ]
}

/** Sends with Ganache's default gas and, where there is no base fee, its default price. */
export function withDefaults(send: Method): Method {
  return {
    ...send,
    call(context, params) {
      const [request, ...rest] = Array.isArray(params) ? params : []
      if (!isJsonObject(request)) return send.call(context, params)
      const hasBaseFee = context.blocks.latest.header.baseFeePerGas !== undefined
      const { gas = DEFAULT_GAS, gasPrice } = withGas(request)
      const price = hasBaseFee ? gasPrice : (gasPrice ?? toQuantity(priceOf(context)))
      const { gasLimit: _, ...fields } = request
      const complete = { ...fields, gas, ...(price !== undefined && { gasPrice: price }) }
      return send.call(context, [complete, ...rest])
    },
  }
}

/** `gasLimit` is another name of `gas`. */
function withGas({
  gasLimit,
  ...request
}: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return gasLimit === undefined ? request : { gas: gasLimit, ...request }
}

function checkFees(request: Readonly<Record<string, unknown>>): void {
  const isGiven = (name: string) => (request[name] ?? undefined) !== undefined
  if (!isGiven('gasPrice')) return
  if (!isGiven('maxFeePerGas') && !isGiven('maxPriorityFeePerGas')) return
  throw unreadable('both gasPrice and (maxFeePerGas or maxPriorityFeePerGas) specified')
}

function failure(reason: string): RpcError {
  return new RpcError(rpcCode.refused, `${FAILED} ${reason}`, '0x')
}

/** Without a criterion, a filter has all logs. */
function withQuery(filter: Method): Method {
  return {
    ...filter,
    call: (context, params) =>
      filter.call(context, Array.isArray(params) && params.length === 0 ? [{}] : params),
  }
}
