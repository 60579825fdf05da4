import type { Context } from '../core/method.ts'

/** What a transaction offers to the fee collector unless told otherwise, in wei: 1 gwei. */
export const DEFAULT_TIP = 1_000_000_000n

/**
 * A gas price that the next block accepts: the median of what the newest block's transactions paid,
 * or the next base fee and the default tip where that is higher or the block is empty. Or the price
 * that the node was told to answer.
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

/** A fee cap that survives the base fee's doubling. */
export function suggestFeeCap({ nextBaseFee }: Context['mining'], tip: bigint): bigint {
  return 2n * nextBaseFee + tip
}
