import type { Address } from '../../primitives/address.ts'
import type { KeyRange } from '../../store/versionedStore.ts'
import { PresenceChanges } from './presenceChanges.ts'

/** A table that can undo one of its changes. */
export interface Undoable {
  /** Restores the previous value of `id`. */
  undo(id: string, previous: unknown): void
}

/**
 * Log of all changes to all tables, to restore any earlier moment. A mark is a position: taking one
 * costs nothing, reverting costs the changes since.
 */
export class UndoLog {
  readonly #tables: Undoable[] = []
  readonly #ids: string[] = []
  readonly #previous: unknown[] = []
  /** Number of rows in memory. */
  rows = 0
  /** Tables with changes since the last drain. */
  readonly dirty = new Set<Drainable>()

  /** Current position of the log. */
  get mark(): number {
    return this.#tables.length
  }

  record(table: Undoable, id: string, previous: unknown): void {
    this.#tables.push(table)
    this.#ids.push(id)
    this.#previous.push(previous)
  }

  /** Rows changed since `mark`, in order, once per change. */
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

  /** Discards the log: earlier marks become invalid. */
  forget(): void {
    this.#tables.length = 0
    this.#ids.length = 0
    this.#previous.length = 0
  }
}

/** A row before a change. */
export interface EarlierRow {
  readonly kind: TableKind<unknown>
  readonly id: string
  readonly previous: unknown
}

/** A change of a store; an undefined value deletes the key. */
export interface KeyChange {
  readonly store: StoreName
  /** One character per byte, as in the trees. */
  readonly key: string
  readonly value: Uint8Array | undefined
}

/** The stores below the app hash. */
export type StoreName = 'acc' | 'bank' | 'distribution' | 'evm' | 'gov' | 'oracle' | 'staking'

/** Describes a table's content and its encoding in the stores. `id` identifies a row. */
export interface TableKind<V> {
  /** Identifies a table within a state. */
  readonly name: string
  readonly store: StoreName
  /** For tables of coins. */
  readonly denomination?: string
  /** For storage tables: the account. */
  readonly storageOf?: Address
  /** One character per byte, as in the trees. */
  key(id: string): string
  encode(value: V): Uint8Array
  decode(bytes: Uint8Array): V
  /** Additional keys that derive from a row's value. */
  derived?(id: string, value: V | undefined): readonly KeyChange[]
  equal(a: V, b: V): boolean
}

/** A table whose rows can be listed: a key is a prefix and an id. */
export interface IterableTableKind<V> extends TableKind<V> {
  /** Prefix of all keys of the table and of no other table. */
  readonly prefix: Uint8Array
  /** Returns the id of the row with the key prefix + `rest`. */
  idOf(rest: Uint8Array): string
}

/** Key of a row without the table's prefix, one character per byte. */
export function keyBehindPrefix<V>({ key, prefix }: IterableTableKind<V>, id: string): string {
  return key(id).slice(prefix.length)
}

/** A table whose changes are drained at the end of a block; then its source contains them. */
export interface Drainable {
  drain(into: KeyChange[]): void
}

/** Reads rows at one moment. */
export interface RowSource {
  read<V>(kind: TableKind<V>, id: string): V | undefined
}

/**
 * A table of the flat state: rows by id, read from the source on first access, with all changes in
 * the undo log. Values are replaced, never mutated.
 */
export class StateTable<V> implements Undoable, Drainable {
  readonly kind: TableKind<V>
  readonly #log: UndoLog
  readonly #source: RowSource
  readonly #rows = new Map<string, V | undefined>()
  /** Values of changed rows at the last {@link drain}. */
  readonly #originals = new Map<string, V | undefined>()
  /** Rows added or removed since then; tracked from the first request on. */
  #moved: { readonly rows: PresenceChanges; readonly key: (id: string) => string } | undefined

  constructor(kind: TableKind<V>, log: UndoLog, source: RowSource) {
    this.kind = kind
    this.#log = log
    this.#source = source
  }

  get(id: string): V | undefined {
    const row = this.#rows.get(id)
    if (row !== undefined || this.#rows.has(id)) return row
    const loaded = this.#source.read(this.kind, id)
    this.#rows.set(id, loaded)
    this.#log.rows++
    return loaded
  }

  /** Replaces a row; undefined deletes it. Writing an equal value changes nothing. */
  set(id: string, value: V | undefined): void {
    const previous = this.get(id)
    if (this.#same(previous, value)) return
    this.#log.record(this, id, previous)
    if (!this.#originals.has(id)) this.#originals.set(id, previous)
    this.#log.dirty.add(this)
    this.#rows.set(id, value)
    this.#noteMove(id)
  }

  undo(id: string, previous: unknown): void {
    this.#rows.set(id, previous as V | undefined)
    this.#noteMove(id)
  }

  /** Number of rows read or written so far. */
  touched(): Iterable<readonly [id: string, value: V | undefined]> {
    return this.#rows
  }

  /**
   * Keys (without the table's prefix) of rows that exist now and did not at the last {@link drain},
   * or vice versa: in order, one character per byte. The table must not change meanwhile.
   *
   * @param kind the table's own kind
   */
  presenceChanges(kind: IterableTableKind<V>, range: KeyRange): Iterator<string, undefined> {
    if (this.#moved === undefined) {
      this.#moved = { rows: new PresenceChanges(), key: (id) => keyBehindPrefix(kind, id) }
      for (const id of this.#originals.keys()) this.#noteMove(id)
    }
    return this.#moved.rows.within(range)
  }

  /** Value of the row at the last {@link drain}. */
  committed(id: string): V | undefined {
    if (this.#originals.has(id)) return this.#originals.get(id)
    // Not cached: reads on behalf of others must not grow the flat state.
    return this.#rows.has(id) ? this.#rows.get(id) : this.#source.read(this.kind, id)
  }

  /** Returns the changes since the last call as store changes. */
  drain(into: KeyChange[]): void {
    for (const [id, original] of this.#originals) {
      const value = this.#rows.get(id)
      if (this.#same(original, value)) continue
      into.push({
        store: this.kind.store,
        key: this.kind.key(id),
        value: value === undefined ? undefined : this.kind.encode(value),
      })
      if (this.kind.derived !== undefined) into.push(...this.kind.derived(id, value))
    }
    this.#originals.clear()
    this.#moved = undefined
    this.#log.dirty.delete(this)
  }

  #noteMove(id: string): void {
    if (this.#moved === undefined) return
    const { rows, key } = this.#moved
    const isThere = this.#rows.get(id) !== undefined
    rows.note(key(id), isThere !== (this.#originals.get(id) !== undefined))
  }

  #same(a: V | undefined, b: V | undefined): boolean {
    if (a === undefined || b === undefined) return a === b
    return this.kind.equal(a, b)
  }
}
