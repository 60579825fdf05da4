import type { Coin } from './bank.ts'

/**
 * Adds coins by denomination, in alphabetical order, without zeros. Amounts may be units or
 * decimals.
 */
export function addCoins(...lists: readonly (readonly Coin[])[]): readonly Coin[] {
  const sums = new Map<string, bigint>()
  for (const { denom, amount } of lists.flat()) {
    sums.set(denom, (sums.get(denom) ?? 0n) + amount)
  }
  return [...sums]
    .filter(([, amount]) => amount !== 0n)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([denom, amount]) => ({ denom, amount }))
}

/** Subtracts `less` from `coins`. */
export function subtractCoins(coins: readonly Coin[], less: readonly Coin[]): readonly Coin[] {
  return addCoins(
    coins,
    mapCoins(less, (amount) => -amount),
  )
}

/** Maps the amounts. */
export function mapCoins(
  coins: readonly Coin[],
  change: (amount: bigint, denom: string) => bigint,
): readonly Coin[] {
  return coins.map(({ denom, amount }) => ({ denom, amount: change(amount, denom) }))
}

/** Returns the amount of a denomination. */
export function amountOf(coins: readonly Coin[], denom: string): bigint {
  return coins.find((coin) => coin.denom === denom)?.amount ?? 0n
}
