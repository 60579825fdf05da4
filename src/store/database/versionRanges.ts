import { assert } from '../../primitives/assert.ts'
import { readUvarint, uvarintsToBytes } from '../../primitives/encoding/varint.ts'
import type { Database } from './database.ts'

/** Consecutive numbers, both ends included. */
export interface VersionRange {
  readonly first: number
  readonly last: number
}

/**
 * Spans of numbers of which a database only has a row for the last one. What changes is noted here,
 * and in one row of the database.
 */
export class VersionRanges {
  readonly #database: Database
  readonly #key: Uint8Array
  /** In ascending order, without overlaps; never changed, only replaced. */
  #all: readonly VersionRange[]
  /** As they were written last. */
  #written: readonly VersionRange[]
  /** As they were staged last. */
  #staged: readonly VersionRange[]

  /**
   * @param key where the database has the row.
   * @param begin what it is to have instead of what it has, once that is staged.
   */
  constructor(database: Database, key: Uint8Array, begin?: readonly VersionRange[]) {
    this.#database = database
    this.#key = key
    this.#written = [...this.#read()]
    this.#all = begin ?? this.#written
    this.#staged = this.#written
  }

  /** The span that a number is in. */
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

  /** All of them, the newest first. */
  newestFirst(): readonly VersionRange[] {
    return this.#all.toReversed()
  }

  /**
   * Adds one after all others. Once is enough: another time nothing happens, even where others were
   * added since.
   */
  add({ first, last }: VersionRange): void {
    if (this.at(last)?.last === last) return
    const newest = this.#all.at(-1)
    assert(newest === undefined || newest.last < first, 'spans in ascending order')
    this.#all = [...this.#all, { first, last }]
  }

  /** Takes the newest out, if it ends here. */
  remove(last: number): void {
    if (this.#all.at(-1)?.last === last) this.#all = this.#all.slice(0, -1)
  }

  /** Takes all of them out. */
  clear(): void {
    this.#all = []
  }

  /** Stages the row, where it changed; none where there are no spans. */
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

  /** To be called when what was staged has been written. */
  settle(): void {
    this.#written = this.#staged
  }

  /** To be called when it was dropped instead. */
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
