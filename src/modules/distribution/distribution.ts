import { DECIMAL_ONE } from '../../primitives/encoding/decimal.ts'
import type { NativeAddress } from '../../state/rows/layout.ts'
import type { RowState } from '../../state/rows/rowState.ts'
import {
  balanceOf,
  type Coin,
  hasRoom,
  isReceivable,
  requireNotBlocked,
  sendCoins,
} from '../bank/bank.ts'
import { addCoins, mapCoins, subtractCoins } from '../bank/coins.ts'
import { nativeText } from '../evm/association.ts'
import type { HeaderInfo } from '../headerInfo.ts'
import { distributionAccount } from '../moduleAccounts.ts'
import { ModuleError } from '../moduleError.ts'
import { addressAt, rowOf, rowsOf } from '../rows.ts'
import { delegationKind } from '../staking/delegation.ts'
import { validatorKind } from '../staking/validator.ts'
import { accrualAt, accrue, rewardsAt, unreleasedAt } from './accrual.ts'
import {
  commissionKind,
  communityPoolKind,
  distributionParamsOf,
  earnedKind,
  outstandingKind,
  putCoins,
  startKind,
  streamKind,
  withdrawAddressKind,
} from './distributionRows.ts'

/** Returns the recipient of a delegator's rewards, by default the delegator. */
export function withdrawAddressOf(state: RowState, delegator: NativeAddress): NativeAddress {
  const chosen = state.get(withdrawAddressKind, delegator) as NativeAddress | undefined
  return chosen !== undefined && isReceivable(state, chosen) ? chosen : delegator
}

/** @throws ModuleError */
export function setWithdrawAddress(
  state: RowState,
  delegator: NativeAddress,
  address: NativeAddress,
): void {
  if (!distributionParamsOf(state).withdrawAddrEnabled) {
    throw distributionError('withdrawDisabled', 'set withdraw address disabled')
  }
  requireNotBlocked(address, nativeText(state, address), 'external funds')
  state.set(withdrawAddressKind, delegator, address)
}

/**
 * Pays the accrued rewards of a delegation in whole units and forfeits fractions. Returns the
 * payment.
 *
 * @param bank the state through which coins move
 * @throws ModuleError if there is no such delegation
 */
export function withdrawRewards(
  state: RowState,
  delegator: NativeAddress,
  operator: NativeAddress,
  { time }: HeaderInfo,
  bank: RowState = state,
): readonly Coin[] {
  if (state.get(validatorKind, operator) === undefined) {
    throw distributionError('noValidator', 'no validator distribution info')
  }
  if (state.get(delegationKind, rowOf(delegator, operator)) === undefined) {
    throw distributionError('noDelegation', 'no delegation distribution info')
  }
  accrue(state, operator, time)
  const coins = wholeUnits(rewardsAt(state, delegator, operator, time))
  pay(state, operator, delegator, coins, bank)
  startDelegation(state, delegator, operator)
  return coins
}

/**
 * Starts the accrual of a delegation, after it was created, or changed with its rewards withdrawn.
 */
export function startDelegation(
  state: RowState,
  delegator: NativeAddress,
  operator: NativeAddress,
): void {
  const earned = state.get(earnedKind, operator) ?? []
  putCoins(state, startKind, rowOf(operator, delegator), earned)
}

/** Removes the record of a deleted delegation. */
export function endDelegation(
  state: RowState,
  delegator: NativeAddress,
  operator: NativeAddress,
): void {
  state.set(startKind, rowOf(operator, delegator), undefined)
}

/**
 * Pays a validator's commission in whole units. Returns the payment.
 *
 * @throws ModuleError without commission
 */
export function withdrawCommission(
  state: RowState,
  operator: NativeAddress,
  { time }: HeaderInfo,
): readonly Coin[] {
  accrue(state, operator, time)
  const commission = state.get(commissionKind, operator) ?? []
  const coins = wholeUnits(commission)
  if (coins.length === 0) {
    throw distributionError('noCommission', 'no validator commission to withdraw')
  }
  payCommission(state, operator, coins)
  return coins
}

/** Pays the commission of a removed validator; its other rewards go to the community pool. */
export function endValidator(state: RowState, operator: NativeAddress): void {
  const owed = wholeUnits(state.get(commissionKind, operator) ?? [])
  const to = withdrawAddressOf(state, operator)
  payCommission(
    state,
    operator,
    owed.filter((coin) => isThere(state, coin) && hasRoom(state, to, coin)),
  )
  const rest = state.get(outstandingKind, operator) ?? []
  putCoins(state, communityPoolKind, '', addCoins(state.get(communityPoolKind, '') ?? [], rest))
  for (const kind of [outstandingKind, earnedKind, commissionKind]) {
    state.set(kind, operator, undefined)
  }
  state.set(streamKind, operator, undefined)
}

/** Returns the rewards that a delegator can withdraw, in decimals, by validator. */
export function rewardsOf(
  state: RowState,
  delegator: NativeAddress,
  { time }: HeaderInfo,
): readonly { readonly operator: NativeAddress; readonly coins: readonly Coin[] }[] {
  const found = []
  for (const row of state.ids(delegationKind, rowsOf(delegator))) {
    const operator = addressAt(row, 1)
    found.push({ operator, coins: rewardsAt(state, delegator, operator, time) })
  }
  return found
}

/** Returns the commission that a validator can withdraw, in decimals. */
export function commissionOf(
  state: RowState,
  operator: NativeAddress,
  { time }: HeaderInfo,
): readonly Coin[] {
  return accrualAt(state, operator, time).commission
}

/** Returns the rewards of a validator and its delegators that are not withdrawn, in decimals. */
export function outstandingOf(
  state: RowState,
  operator: NativeAddress,
  { time }: HeaderInfo,
): readonly Coin[] {
  return subtractCoins(
    state.get(outstandingKind, operator) ?? [],
    mapCoins(unreleasedAt(state, operator, time), (amount) => amount * DECIMAL_ONE),
  )
}

function payCommission(state: RowState, operator: NativeAddress, coins: readonly Coin[]): void {
  const left = subtractCoins(
    state.get(commissionKind, operator) ?? [],
    mapCoins(coins, (amount) => amount * DECIMAL_ONE),
  )
  putCoins(state, commissionKind, operator, left)
  pay(state, operator, operator, coins)
}

function pay(
  state: RowState,
  operator: NativeAddress,
  owner: NativeAddress,
  coins: readonly Coin[],
  bank = state,
): void {
  if (coins.length === 0) return
  sendCoins(bank, distributionAccount, withdrawAddressOf(bank, owner), coins)
  const left = subtractCoins(
    state.get(outstandingKind, operator) ?? [],
    mapCoins(coins, (amount) => amount * DECIMAL_ONE),
  )
  putCoins(state, outstandingKind, operator, left)
}

/** The balance of the module account may have been edited. */
function isThere(state: RowState, { denom, amount }: Coin): boolean {
  return amount <= balanceOf(state, distributionAccount, denom)
}

function wholeUnits(coins: readonly Coin[]): readonly Coin[] {
  return addCoins(mapCoins(coins, (amount) => amount / DECIMAL_ONE))
}

/** Codes of the distribution module (Cosmos SDK, x/distribution/types/errors.go). */
const codes = {
  noDelegation: 5,
  noValidator: 6,
  noCommission: 7,
  withdrawDisabled: 8,
  badDistribution: 9,
  invalidProposalAmount: 10,
  emptyProposalRecipient: 11,
  noSuchValidator: 12,
  noSuchDelegation: 13,
} as const

/** Creates an error with a code of the distribution module. */
export function distributionError(code: keyof typeof codes, message: string): ModuleError {
  return new ModuleError('distribution', codes[code], message)
}
