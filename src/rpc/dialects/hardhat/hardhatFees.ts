import { toWei } from '../../../chain/build/feeMarket.ts'
import { toQuantity } from '../../../primitives/encoding/hex.ts'
import type { Json } from '../../../primitives/encoding/json.ts'
import { quantity } from '../../codec/scalar.ts'
import type { ChangingContext, Method } from '../../core/method.ts'
import { eth_feeHistory } from '../../methods/eth/feeMarket.ts'
import { tipsAt } from '../../methods/suggestFees.ts'
import { mapResult } from '../dialect.ts'

interface FeeHistoryJson {
  readonly oldestBlock: Json
  readonly baseFeePerGas: readonly Json[]
  readonly gasUsedRatio: readonly Json[]
  readonly reward: readonly Json[]
}

const withPending: Method = {
  ...eth_feeHistory,
  call(context, params) {
    const given: readonly unknown[] = Array.isArray(params) ? params : []
    return given[1] === 'pending'
      ? upToPending(context, given)
      : eth_feeHistory.call(context, params)
  },
}

/** Rewards only if percentiles ask for them, and `pending` is a block of its own. */
export const [, hardhatFeeHistory] = mapResult(withPending, (history, [, , percentiles]) => {
  if (Array.isArray(percentiles) && percentiles.length > 0) return history
  const { reward: _, ...rest } = Object(history)
  return rest
})

/** The history before the pending block, and that block. */
async function upToPending(
  context: ChangingContext,
  [count, , percentiles = []]: readonly unknown[],
): Promise<Json> {
  const blocks = quantity.decode(count, 'invalid argument 0')
  const view = await context.state.viewAt({ tag: 'pending' })
  const { header, number } = view.block
  const before = [toQuantity(blocks - 1n), toQuantity(number - 1), percentiles]
  const none = {
    oldestBlock: toQuantity(number),
    baseFeePerGas: [toQuantity(header.baseFeePerGas ?? 0n)],
    gasUsedRatio: [],
    reward: [],
  }
  const older: FeeHistoryJson =
    blocks === 1n ? none : Object(await eth_feeHistory.call(context, before))
  const tips = tipsAt(view.block, Array.isArray(percentiles) ? percentiles.map(Number) : [])
  return {
    oldestBlock: older.oldestBlock,
    baseFeePerGas: [...older.baseFeePerGas, toQuantity(toWei(view.overlay().nextBaseFee ?? 0n))],
    gasUsedRatio: [...older.gasUsedRatio, Number(header.gasUsed) / Number(header.gasLimit)],
    reward: [...older.reward, tips.map(toQuantity)],
  }
}
