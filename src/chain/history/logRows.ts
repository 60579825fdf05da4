import type { Database, KeyCursor } from '../../store/database.ts'
import { anyLogKey, logKey, numberAtEnd } from '../../store/tables.ts'
import type { SealedBlock } from '../block/block.ts'
import { type LogTerm, termsOf } from './logTerms.ts'

/** The keys of the rows by which a block's logs are found in a database. There is nothing in them. */
export function* logRowKeys(block: SealedBlock): Generator<Uint8Array, void, undefined> {
  for (const term of termsOf(block)) yield rowKey(term, block.number)
}

/** Alternatives that are looked up side by side: each holds a cursor of the database. */
const MOST_CURSORS = 8

/**
 * Numbers from `first` to `last`, ascending, of all blocks that have a term of each group, and maybe of others: groups of many
 * terms are not asked where there are some of few.
 */
export async function* searchLogRows(
  database: Database,
  groups: readonly (readonly LogTerm[])[],
  first: number,
  last: number,
): AsyncGenerator<number, void, undefined> {
  if (first > last) return
  const few = groups.filter((terms) => terms.length <= MOST_CURSORS)
  const [fewest = []] = groups.toSorted((a, b) => a.length - b.length)
  if (few.length > 0) yield* searchTogether(database, few, first, last)
  else yield* await readAll(database, fewest, first, last)
}

/** Each group says from where on the others need to look, so that the rarest one sets the pace. */
async function* searchTogether(
  database: Database,
  groups: readonly (readonly LogTerm[])[],
  first: number,
  last: number,
): AsyncGenerator<number, void, undefined> {
  const streams = groups.map((terms) =>
    terms.map((term) => new TermRows(database, term, first, last)),
  )
  try {
    for (let number = first; number <= last; ) {
      const next = await firstShared(streams, number)
      if (next === undefined) return
      yield next
      number = next + 1
    }
  } finally {
    await Promise.all(streams.flat().map((rows) => rows.close()))
  }
}

/** The numbers that any of the terms has, read term by term. */
async function readAll(
  database: Database,
  terms: readonly LogTerm[],
  first: number,
  last: number,
): Promise<readonly number[]> {
  const found = new Set<number>()
  for (const term of terms) {
    const cursor = database.keys(rowKey(term, first), rowKey(term, last))
    try {
      for (;;) {
        const keys = await cursor.next(MOST)
        for (const key of keys) found.add(numberAtEnd(key))
        if (keys.length < MOST) break
      }
    } finally {
      await cursor.close()
    }
  }
  return [...found].sort((a, b) => a - b)
}

/** The first number from `number` on that a member of each group has. */
async function firstShared(
  groups: readonly (readonly TermRows[])[],
  number: number,
): Promise<number | undefined> {
  for (let from = number; ; ) {
    let highest = from
    for (const group of groups) {
      const found = await firstOfAny(group, highest)
      if (found === undefined) return undefined
      highest = found
    }
    if (highest === from) return from
    from = highest
  }
}

async function firstOfAny(group: readonly TermRows[], number: number): Promise<number | undefined> {
  let lowest: number | undefined
  for (const rows of group) {
    const found = await rows.firstFrom(number)
    if (found !== undefined && (lowest === undefined || found < lowest)) lowest = found
  }
  return lowest
}

/** Rows that are read at a time: more where they are asked for one after the other. */
const FEWEST = 16
const MOST = 1024

/** The rows of one term. */
class TermRows {
  readonly #term: LogTerm
  readonly #cursor: KeyCursor
  #numbers: readonly number[] = []
  #at = 0
  #count = FEWEST
  #isAtEnd = false

  constructor(database: Database, term: LogTerm, first: number, last: number) {
    this.#term = term
    this.#cursor = database.keys(rowKey(term, first), rowKey(term, last))
  }

  /** The first number that is not below `number`, which never gets smaller; undefined where there is none. */
  async firstFrom(number: number): Promise<number | undefined> {
    for (;;) {
      while (this.#at < this.#numbers.length) {
        const found = this.#numbers[this.#at] ?? 0
        if (found >= number) return found
        this.#at++
      }
      if (this.#isAtEnd) return undefined
      await this.#read(number)
    }
  }

  close(): Promise<void> {
    return this.#cursor.close()
  }

  async #read(number: number): Promise<void> {
    const newest = this.#numbers.at(-1)
    if (newest !== undefined && number > newest + 1) {
      this.#cursor.seek(rowKey(this.#term, number))
      this.#count = FEWEST
    }
    const keys = await this.#cursor.next(this.#count)
    this.#numbers = keys.map(numberAtEnd)
    this.#at = 0
    this.#isAtEnd = keys.length === 0
    this.#count = Math.min(2 * this.#count, MOST)
  }
}

function rowKey(term: LogTerm, number: number): Uint8Array {
  return term === 'any' ? anyLogKey(number) : logKey(term.position, term.value, number)
}
