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

/** An amount of a denomination, in its base units. */
export interface Coin {
  readonly denom: string
  readonly amount: bigint
}

/** Units of a denomination that a native account owns. */
export function balanceOf(state: RowState, owner: NativeAddress, denom: string): bigint {
  return state.get(coinKind(denom), owner) ?? 0n
}

/** All coins of a native account, by denomination. */
export function balancesOf(state: RowState, owner: NativeAddress): readonly Coin[] {
  return state
    .denominations(owner)
    .map((denom) => ({ denom, amount: balanceOf(state, owner, denom) }))
}

/** All there is of a denomination. */
export function supplyOf(state: RowState, denom: string): bigint {
  return state.get(supplyKind, denom) ?? 0n
}

/**
 * Moves coins from one native account to another.
 *
 * @throws ModuleError where the sender does not have them, or the receiver has no room for them;
 *   some may have been moved then
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
 * Moves wei from one native account to another: whole units of the base denomination, and the rest.
 *
 * @throws ModuleError where the sender does not have them, or the receiver has no room for them;
 *   they may be gone then
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
 * Moves coins that somebody is owed, or that belong elsewhere: never refused, so that the end of a
 * block can rely on it. What the receiver has no room for stays where it is; what the sender does
 * not have, as somebody edited its balance, nobody gets.
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

/** Whether a native account can take coins besides those that it has. */
export function hasRoom(state: RowState, owner: NativeAddress, { denom, amount }: Coin): boolean {
  return fits(state, owner, denom, balanceOf(state, owner, denom) + amount)
}

/**
 * Whether so many units are a balance that the EVM has a number for. Looks at the rest only where
 * it matters: reading is metered.
 */
function fits(state: RowState, owner: NativeAddress, denom: string, units: bigint): boolean {
  if (denom !== state.names.denomination || units < MAX_UNITS) return true
  return units * WEI_PER_UNIT + (state.get(weiRemainderKind, owner) ?? 0n) <= MAX_BALANCE
}

/**
 * Checks that coins sent to a native address can be used there: nobody has the key of a module's
 * account, and the address that an EVM account had before it was associated with another one
 * belongs to nobody any more.
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
