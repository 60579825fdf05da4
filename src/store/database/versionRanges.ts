import { assert } from '../../primitives/assert.ts'
import { readUvarint, uvarintsToBytes } from '../../primitives/encoding/varint.ts'
import type { Database } from './database.ts'

/** A range of consecutive numbers, both ends included. */
export interface VersionRange {
  readonly first: number
  readonly last: number
}

/**
 * Ranges of numbers of which a database stores only the row of the last number. The ranges are kept
 * in memory and in one row of the database.
 */
export class VersionRanges {
  readonly #database: Database
  readonly #key: Uint8Array
  /** Ascending and without overlaps. The array is replaced, never mutated. */
  #all: readonly VersionRange[]
  /** The ranges as last written. */
  #written: readonly VersionRange[]
  /** The ranges as last staged. */
  #staged: readonly VersionRange[]

  /**
   * @param key of the database row.
   * @param begin initial ranges, which replace the stored ones when staged.
   */
  constructor(database: Database, key: Uint8Array, begin?: readonly VersionRange[]) {
    this.#database = database
    this.#key = key
    this.#written = [...this.#read()]
    this.#all = begin ?? this.#written
    this.#staged = this.#written
  }

  /** Returns the range that contains a number. */
  at(number: number): VersionRange | undefined {
    let low = 0
    let high = this.#all.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#all[middle]?.last ?? 0) < number) low = middle + 1
      else high = middle
    }
    const found = this.#all[low]
    return found !== undefined && found.first <= number ? found : undefined
  }

  /** Returns all ranges, newest first. */
  newestFirst(): readonly VersionRange[] {
    return this.#all.toReversed()
  }

  /**
   * Appends a range after all others. Adding a range that exists has no effect, even if others were
   * added since.
   */
  add({ first, last }: VersionRange): void {
    if (this.at(last)?.last === last) return
    const newest = this.#all.at(-1)
    assert(newest === undefined || newest.last < first, 'spans in ascending order')
    this.#all = [...this.#all, { first, last }]
  }

  /** Removes the newest range if it ends at `last`. */
  remove(last: number): void {
    if (this.#all.at(-1)?.last === last) this.#all = this.#all.slice(0, -1)
  }

  /** Removes all ranges. */
  clear(): void {
    this.#all = []
  }

  /** Stages the row if it changed. Without ranges the row is deleted. */
  stage(): void {
    if (this.#staged === this.#all) return
    this.#staged = this.#all
    if (this.#all.length === 0) {
      this.#database.delete(this.#key)
      return
    }
    this.#database.put(
      this.#key,
      uvarintsToBytes(this.#all.flatMap(({ first, last }) => [first, last - first])),
    )
  }

  /** Must be called after staged operations were written. */
  settle(): void {
    this.#written = this.#staged
  }

  /** Must be called after staged operations were dropped. */
  discard(): void {
    this.#all = this.#written
    this.#staged = this.#written
  }

  *#read(): Generator<VersionRange, void, undefined> {
    const bytes = this.#database.get(this.#key) ?? new Uint8Array(0)
    for (let at = 0; at < bytes.length; ) {
      const [first, afterFirst] = readUvarint(bytes, at)
      const [more, next] = readUvarint(bytes, afterFirst)
      yield { first, last: first + more }
      at = next
    }
  }
}
