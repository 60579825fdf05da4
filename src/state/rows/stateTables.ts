import type { Address } from '../../primitives/address.ts'
import { latin1ToBytes } from '../../primitives/encoding/bytes.ts'
import type { KeyRange } from '../../store/versionedStore.ts'
import { coinKind, type NativeAddress, storageKind, wipedKind } from './layout.ts'
import type { StateSource } from './stateSource.ts'
import {
  type IterableTableKind,
  type KeyChange,
  keyBehindPrefix,
  type RowSource,
  StateTable,
  type TableKind,
  type UndoLog,
} from './stateTable.ts'

/** The tables of a flat state over a source, created lazily and under one undo log. */
export class StateTables implements StateSource {
  readonly #source: StateSource
  readonly #log: UndoLog
  readonly #columns = new Map<string, StateTable<unknown>>()
  /**
   * Tables by account and by denomination, only of those that were written. Creating a table name
   * costs more than the lookup here.
   */
  readonly #storage = new Map<Address, StateTable<Uint8Array>>()
  readonly #coins = new Map<string, StateTable<bigint>>()

  constructor(source: StateSource, log: UndoLog) {
    this.#source = source
    this.#log = log
  }

  get isFork(): boolean {
    return this.#source.isFork === true
  }

  table<V>(kind: TableKind<V>): StateTable<V> {
    const known = this.#columns.get(kind.name) as StateTable<V> | undefined
    if (known !== undefined) return known
    const column = new StateTable(kind, this.#log, this.#sourceOf(kind))
    this.#columns.set(kind.name, column as unknown as StateTable<unknown>)
    if (kind.denomination !== undefined) {
      this.#coins.set(kind.denomination, column as unknown as StateTable<bigint>)
    }
    return column
  }

  /**
   * Returns a row and keeps it in memory. Only writes create a table of coins, because clients can
   * request any denomination.
   */
  get<V>(kind: TableKind<V>, id: string): V | undefined {
    return kind.denomination === undefined ? this.table(kind).get(id) : this.read(kind, id)
  }

  set<V>(kind: TableKind<V>, id: string, value: V | undefined): void {
    if (value === undefined && this.get(kind, id) === undefined) return
    this.table(kind).set(id, value)
  }

  coinsOf(owner: NativeAddress, denomination: string): bigint | undefined {
    const column = this.#coins.get(denomination)
    return column === undefined
      ? this.#source.read(coinKind(denomination), owner)
      : column.get(owner)
  }

  coins(denomination: string): StateTable<bigint> {
    return this.#coins.get(denomination) ?? this.table(coinKind(denomination))
  }

  storage(address: Address): StateTable<Uint8Array> {
    let column = this.#storage.get(address)
    if (column === undefined) {
      column = this.table(storageKind(address))
      this.#storage.set(address, column)
    }
    return column
  }

  /** Records that an account has no storage of the remote chain any more. Forks only. */
  wipe(address: Address): void {
    this.table(wipedKind).set(address, true)
  }

  /**
   * Returns the same rows above another source, which stands for the one that these tables read.
   * Reads do not change these tables.
   */
  above(below: StateSource): StateSource {
    const read = <V>(kind: TableKind<V>, id: string): V | undefined => {
      const column = this.#columns.get(kind.name) as StateTable<V> | undefined
      if (column?.holds(id)) return column.get(id)
      return this.#isHidden(kind) ? undefined : below.read(kind, id)
    }
    return {
      isFork: this.isFork,
      read,
      storageSlots: (address) => slotsOf(this.storage(address), below, address),
      denominations: (owner) => {
        const names = new Set([...this.#coins.keys(), ...below.denominations(owner)])
        return [...names].filter((name) => read(coinKind(name), owner) !== undefined)
      },
      ids: (kind, range) => this.ids(kind, range),
    }
  }

  /**
   * Storage of a fork: once an account is wiped here, the slots that are not in memory are empty,
   * because wiping loads all slots of the stores.
   */
  #sourceOf<V>(kind: TableKind<V>): RowSource {
    if (kind.storageOf === undefined || !this.isFork) return this.#source
    return {
      read: (asked, id) => (this.#isHidden(asked) ? undefined : this.#source.read(asked, id)),
    }
  }

  /** Whether a table is the storage of an account that was wiped here and not in the source. */
  #isHidden({ storageOf }: TableKind<unknown>): boolean {
    if (storageOf === undefined) return false
    const wiped = this.#columns.get(wipedKind.name) as StateTable<true> | undefined
    return wiped?.get(storageOf) === true && this.#source.read(wipedKind, storageOf) !== true
  }

  /** Returns the changes since the last drain as store changes. */
  drain(): KeyChange[] {
    const changes: KeyChange[] = []
    for (const column of this.#log.dirty) column.drain(changes)
    return changes
  }

  /** Returns a row as of the last {@link drain}. */
  committed<V>(kind: TableKind<V>, id: string): V | undefined {
    const column = this.#columns.get(kind.name) as StateTable<V> | undefined
    return column === undefined ? this.#source.read(kind, id) : column.committed(id)
  }

  /** Returns the current value of a row without creating a table. */
  read<V>(kind: TableKind<V>, id: string): V | undefined {
    const column = this.#columns.get(kind.name) as StateTable<V> | undefined
    return column === undefined ? this.#source.read(kind, id) : column.get(id)
  }

  *storageSlots(address: Address): Iterable<string> {
    yield* slotsOf(this.storage(address), this.#source, address)
  }

  /** In alphabetical order. */
  denominations(owner: NativeAddress): readonly string[] {
    const names = new Set([...this.#coins.keys(), ...this.#source.denominations(owner)])
    return [...names].filter((name) => this.coinsOf(owner, name) !== undefined).sort()
  }

  /** In key order, regardless of which rows are in memory. */
  ids<V>(kind: IterableTableKind<V>, range: KeyRange): Iterable<string> {
    const column = this.#columns.get(kind.name) as StateTable<V> | undefined
    const ids = this.#source.ids(kind, range)
    if (column === undefined || !column.isChanged) return ids
    return mergedIds(kind, ids, column.presenceChanges(kind, range))
  }
}

/** Applies added and removed rows to the ids of a source. */
function* mergedIds<V>(
  kind: IterableTableKind<V>,
  ids: Iterable<string>,
  moved: Iterator<string, undefined>,
): Iterable<string> {
  let next = moved.next().value
  for (const id of ids) {
    const key = next === undefined ? '' : keyBehindPrefix(kind, id)
    for (; next !== undefined && next < key; next = moved.next().value) {
      yield kind.idOf(latin1ToBytes(next))
    }
    // A changed key that is in the source was deleted.
    if (next === key) next = moved.next().value
    else yield id
  }
  for (; next !== undefined; next = moved.next().value) yield kind.idOf(latin1ToBytes(next))
}

function* slotsOf(
  column: StateTable<Uint8Array>,
  source: StateSource,
  address: Address,
): Iterable<string> {
  const seen = new Set<string>()
  for (const [slot, word] of column.touched()) {
    seen.add(slot)
    if (word !== undefined) yield slot
  }
  for (const slot of source.storageSlots(address)) if (!seen.has(slot)) yield slot
}
