import type { Address } from '../../primitives/address.ts'
import type { KeyRange, StoreValue } from '../../store/versionedStore.ts'
import { PresenceChanges } from './presenceChanges.ts'

/** A table whose changes can be undone. */
export interface Undoable {
  /** Restores the previous value of `id`. */
  undo(id: string, previous: unknown): void
}

/**
 * A log of all changes to all tables, so that any earlier moment can be restored. A mark is a
 * position in the log. Taking a mark is free, and reverting costs O(changes).
 */
export class UndoLog {
  readonly #tables: Undoable[] = []
  readonly #ids: string[] = []
  readonly #previous: unknown[] = []
  /** Number of rows in memory. */
  rows = 0
  /** Whether deleted rows leave a tombstone, as on forks. */
  leavesTombstones = false
  /** Tables with undrained changes. */
  readonly dirty = new Set<Drainable>()

  /** The current position. */
  get mark(): number {
    return this.#tables.length
  }

  record(table: Undoable, id: string, previous: unknown): void {
    this.#tables.push(table)
    this.#ids.push(id)
    this.#previous.push(previous)
  }

  /** Yields the changes of rows since `mark` in order. A row can occur repeatedly. */
  *rowsSince(mark: number): Iterable<EarlierRow> {
    for (let at = mark; at < this.#tables.length; at++) {
      const table = this.#tables[at]
      const id = this.#ids[at]
      if (!(table instanceof StateTable) || id === undefined) continue
      yield { kind: table.kind, id, previous: this.#previous[at] }
    }
  }

  /** Reverts all changes since `mark`, newest first. */
  revertTo(mark: number): void {
    while (this.#tables.length > mark) {
      const table = this.#tables.pop()
      const id = this.#ids.pop()
      const previous = this.#previous.pop()
      if (table !== undefined && id !== undefined) table.undo(id, previous)
    }
  }

  /** Returns the changes of rows in order; some rows occur repeatedly. */
  changedRows(): readonly ChangedRow[] {
    const rows: ChangedRow[] = []
    for (const [at, table] of this.#tables.entries()) {
      const id = this.#ids[at]
      const previous = this.#previous[at]
      if (table instanceof StateTable && id !== undefined) rows.push({ table, id, previous })
    }
    return rows
  }

  /** Clears the log and invalidates all marks. */
  forget(): void {
    this.#tables.length = 0
    this.#ids.length = 0
    this.#previous.length = 0
  }
}

/** A row that changed, with its value before. */
export interface ChangedRow {
  readonly table: { restore(id: string, previous: unknown): void }
  readonly id: string
  readonly previous: unknown
}

/** A row before a change. */
export interface EarlierRow {
  readonly kind: TableKind<unknown>
  readonly id: string
  readonly previous: unknown
}

/** A key-value change of a store. An undefined value deletes the key. */
export interface KeyChange {
  readonly store: StoreName
  /** One character per byte, as in the trees. */
  readonly key: string
  readonly value: StoreValue | undefined
}

/** The stores below the app hash. */
export type StoreName = 'acc' | 'bank' | 'distribution' | 'evm' | 'gov' | 'oracle' | 'staking'

/** Content of a table and its layout in the stores. `id` names a row. */
export interface TableKind<V> {
  /** Distinguishes the tables of a state. */
  readonly name: string
  readonly store: StoreName
  /** Only for tables of coins. */
  readonly denomination?: string
  /** The account, only for tables of storage. */
  readonly storageOf?: Address
  /** One character per byte, as in the trees. */
  key(id: string): string
  encode(value: V): Uint8Array
  /** The same in the form of the trees, where that is faster. */
  text?(value: V): string
  decode(bytes: Uint8Array): V
  /** Returns additional keys that are derived from the value of the row. */
  derived?(id: string, value: V | undefined): readonly KeyChange[]
  equal(a: V, b: V): boolean
  /**
   * Value that a fork stores for a deleted row, so that it hides the row of the remote chain.
   * Undefined if the remote chain has no such rows.
   */
  readonly tombstone?: V
}

/** Whether a stored row stands for a deleted one. */
export function isTombstone<V>(kind: TableKind<V>, value: V): boolean {
  return kind.tombstone !== undefined && kind.equal(value, kind.tombstone)
}

/** A table with listable rows: a key is the prefix and an id. */
export interface IterableTableKind<V> extends TableKind<V> {
  /** Prefix of all keys of the table, and of no other keys. */
  readonly prefix: Uint8Array
  /** Returns the id of the row whose key is the prefix and `rest`. */
  idOf(rest: Uint8Array): string
}

/** Returns the key of a row without the prefix of its table, one character per byte. */
export function keyBehindPrefix<V>({ key, prefix }: IterableTableKind<V>, id: string): string {
  return key(id).slice(prefix.length)
}

/** A table that emits its changes at the end of a block. After that its source has them. */
export interface Drainable {
  drain(into: KeyChange[]): void
}

/** Reads rows at one moment. */
export interface RowSource {
  read<V>(kind: TableKind<V>, id: string): V | undefined
}

/**
 * A table of the flat state. It reads a row from the source on first use, and records every change
 * in the undo log. Values are never mutated, only replaced.
 */
export class StateTable<V> implements Undoable, Drainable {
  readonly kind: TableKind<V>
  readonly #log: UndoLog
  readonly #source: RowSource
  /** Created on first use, because most tables of a call's overlay stay empty. */
  #rows: Map<string, V | undefined> | undefined
  /** Values of the changed rows at the last {@link drain}. */
  #originals: Map<string, V | undefined> | undefined
  /** Rows added or removed since the last drain. Tracked only after the first request. */
  #moved: { readonly rows: PresenceChanges; readonly key: (id: string) => string } | undefined

  constructor(kind: TableKind<V>, log: UndoLog, source: RowSource) {
    this.kind = kind
    this.#log = log
    this.#source = source
  }

  get(id: string): V | undefined {
    const row = this.#rows?.get(id)
    if (row !== undefined || this.#rows?.has(id)) return row
    const loaded = this.#source.read(this.kind, id)
    this.#put(id, loaded)
    this.#log.rows++
    return loaded
  }

  /** Replaces a row; undefined deletes it. Writing the same value has no effect. */
  set(id: string, value: V | undefined): void {
    const previous = this.get(id)
    if (this.#same(previous, value)) return
    this.#log.record(this, id, previous)
    this.#originals ??= new Map()
    if (!this.#originals.has(id)) {
      if (this.#originals.size === 0) this.#log.dirty.add(this)
      this.#originals.set(id, previous)
    }
    this.#put(id, value)
    this.#noteMove(id)
  }

  /** Whether a row is in memory. */
  holds(id: string): boolean {
    return this.#rows?.has(id) ?? false
  }

  undo(id: string, previous: unknown): void {
    this.#put(id, previous as V | undefined)
    this.#noteMove(id)
  }

  /** Whether rows changed since the last {@link drain}. */
  get isChanged(): boolean {
    return this.#originals !== undefined && this.#originals.size > 0
  }

  /** Rows in memory, read or written. */
  touched(): Iterable<readonly [id: string, value: V | undefined]> {
    return this.#rows ?? []
  }

  /**
   * Returns the keys of rows that were added or removed since the last {@link drain}, without the
   * prefix of the table. The keys are in order, one character per byte. The table must not change
   * meanwhile.
   *
   * @param kind of this table
   */
  presenceChanges(kind: IterableTableKind<V>, range: KeyRange): Iterator<string, undefined> {
    if (this.#moved === undefined) {
      this.#moved = { rows: new PresenceChanges(), key: (id) => keyBehindPrefix(kind, id) }
      for (const id of this.#originals?.keys() ?? []) this.#noteMove(id)
    }
    return this.#moved.rows.within(range)
  }

  /** Returns the value of a row at the last {@link drain}. */
  committed(id: string): V | undefined {
    if (this.#originals?.has(id)) return this.#originals.get(id)
    // Not cached: reads on behalf of other states must not grow the flat state.
    return this.#rows?.has(id) ? this.#rows.get(id) : this.#source.read(this.kind, id)
  }

  /**
   * Takes a row back to an earlier value that the source has again. It must not have changed since
   * the last {@link drain}.
   */
  restore(id: string, previous: unknown): void {
    if (this.holds(id)) this.#put(id, previous as V | undefined)
  }

  /** Appends the changes since the last drain to `into` and resets them. */
  drain(into: KeyChange[]): void {
    for (const [id, original] of this.#originals ?? []) {
      const value = this.#rows?.get(id)
      if (this.#same(original, value)) continue
      into.push({
        store: this.kind.store,
        key: this.kind.key(id),
        value: this.#stored(value),
      })
      if (this.kind.derived !== undefined) into.push(...this.kind.derived(id, value))
    }
    this.#originals?.clear()
    this.#moved = undefined
    this.#log.dirty.delete(this)
  }

  #stored(value: V | undefined): StoreValue | undefined {
    if (value !== undefined) return this.kind.text?.(value) ?? this.kind.encode(value)
    const { tombstone } = this.kind
    const isLeft = this.#log.leavesTombstones && tombstone !== undefined
    return isLeft ? this.kind.encode(tombstone) : undefined
  }

  #put(id: string, value: V | undefined): void {
    this.#rows ??= new Map()
    this.#rows.set(id, value)
  }

  #noteMove(id: string): void {
    if (this.#moved === undefined) return
    const { rows, key } = this.#moved
    const isThere = this.#rows?.get(id) !== undefined
    rows.note(key(id), isThere !== (this.#originals?.get(id) !== undefined))
  }

  #same(a: V | undefined, b: V | undefined): boolean {
    if (a === undefined || b === undefined) return a === b
    return this.kind.equal(a, b)
  }
}
