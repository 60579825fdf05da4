import { DECIMAL_ONE } from '../../primitives/encoding/decimal.ts'
import type { NativeAddress } from '../../state/rows/layout.ts'
import type { RowState } from '../../state/rows/rowState.ts'
import { type Coin, requireNotBlocked, sendCoins } from '../bank/bank.ts'
import { addCoins, amountOf, mapCoins, subtractCoins } from '../bank/coins.ts'
import { nativeText } from '../evm/association.ts'
import { distributionAccount } from '../moduleAccounts.ts'
import { distributionError } from './distribution.ts'
import { communityPoolKind, putCoins } from './distributionRows.ts'

/** Returns the community pool, in decimals. */
export function communityPoolOf(state: RowState): readonly Coin[] {
  return state.get(communityPoolKind, '') ?? []
}

/**
 * Adds coins of an account to the community pool.
 *
 * @throws ModuleError
 */
export function fundCommunityPool(
  state: RowState,
  from: NativeAddress,
  coins: readonly Coin[],
): void {
  sendCoins(state, from, distributionAccount, coins)
  putCoins(state, communityPoolKind, '', addCoins(communityPoolOf(state), decimals(coins)))
}

/**
 * Pays coins from the community pool.
 *
 * @throws ModuleError
 */
export function spendCommunityPool(
  state: RowState,
  to: NativeAddress,
  coins: readonly Coin[],
): void {
  requireNotBlocked(to, nativeText(state, to), 'external funds')
  const pool = communityPoolOf(state)
  const spent = decimals(coins)
  if (spent.some(({ denom, amount }) => amountOf(pool, denom) < amount)) {
    throw distributionError(
      'badDistribution',
      'community pool does not have sufficient coins to distribute',
    )
  }
  putCoins(state, communityPoolKind, '', subtractCoins(pool, spent))
  sendCoins(state, distributionAccount, to, coins)
}

function decimals(coins: readonly Coin[]): readonly Coin[] {
  return mapCoins(coins, (amount) => amount * DECIMAL_ONE)
}
