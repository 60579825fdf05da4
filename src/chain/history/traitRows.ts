import type { Database } from '../../store/database.ts'
import { numberAtEnd, traitKey } from '../../store/tables.ts'
import type { SealedBlock } from '../block/block.ts'
import { type TransactionTrait, traitsOf } from './transactionTraits.ts'

/** Which blocks come first. */
export type BlockOrder = 'ascending' | 'descending'

/** The keys of the rows by which a block's transactions are found in a database. There is nothing in them. */
export function* traitRowKeys(block: SealedBlock): Generator<Uint8Array, void, undefined> {
  for (const trait of traitsOf(block)) yield traitKey(trait, block.number)
}

/** Rows that are read at a time: more the further a search goes. */
const FEWEST = 16
const MOST = 1024

/** Numbers from `first` to `last` of blocks that have a transaction with a trait. */
export async function* searchTraitRows(
  database: Database,
  trait: TransactionTrait,
  first: number,
  last: number,
  order: BlockOrder,
): AsyncGenerator<number, void, undefined> {
  if (first > last) return
  const cursor = database.keys(traitKey(trait, first), traitKey(trait, last), order)
  try {
    for (let count = FEWEST; ; count = Math.min(2 * count, MOST)) {
      const keys = await cursor.next(count)
      yield* keys.map(numberAtEnd)
      if (keys.length < count) return
    }
  } finally {
    await cursor.close()
  }
}
