import type { Address } from '../../primitives/address.ts'
import {
  accountKind,
  castAddress,
  coinKind,
  evmOfKind,
  type NativeAddress,
  nativeOfKind,
  weiRemainderKind,
} from '../rows/layout.ts'
import type { RowState } from '../rows/rowState.ts'
import { requireFits, WEI_PER_UNIT } from './balanceOverflow.ts'

/**
 * Associates the two addresses of a key. The balance of the cast address moves to the native one,
 * which inherits its account number if it has none.
 *
 * @throws BalanceOverflow
 */
export function associate(
  state: RowState,
  address: Address,
  native: NativeAddress,
  publicKey: Uint8Array,
): void {
  const cast = castAddress(address)
  state.set(nativeOfKind, address, native)
  state.set(evmOfKind, native, address)
  if (cast !== native) migrate(state, cast, native)
  state.ensureAccount(native)
  if (publicKey.length === 0) return
  const accounts = accountKind(state.names.bech32Prefix)
  const account = state.get(accounts, native)
  if (account !== undefined) state.set(accounts, native, { ...account, publicKey })
}

function migrate(state: RowState, from: NativeAddress, to: NativeAddress): void {
  const accounts = accountKind(state.names.bech32Prefix)
  // For what it locks on the real chain; contracts pay for the read.
  state.get(accounts, from)
  const carry = migrateRemainder(state, from, to)
  const base = state.names.denomination
  const denominations = new Set([...(carry > 0n ? [base] : []), ...state.denominations(from)])
  for (const denomination of denominations) {
    const kind = coinKind(denomination)
    const amount = (state.get(kind, from) ?? 0n) + (denomination === base ? carry : 0n)
    const sum = (state.get(kind, to) ?? 0n) + amount
    if (denomination === base) {
      requireFits(to, sum * WEI_PER_UNIT + (state.get(weiRemainderKind, to) ?? 0n))
    }
    state.set(kind, to, sum)
    state.set(kind, from, undefined)
  }
  const account = state.get(accounts, from)
  if (account === undefined) return
  state.set(accounts, from, undefined)
  if (state.get(accounts, to) === undefined) state.set(accounts, to, { ...account, address: to })
}

/**
 * Moves the wei remainder. If the two remainders add up to a whole unit, returns it as an amount
 * due to `to`.
 */
function migrateRemainder(state: RowState, from: NativeAddress, to: NativeAddress): bigint {
  const moved = state.get(weiRemainderKind, from)
  if (moved === undefined) return 0n
  const sum = (state.get(weiRemainderKind, to) ?? 0n) + moved
  const rest = sum % WEI_PER_UNIT
  state.set(weiRemainderKind, from, undefined)
  state.set(weiRemainderKind, to, rest === 0n ? undefined : rest)
  return sum / WEI_PER_UNIT
}
