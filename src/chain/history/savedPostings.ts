import { EMPTY_BYTES } from '../../primitives/encoding/bytes.ts'
import type { Database, KeyCursor } from '../../store/database/database.ts'
import { numberAtEnd } from '../../store/database/tables.ts'
import type { SealedBlock } from '../block/block.ts'
import type { BlockKeys, BlockSearch } from './blockKeys.ts'
import { concatNumbers, type Numbers } from './blockScan.ts'
import type { MemoryPostings } from './memoryPostings.ts'
import { intersect, type PostingList, union } from './postingList.ts'

/** Maximum number of alternatives that are read in parallel: each needs a database iterator. */
const MOST_CURSORS = 8

/** Index of blocks in a database: a row without a value per key and block. */
export class SavedPostings<K> {
  readonly #database: Database
  readonly #keys: BlockKeys<K>

  constructor(database: Database, keys: BlockKeys<K>) {
    this.#database = database
    this.#keys = keys
  }

  stage(block: SealedBlock): void {
    for (const row of this.#rowsOf(block)) this.#database.put(row, EMPTY_BYTES)
  }

  /** Stages the removal of a block. */
  unstage(block: SealedBlock): void {
    for (const row of this.#rowsOf(block)) this.#database.delete(row)
  }

  *#rowsOf(block: SealedBlock): Generator<Uint8Array, void, undefined> {
    for (const key of this.#keys.keysOf(block).values()) yield this.#keys.rowOf(key, block.number)
  }

  /**
   * Returns a superset of the matching block numbers: groups of many keys are skipped if there are
   * groups with few.
   */
  async *search(search: BlockSearch<K>): AsyncGenerator<number, void, undefined> {
    const { groups, first, last, order } = search
    if (first > last) return
    const few = groups.filter((keys) => keys.length <= MOST_CURSORS)
    if (few.length > 0) {
      yield* this.#searchTogether({ ...search, groups: few })
      return
    }
    const [fewest = []] = groups.toSorted((a, b) => a.length - b.length)
    const found = new Set<number>()
    for (const key of fewest) {
      const alone = { groups: [[key]], first, last, order }
      for await (const number of this.#searchTogether(alone)) found.add(number)
    }
    yield* [...found].sort((a, b) => (order === 'ascending' ? a - b : b - a))
  }

  async *#searchTogether({
    groups,
    first,
    last,
    order,
  }: BlockSearch<K>): AsyncGenerator<number, void, undefined> {
    const rows: RowList[] = []
    const listOf = (key: K): RowList => {
      const list = new RowList(this.#database, (number) => this.#keys.rowOf(key, number), {
        first,
        last,
        order,
      })
      rows.push(list)
      return list
    }
    try {
      const lists = groups.map((keys) => union(keys.map(listOf)))
      for (const step of intersect(lists, order === 'ascending' ? first : -last)) {
        if (typeof step === 'number') yield Math.abs(step)
        else await step
      }
    } finally {
      await Promise.all(rows.map((list) => list.close()))
    }
  }
}

/**
 * Reads numbers from memory from `oldest` on, as of the call, and earlier ones from a database, if
 * any.
 */
export function searchBoth<K>(
  recent: MemoryPostings<K>,
  older: SavedPostings<K> | undefined,
  search: BlockSearch<K>,
  oldest: number,
): Numbers {
  const found = recent.search({ ...search, first: Math.max(search.first, oldest) })
  const before = older?.search({ ...search, last: Math.min(search.last, oldest - 1) })
  return search.order === 'ascending' ? concatNumbers(before, found) : concatNumbers(found, before)
}

/** Rows per read, which grow with consecutive reads. */
const FEWEST = 16
const MOST = 1024

/** Rows of one key in a range. */
class RowList implements PostingList {
  current = Number.NEGATIVE_INFINITY
  readonly #cursor: KeyCursor
  readonly #rowOf: (number: number) => Uint8Array
  /** Sign of the numbers: -1 if rows are read backwards. */
  readonly #sign: 1 | -1
  #numbers: readonly number[] = []
  #at = 0
  /** Number up to which all rows were read. */
  #read: number
  #count = FEWEST

  constructor(
    database: Database,
    rowOf: (number: number) => Uint8Array,
    { first, last, order }: Omit<BlockSearch<unknown>, 'groups'>,
  ) {
    this.#cursor = database.keys(rowOf(first), rowOf(last), order)
    this.#rowOf = rowOf
    this.#sign = order === 'ascending' ? 1 : -1
    this.#read = (order === 'ascending' ? first : -last) - 1
  }

  advance(target: number): Promise<void> | undefined {
    while (this.current < target) {
      const next = this.#numbers[this.#at++]
      if (next === undefined) return this.#readFrom(target)
      this.current = next
    }
    return undefined
  }

  close(): Promise<void> {
    return this.#cursor.close()
  }

  async #readFrom(target: number): Promise<void> {
    if (target > this.#read + 1) {
      this.#cursor.seek(this.#rowOf(Math.abs(target)))
      this.#count = FEWEST
    }
    const rows = await this.#cursor.next(this.#count)
    this.#numbers = rows.map((row) => this.#sign * numberAtEnd(row))
    this.#at = 1
    this.#count = Math.min(2 * this.#count, MOST)
    this.#read = this.#numbers.at(-1) ?? Number.POSITIVE_INFINITY
    this.current = this.#numbers[0] ?? Number.POSITIVE_INFINITY
  }
}
