import type { Address } from '../../primitives/address.ts'
import { bytesToHex } from '../../primitives/encoding/hex.ts'
import type { MaybePromise } from '../../primitives/maybePromise.ts'
import type { RowChange } from '../../store/multistore.ts'
import { completeReadsOfPair } from '../fork/completeReads.ts'
import { castAddress, type NativeAddress } from '../rows/layout.ts'
import type { StateDatabase } from '../stateDatabase.ts'
import type { StateReader } from '../stateReader.ts'

/**
 * Returns the rows that differ between two versions of the state, store by store and in key order.
 *
 * @throws StoreError UNKNOWN_VERSION
 */
export function changedRows(states: StateDatabase, from: number, to: number): readonly RowChange[] {
  return [...states.stores.changes(from, to)]
}

/**
 * Returns the EVM addresses of the accounts that differ between two versions, in ascending order.
 * Compares balance, nonce, code, storage, association, account record and existence.
 *
 * @throws StoreError UNKNOWN_VERSION; RemoteError
 */
export function changedAccounts(
  states: StateDatabase,
  from: number,
  to: number,
): MaybePromise<readonly Address[]> {
  return completeReadsOfPair(
    () => [states.overlay(from), states.overlay(to)],
    (...moments) => {
      const changed = new Set<Address>()
      for (const row of states.stores.changes(from, to)) {
        for (const address of accountsOf(row, moments)) changed.add(address)
      }
      return [...changed].sort()
    },
  )
}

/** First bytes of the keys that belong to one account; the account follows. */
const keys = {
  evm: { evmOf: 0x02, ofAddress: [0x01, 0x03, 0x07, 0x08, 0x09, 0x0a] },
  bank: { coin: 0x02, weiRemainder: 0x04 },
  acc: { account: 0x01 },
} as const

/**
 * Returns the accounts that a row belongs to at these moments; an empty list for rows of the chain.
 */
export function accountsOf(
  { store, key, before, after }: RowChange,
  moments: readonly StateReader[],
): readonly Address[] {
  const [prefix] = key
  const owner = nativeOwner(store, key)
  if (owner !== undefined) return holdersOf(moments, owner)
  if (store !== 'evm') return []
  if (prefix === keys.evm.evmOf)
    return [before, after].flatMap((bytes) => (bytes ? toAddress(bytes) : []))
  return keys.evm.ofAddress.some((known) => known === prefix) ? [toAddress(key.subarray(1))] : []
}

/** Returns the native account of a row of the bank or of the account records. */
function nativeOwner(store: string, key: Uint8Array): NativeAddress | undefined {
  const [prefix, length = 0] = key
  if (store === 'bank' && prefix === keys.bank.coin) return toNative(key.subarray(2, 2 + length))
  if (store === 'bank' && prefix === keys.bank.weiRemainder) return toNative(key.subarray(1))
  if (store === 'acc' && prefix === keys.acc.account) return toNative(key.subarray(1))
  return undefined
}

/** Returns the EVM addresses associated with a native account, or else the one cast from it. */
function holdersOf(moments: readonly StateReader[], owner: NativeAddress): readonly Address[] {
  const associated = moments.flatMap((state) => state.getEvmAddress(owner) ?? [])
  if (associated.length > 0) return associated
  const cast = owner as string as Address
  // An address that is associated elsewhere at all moments has no balance here.
  const isCast = moments.some((state) => state.getNativeAddress(cast) === undefined)
  return isCast ? [cast] : []
}

function toAddress(bytes: Uint8Array): Address {
  return bytesToHex(bytes.subarray(0, 20)) as Address
}

function toNative(bytes: Uint8Array): NativeAddress {
  return castAddress(toAddress(bytes))
}
