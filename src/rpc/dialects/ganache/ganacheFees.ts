import { toQuantity } from '../../../primitives/encoding/hex.ts'
import type { Json } from '../../../primitives/encoding/json.ts'
import { quantity } from '../../codec/scalar.ts'
import type { Context, Method } from '../../core/method.ts'
import { RpcError } from '../../errors/rpcError.ts'
import { eth_feeHistory } from '../../methods/eth/feeMarket.ts'
import { DEFAULT_TIP } from '../../methods/suggestFees.ts'
import { mapFailure, mapResult } from '../dialect.ts'
import { unreadable } from './overrideWords.ts'

type Fields = Readonly<Record<string, unknown>>

const isGiven = (value: unknown) => value !== undefined && value !== null

/**
 * Completes the fees of a transaction: its cap is what the base fee can be in the third block, and
 * the tip at most that.
 */
export function withFees(request: Fields, { mining }: Pick<Context, 'mining'>): Fields {
  const { gasPrice, maxFeePerGas, maxPriorityFeePerGas } = request
  if (isGiven(gasPrice) || isGiven(maxFeePerGas)) return request
  let cap = mining.nextBaseFee
  for (let block = 1; block < 3; block++) cap += cap / 8n
  if (isGiven(maxPriorityFeePerGas)) {
    const tip = quantity.decode(maxPriorityFeePerGas, 'invalid argument 0: maxPriorityFeePerGas')
    return { ...request, maxFeePerGas: toQuantity(tip > cap ? tip : cap) }
  }
  const tip = cap < DEFAULT_TIP ? cap : DEFAULT_TIP
  return { ...request, maxFeePerGas: toQuantity(cap), maxPriorityFeePerGas: toQuantity(tip) }
}

const BAD_PERCENTILES = /^invalid reward percentile/

/** At least one block; without rewards unless percentiles ask for them. */
export const ganacheFeeHistory: readonly [Method, Method] = [eth_feeHistory, feeHistory()]

function feeHistory(): Method {
  const [, history] = mapResult(eth_feeHistory, (result, [, , percentiles]) => {
    if (Array.isArray(percentiles) && percentiles.length > 0) return result
    const { reward: _none, ...fees } = Object(result) as Readonly<Record<string, Json>>
    return fees
  })
  const [, worded] = mapFailure(history, (thrown) =>
    thrown instanceof RpcError && BAD_PERCENTILES.test(thrown.message)
      ? unreadable('invalid reward percentile: percentiles must be unique and in ascending order')
      : undefined,
  )
  return {
    ...worded,
    call(context, params) {
      const [count, ...rest] = Array.isArray(params) ? params : []
      return worded.call(context, Number(count) === 0 ? ['0x1', ...rest] : params)
    },
  }
}
