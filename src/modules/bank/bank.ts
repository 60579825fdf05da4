import type { Address } from '../../primitives/address.ts'
import { MAX_BALANCE, MAX_UNITS, WEI_PER_UNIT } from '../../state/ledger/balanceOverflow.ts'
import {
  coinKind,
  type NativeAddress,
  nativeOfKind,
  supplyKind,
  weiRemainderKind,
} from '../../state/rows/layout.ts'
import type { RowState } from '../../state/rows/rowState.ts'
import { moduleAccounts } from '../moduleAccounts.ts'
import { sdkError } from '../moduleError.ts'

/** An amount of a denomination in base units. */
export interface Coin {
  readonly denom: string
  readonly amount: bigint
}

/** Returns the amount of a denomination that a native account owns. */
export function balanceOf(state: RowState, owner: NativeAddress, denom: string): bigint {
  return state.get(coinKind(denom), owner) ?? 0n
}

/** Returns all coins of a native account, by denomination. */
export function balancesOf(state: RowState, owner: NativeAddress): readonly Coin[] {
  return state
    .denominations(owner)
    .map((denom) => ({ denom, amount: balanceOf(state, owner, denom) }))
}

/** Returns the total supply of a denomination. */
export function supplyOf(state: RowState, denom: string): bigint {
  return state.get(supplyKind, denom) ?? 0n
}

/**
 * Transfers coins between native accounts.
 *
 * @throws ModuleError if the sender lacks them or the recipient's balance would overflow; some may
 *   have moved then
 */
export function sendCoins(
  state: RowState,
  from: NativeAddress,
  to: NativeAddress,
  coins: readonly Coin[],
): void {
  for (const { denom, amount } of coins) {
    const kind = coinKind(denom)
    const have = balanceOf(state, from, denom)
    if (have < amount) {
      throw sdkError(
        'insufficientFunds',
        `${have}${denom} is smaller than ${amount}${denom}: insufficient funds`,
      )
    }
    const left = have - amount
    state.set(kind, from, left === 0n ? undefined : left)
    const balance = balanceOf(state, to, denom) + amount
    if (!fits(state, to, denom, balance)) {
      throw sdkError('invalidCoins', `the balance of ${denom} would overflow: invalid coins`)
    }
    if (balance > 0n) state.set(kind, to, balance)
  }
  state.ensureAccount(to)
}

/**
 * Transfers wei between native accounts: whole units and the remainder.
 *
 * @throws ModuleError if the sender lacks them or the recipient's balance would overflow; they may
 *   be gone then
 */
export function sendWei(
  state: RowState,
  from: NativeAddress,
  to: NativeAddress,
  wei: bigint,
): void {
  const have = weiOf(state, from)
  if (have < wei) {
    throw sdkError('insufficientFunds', `${have}wei is smaller than ${wei}wei: insufficient funds`)
  }
  putWei(state, from, have - wei)
  const sum = weiOf(state, to) + wei
  if (sum > MAX_BALANCE) {
    throw sdkError('invalidCoins', 'the balance in wei would overflow: invalid coins')
  }
  putWei(state, to, sum)
  state.ensureAccount(to)
}

/**
 * Transfers coins that are due without failing, so that the end of a block can rely on it. An
 * amount beyond the recipient's maximum stays; an amount that the sender lacks, because its balance
 * was edited, is not paid.
 */
export function payOut(
  state: RowState,
  from: NativeAddress,
  to: NativeAddress,
  coins: readonly Coin[],
): void {
  const there = coins.map(({ denom, amount }) => {
    const have = balanceOf(state, from, denom)
    return { denom, amount: amount < have ? amount : have }
  })
  sendCoins(
    state,
    from,
    to,
    there.filter((coin) => hasRoom(state, to, coin)),
  )
}

/** Largest amount that the SDK can represent. */
const MAX_AMOUNT = 2n ** 256n - 1n

/**
 * Mints coins for a native account.
 *
 * @throws ModuleError if the supply or the balance would overflow; some may be minted then
 */
export function mintCoins(state: RowState, to: NativeAddress, coins: readonly Coin[]): void {
  for (const coin of coins) {
    const { denom, amount } = coin
    if (supplyOf(state, denom) + amount > MAX_AMOUNT || !hasRoom(state, to, coin)) {
      throw sdkError('invalidCoins', `the supply of ${denom} would overflow: invalid coins`)
    }
    state.set(coinKind(denom), to, balanceOf(state, to, denom) + amount)
    changeSupply(state, denom, amount)
  }
  state.ensureAccount(to)
}

/**
 * Burns coins of a native account. An amount that it lacks, because its balance was edited, is not
 * burned.
 */
export function burnCoins(state: RowState, from: NativeAddress, coins: readonly Coin[]): void {
  for (const { denom, amount } of coins) {
    const have = balanceOf(state, from, denom)
    const burned = amount < have ? amount : have
    if (burned === 0n) continue
    state.set(coinKind(denom), from, burned === have ? undefined : have - burned)
    changeSupply(state, denom, -burned)
  }
}

function changeSupply(state: RowState, denom: string, change: bigint): void {
  const supply = supplyOf(state, denom) + change
  state.set(supplyKind, denom, supply > 0n ? supply : undefined)
}

/** Returns whether a native account can receive coins. */
export function hasRoom(state: RowState, owner: NativeAddress, { denom, amount }: Coin): boolean {
  return fits(state, owner, denom, balanceOf(state, owner, denom) + amount)
}

/**
 * Returns whether an amount of units fits into an EVM balance. Reads the remainder only if
 * necessary, because reads are metered.
 */
function fits(state: RowState, owner: NativeAddress, denom: string, units: bigint): boolean {
  if (denom !== state.names.denomination || units < MAX_UNITS) return true
  return units * WEI_PER_UNIT + (state.get(weiRemainderKind, owner) ?? 0n) <= MAX_BALANCE
}

/**
 * Checks that coins sent to a native address are usable: module accounts have no key, and the
 * former cast address of an associated account belongs to nobody.
 *
 * @throws ModuleError
 */
export function requireRecipient(state: RowState, to: NativeAddress, text: string): void {
  if (moduleAccounts.has(to)) {
    throw sdkError('unauthorized', `${text} is not allowed to receive funds: unauthorized`)
  }
  const owner = state.get(nativeOfKind, to as string as Address)
  if (owner === undefined || owner === to) return
  throw sdkError('invalidRecipient', `${text} is not allowed to receive funds: invalid recipient`)
}

function weiOf(state: RowState, owner: NativeAddress): bigint {
  const units = balanceOf(state, owner, state.names.denomination)
  return units * WEI_PER_UNIT + (state.get(weiRemainderKind, owner) ?? 0n)
}

function putWei(state: RowState, owner: NativeAddress, wei: bigint): void {
  const units = wei / WEI_PER_UNIT
  const remainder = wei % WEI_PER_UNIT
  const kind = coinKind(state.names.denomination)
  const before = state.get(kind, owner) ?? 0n
  if (units !== before) state.set(kind, owner, units === 0n ? undefined : units)
  const rest = state.get(weiRemainderKind, owner) ?? 0n
  if (remainder !== rest) {
    state.set(weiRemainderKind, owner, remainder === 0n ? undefined : remainder)
  }
}
