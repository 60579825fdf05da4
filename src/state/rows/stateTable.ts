import type { Address } from '../../primitives/address.ts'
import type { KeyRange } from '../../store/versionedStore.ts'
import { PresenceChanges } from './presenceChanges.ts'

/** A table that can take one of its own changes back. */
export interface Undoable {
  /** Puts back what `id` held before. */
  undo(id: string, previous: unknown): void
}

/**
 * Every change to every table, in order, so that any earlier moment can be restored.
 * A mark is a position: taking one costs nothing, going back costs what changed since.
 */
export class UndoLog {
  readonly #tables: Undoable[] = []
  readonly #ids: string[] = []
  readonly #previous: unknown[] = []
  /** Rows that the tables hold in memory. */
  rows = 0
  /** Tables with changes that were not drained yet. */
  readonly dirty = new Set<Drainable>()

  /** Where the log stands now. */
  get mark(): number {
    return this.#tables.length
  }

  record(table: Undoable, id: string, previous: unknown): void {
    this.#tables.push(table)
    this.#ids.push(id)
    this.#previous.push(previous)
  }

  /** Rows that changed since `mark`, in order; one that changed again comes again. */
  *rowsSince(mark: number): Iterable<EarlierRow> {
    for (let at = mark; at < this.#tables.length; at++) {
      const table = this.#tables[at]
      const id = this.#ids[at]
      if (!(table instanceof StateTable) || id === undefined) continue
      yield { kind: table.kind, id, previous: this.#previous[at] }
    }
  }

  /** Takes back everything since `mark`, newest first. */
  revertTo(mark: number): void {
    while (this.#tables.length > mark) {
      const table = this.#tables.pop()
      const id = this.#ids.pop()
      const previous = this.#previous.pop()
      if (table !== undefined && id !== undefined) table.undo(id, previous)
    }
  }

  /** Forgets the past: no mark taken so far may be reverted to. */
  forget(): void {
    this.#tables.length = 0
    this.#ids.length = 0
    this.#previous.length = 0
  }
}

/** A row before a change to it. */
export interface EarlierRow {
  readonly kind: TableKind<unknown>
  readonly id: string
  readonly previous: unknown
}

/** One key-value change of a store; an undefined value deletes. */
export interface KeyChange {
  readonly store: StoreName
  /** One character a byte, as the trees have it. */
  readonly key: string
  readonly value: Uint8Array | undefined
}

/** The stores below the app hash. */
export type StoreName = 'acc' | 'bank' | 'distribution' | 'evm' | 'gov' | 'oracle' | 'staking'

/** What a table holds and how it lies in the stores. `id` names a row. */
export interface TableKind<V> {
  /** Tells tables of one state apart. */
  readonly name: string
  readonly store: StoreName
  /** Of tables of coins. */
  readonly denomination?: string
  /** Of tables of storage: whose it is. */
  readonly storageOf?: Address
  /** One character a byte, as the trees have it. */
  key(id: string): string
  encode(value: V): Uint8Array
  decode(bytes: Uint8Array): V
  /** Keys beside the row's own that follow from its value. */
  derived?(id: string, value: V | undefined): readonly KeyChange[]
  equal(a: V, b: V): boolean
}

/** A table whose rows can be listed: their keys are a prefix and an id each. */
export interface IterableTableKind<V> extends TableKind<V> {
  /** What every key of the table begins with, and no key of another. */
  readonly prefix: Uint8Array
  /** The row whose key is the prefix and `rest`. */
  idOf(rest: Uint8Array): string
}

/** Key of a row behind the prefix of its table, one character a byte. */
export function keyBehindPrefix<V>({ key, prefix }: IterableTableKind<V>, id: string): string {
  return key(id).slice(prefix.length)
}

/** A table that hands over its changes at the end of a block; from then on its source has them. */
export interface Drainable {
  drain(into: KeyChange[]): void
}

/** Reads rows as of one moment. */
export interface RowSource {
  read<V>(kind: TableKind<V>, id: string): V | undefined
}

/**
 * A table of the flat state: rows by id, read through to the source on first touch, every change
 * noted in the undo log. Values are never mutated, only replaced.
 */
export class StateTable<V> implements Undoable, Drainable {
  readonly kind: TableKind<V>
  readonly #log: UndoLog
  readonly #source: RowSource
  readonly #rows = new Map<string, V | undefined>()
  /** What changed rows held at the last {@link drain}. */
  readonly #originals = new Map<string, V | undefined>()
  /** Which rows came or went since then; kept only from when they are asked for. */
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

  /** Replaces a row; undefined removes it. Writing what is there already changes nothing. */
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

  /** Rows touched so far, read or written. */
  touched(): Iterable<readonly [id: string, value: V | undefined]> {
    return this.#rows
  }

  /**
   * Keys behind the table's prefix of rows that are there and were not at the last {@link drain},
   * or the other way round: in order, one character a byte. The table must not change meanwhile.
   *
   * @param kind the table's own
   */
  presenceChanges(kind: IterableTableKind<V>, range: KeyRange): Iterator<string, undefined> {
    if (this.#moved === undefined) {
      this.#moved = { rows: new PresenceChanges(), key: (id) => keyBehindPrefix(kind, id) }
      for (const id of this.#originals.keys()) this.#noteMove(id)
    }
    return this.#moved.rows.within(range)
  }

  /** What the row held at the last {@link drain}, whatever happened since. */
  committed(id: string): V | undefined {
    if (this.#originals.has(id)) return this.#originals.get(id)
    // Not kept: whoever reads for others must not make the flat state grow.
    return this.#rows.has(id) ? this.#rows.get(id) : this.#source.read(this.kind, id)
  }

  /** Hands over what differs from the last time as store changes, and counts from here on. */
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
