import type { Address } from '../../primitives/address.ts'
import { latin1ToBytes } from '../../primitives/encoding/bytes.ts'
import { bytesToHex, type Hex } from '../../primitives/encoding/hex.ts'
import type { MaybePromise } from '../../primitives/maybePromise.ts'
import { treeChanges } from '../../store/iavl/treeChanges.ts'
import type { RowChange } from '../../store/multistore.ts'
import { completeReadsOfPair } from '../fork/completeReads.ts'
import { isStorageKey } from '../rows/layout.ts'
import type { StateDatabase, StatePosition } from '../stateDatabase.ts'
import type { StateReader } from '../stateReader.ts'
import { accountsOf } from './changedRows.ts'

/** A value in two states. */
export interface ValueChange<T> {
  readonly before: T
  readonly after: T
}

/** A storage slot (32 bytes) with different words; zeros if unset. */
export interface SlotChange extends ValueChange<Uint8Array> {
  readonly slot: Uint8Array
}

/** Differences of an account between two states. Equal values are omitted. */
export interface AccountChange {
  readonly address: Address
  /** In wei. */
  readonly balance?: ValueChange<bigint>
  readonly nonce?: ValueChange<bigint>
  readonly code?: ValueChange<Uint8Array>
  /** In ascending order of the slots. */
  readonly storage: readonly SlotChange[]
}

/**
 * Returns the accounts that differ between two positions of a database, in ascending order of their
 * addresses. Includes accounts of which only the association, other coins or the account record
 * differ. The cost depends on the differences, also for positions on different branches.
 */
export function compareStates(
  states: StateDatabase,
  before: StatePosition,
  after: StatePosition,
): MaybePromise<readonly AccountChange[]> {
  const old = standingAt(states, before)
  const now = standingAt(states, after)
  return completeReadsOfPair(
    () => [old.overlay(old.version), now.overlay(now.version)],
    (...moments) => changesBetween(rowsBetween(old, now), moments),
  )
}

function changesBetween(
  rows: Iterable<RowChange>,
  moments: readonly [old: StateReader, now: StateReader],
): readonly AccountChange[] {
  const [old, now] = moments
  const slots = new Map<Address, Map<Hex, Uint8Array>>()
  for (const row of rows) {
    for (const address of accountsOf(row, moments)) {
      const own = slots.get(address) ?? new Map<Hex, Uint8Array>()
      slots.set(address, own)
      if (!isStorageKey(row.store, row.key)) continue
      const slot = row.key.subarray(-SLOT_BYTES)
      own.set(bytesToHex(slot), slot)
    }
  }
  return [...slots]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([address, own]) => {
      const storage = [...own.values()].map((slot) => {
        const word = (state: StateReader) => state.getStorage(address, slot)
        return { slot, before: word(old), after: word(now) }
      })
      return { address, ...fieldsOf(old, now, address), storage }
    })
}

const SLOT_BYTES = 32

function standingAt(states: StateDatabase, position: StatePosition): StateDatabase {
  const own = states.branch()
  own.returnTo(position)
  return own
}

function* rowsBetween(old: StateDatabase, now: StateDatabase): Iterable<RowChange> {
  for (const store of now.stores.names) {
    const [from, to] = [old, now].map(({ stores, version }) => stores.tree(store).rootNode(version))
    for (const { key, ...values } of treeChanges(from, to)) {
      yield { store, key: latin1ToBytes(key), ...values }
    }
  }
}

function fieldsOf(
  old: StateReader,
  now: StateReader,
  address: Address,
): Pick<AccountChange, 'balance' | 'nonce' | 'code'> {
  const balance = { before: old.getBalance(address), after: now.getBalance(address) }
  const nonce = { before: old.getNonce(address), after: now.getNonce(address) }
  const code = { before: old.getCode(address), after: now.getCode(address) }
  return {
    ...(balance.before !== balance.after && { balance }),
    ...(nonce.before !== nonce.after && { nonce }),
    ...(old.getCodeHash(address) !== now.getCodeHash(address) && { code }),
  }
}
