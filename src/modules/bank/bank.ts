import type { Address } from '../../primitives/address.ts'
import { bytesToUtf8 } from '../../primitives/encoding/bytes.ts'
import { MAX_BALANCE, MAX_UNITS, WEI_PER_UNIT } from '../../state/ledger/balanceOverflow.ts'
import {
  accountKind,
  coinKind,
  type NativeAddress,
  nativeOfKind,
  supplyKind,
  weiRemainderKind,
} from '../../state/rows/layout.ts'
import type { RowState } from '../../state/rows/rowState.ts'
import type { IterableTableKind, TableKind } from '../../state/rows/stateTable.ts'
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

/** Supplies, listable. Row: denomination. */
export const supplyTable: IterableTableKind<bigint> = {
  ...supplyKind,
  prefix: Uint8Array.of(0x00),
  idOf: bytesToUtf8,
}

/** Returns the total supply of a denomination. */
export function supplyOf(state: RowState, denom: string): bigint {
  return state.get(supplyKind, denom) ?? 0n
}

/*
 * Transfers read and write rows in the order of the real chain's keeper (sei-cosmos,
 * x/bank/keeper/send.go), because contracts pay for each access.
 */

/**
 * Transfers coins between native accounts.
 *
 * @throws ModuleError if the sender lacks them, the recipient cannot receive coins or its balance
 *   would overflow; some may have moved then
 */
export function sendCoins(
  state: RowState,
  from: NativeAddress,
  to: NativeAddress,
  coins: readonly Coin[],
): void {
  moveCoins(state, from, to, coins)
  state.ensureAccount(to)
}

/** As {@link sendCoins}, without an account record for the recipient. */
function moveCoins(
  state: RowState,
  from: NativeAddress,
  to: NativeAddress,
  coins: readonly Coin[],
): void {
  takeCoins(state, from, coins)
  requireReceivable(state, to)
  giveCoins(state, to, coins)
}

function takeCoins(state: RowState, from: NativeAddress, coins: readonly Coin[]): void {
  // The account may have locked coins on the real chain; here none has.
  state.get(accountKind(state.names.bech32Prefix), from)
  for (const { denom, amount } of coins) {
    const have = balanceOf(state, from, denom)
    if (have < amount) {
      throw sdkError(
        'insufficientFunds',
        `${have}${denom} is smaller than ${amount}${denom}: insufficient funds`,
      )
    }
    putAmount(state, coinKind(denom), from, have - amount)
  }
}

function giveCoins(state: RowState, to: NativeAddress, coins: readonly Coin[]): void {
  for (const { denom, amount } of coins) {
    const balance = balanceOf(state, to, denom) + amount
    if (!fits(state, to, denom, balance)) {
      throw sdkError('invalidCoins', `the balance of ${denom} would overflow: invalid coins`)
    }
    putAmount(state, coinKind(denom), to, balance)
  }
}

/**
 * Transfers wei between native accounts, first what is less than a unit, then whole units. The
 * recipient gets no account record.
 *
 * @param free the same state, with reads that cost nothing
 * @throws ModuleError if the sender lacks them, the recipient cannot receive coins or its balance
 *   would overflow; some may have moved then
 */
export function sendWei(
  state: RowState,
  from: NativeAddress,
  to: NativeAddress,
  wei: bigint,
  free: RowState = state,
): void {
  // The real chain has no such balances.
  const balance = balanceOf(free, to, state.names.denomination) * WEI_PER_UNIT + restOf(free, to)
  if (from !== to && balance + wei > MAX_BALANCE) {
    throw sdkError('invalidCoins', 'the balance in wei would overflow: invalid coins')
  }
  const rest = wei % WEI_PER_UNIT
  const amount = wei / WEI_PER_UNIT
  if (rest > 0n) takeRest(state, from, rest)
  requireReceivable(state, to)
  if (rest > 0n) giveRest(state, to, rest)
  if (amount > 0n) moveCoins(state, from, to, [{ denom: state.names.denomination, amount }])
}

/** Takes less than a unit. */
function takeRest(state: RowState, from: NativeAddress, wei: bigint): void {
  const rest = restOf(state, from)
  if (wei <= rest) {
    putAmount(state, weiRemainderKind, from, rest - wei)
    return
  }
  const kind = coinKind(state.names.denomination)
  const units = state.get(kind, from) ?? 0n
  if (units === 0n) {
    throw sdkError('insufficientFunds', `${rest}wei is smaller than ${wei}wei: insufficient funds`)
  }
  putAmount(state, kind, from, units - 1n)
  putAmount(state, weiRemainderKind, from, WEI_PER_UNIT + rest - wei)
}

/** Gives less than a unit. */
function giveRest(state: RowState, to: NativeAddress, wei: bigint): void {
  const sum = restOf(state, to) + wei
  if (sum < WEI_PER_UNIT) {
    putAmount(state, weiRemainderKind, to, sum)
    return
  }
  const kind = coinKind(state.names.denomination)
  putAmount(state, kind, to, (state.get(kind, to) ?? 0n) + 1n)
  putAmount(state, weiRemainderKind, to, sum - WEI_PER_UNIT)
}

/** Writes an amount; zero deletes the row. */
function putAmount(
  state: RowState,
  kind: TableKind<bigint>,
  owner: NativeAddress,
  amount: bigint,
): void {
  state.set(kind, owner, amount === 0n ? undefined : amount)
}

/**
 * Checks that a native address is not the former cast address of an associated account, whose coins
 * no key moves.
 *
 * @throws ModuleError
 */
function requireReceivable(state: RowState, to: NativeAddress): void {
  if (!isReceivable(state, to)) throw sdkError('invalidRecipient', 'invalid recipient')
}

/** Returns whether coins at a native address have an owner. */
export function isReceivable(state: RowState, to: NativeAddress): boolean {
  const owner = state.get(nativeOfKind, to as string as Address)
  return owner === undefined || owner === to
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
  const paid = there.filter((coin) => hasRoom(state, to, coin))
  takeCoins(state, from, paid)
  giveCoins(state, to, paid)
  state.ensureAccount(to)
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
  return units * WEI_PER_UNIT + restOf(state, owner) <= MAX_BALANCE
}

/**
 * Checks that coins sent to a native address are usable: module accounts have no key, and the
 * former cast address of an associated account has no owner.
 *
 * @throws ModuleError
 */
export function requireRecipient(state: RowState, to: NativeAddress, text: string): void {
  requireNotBlocked(to, text)
  if (isReceivable(state, to)) return
  throw sdkError('invalidRecipient', `${text} is not allowed to receive funds: invalid recipient`)
}

/**
 * Checks that a native address is not a module account.
 *
 * @throws ModuleError
 */
export function requireNotBlocked(to: NativeAddress, text: string, what = 'funds'): void {
  if (!moduleAccounts.has(to)) return
  throw sdkError('unauthorized', `${text} is not allowed to receive ${what}: unauthorized`)
}

function restOf(state: RowState, owner: NativeAddress): bigint {
  return state.get(weiRemainderKind, owner) ?? 0n
}
