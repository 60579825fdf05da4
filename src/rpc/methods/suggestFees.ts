import type { Block } from '../../chain/block/block.ts'
import type { Context } from '../core/method.ts'

/** Default tip in wei: 1 gwei. */
export const DEFAULT_TIP = 1_000_000_000n

/** The chain is congested if its newest block uses more than this part of its gas limit. */
const CONGESTED_PERCENT = 80n
/** Suggested price without congestion, as a part of the base fee. */
const IDLE_PERCENT = 110n

/**
 * Suggests a gas price for the next block by the real chain's rule (`GasPriceHelper`): 1.1 times
 * the base fee, with congestion the base fee plus the median tip of the newest block; or the
 * configured price.
 */
export function suggestGasPrice({
  blocks: { latest },
  mining: { nextBaseFee },
  gasPrice,
}: Pick<Context, 'blocks' | 'mining' | 'gasPrice'>): bigint {
  if (gasPrice !== undefined) return gasPrice > nextBaseFee ? gasPrice : nextBaseFee
  if (isCongested(latest)) return nextBaseFee + (medianTip(latest) ?? DEFAULT_TIP)
  return (nextBaseFee * IDLE_PERCENT) / 100n
}

/** Suggests a tip: 1 gwei, with congestion the median of the newest block. */
export function suggestTip({ blocks: { latest } }: Pick<Context, 'blocks'>): bigint {
  return isCongested(latest) ? (medianTip(latest) ?? 0n) : DEFAULT_TIP
}

/** Suggests a fee cap of twice the base fee plus the tip. */
export function suggestFeeCap({ nextBaseFee }: Context['mining'], tip: bigint): bigint {
  return 2n * nextBaseFee + tip
}

/**
 * Returns the tips at percentiles of the block's gas: transactions ordered by tip and weighted by
 * gas used. 0 for a block without transactions.
 */
export function tipsAt(block: Block, percentiles: readonly number[]): readonly bigint[] {
  const base = block.header.baseFeePerGas ?? 0n
  const tips = block.receipts
    .map((receipt) => ({ tip: receipt.effectiveGasPrice - base, gasUsed: receipt.gasUsed }))
    .sort((a, b) => (a.tip < b.tip ? -1 : a.tip > b.tip ? 1 : 0))
  const total = Number(block.header.gasUsed)
  return percentiles.map((percentile) => {
    const threshold = BigInt(Math.floor((total * percentile) / 100))
    let used = 0n
    for (const { tip, gasUsed } of tips) {
      used += gasUsed
      if (used >= threshold) return tip
    }
    return 0n
  })
}

function isCongested({ header: { gasUsed, gasLimit } }: Block): boolean {
  return gasUsed * 100n > gasLimit * CONGESTED_PERCENT
}

function medianTip(block: Block): bigint | undefined {
  return block.receipts.length === 0 ? undefined : tipsAt(block, [50])[0]
}
