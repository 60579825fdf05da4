import type { Context } from '../core/method.ts'

/** Default tip in wei: 1 gwei. */
export const DEFAULT_TIP = 1_000_000_000n

/**
 * Suggests a gas price for the next block: the median of the newest block's prices, but at least
 * the next base fee plus the default tip; or the configured price.
 */
export function suggestGasPrice({
  blocks: { latest },
  mining: { nextBaseFee },
  gasPrice,
}: Pick<Context, 'blocks' | 'mining' | 'gasPrice'>): bigint {
  if (gasPrice !== undefined) return gasPrice > nextBaseFee ? gasPrice : nextBaseFee
  const floor = nextBaseFee + DEFAULT_TIP
  const paid = latest.receipts.map((receipt) => receipt.effectiveGasPrice)
  paid.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  const median = paid[Math.floor((paid.length - 1) / 2)] ?? 0n
  return median > floor ? median : floor
}

/** Suggests a fee cap of twice the base fee plus the tip. */
export function suggestFeeCap({ nextBaseFee }: Context['mining'], tip: bigint): bigint {
  return 2n * nextBaseFee + tip
}
