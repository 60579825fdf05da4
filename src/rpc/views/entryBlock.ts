import type { Block } from '../../chain/block/block.ts'
import type { BlockEntry } from '../../chain/block/blockEntries.ts'
import type { Encoder } from '../codec/codec.ts'
import { hash } from '../codec/scalar.ts'
import { blockFields, blockView } from './block.ts'
import { entryTransactionView } from './entryTransaction.ts'

/** A block with the included transactions as objects or hashes. */
export interface EntryBlockView {
  readonly block: Block
  readonly entries: readonly BlockEntry[]
  readonly fullTransactions: boolean
}

/**
 * Block object with transactions of both kinds. The header does not depend on the included ones.
 */
export const entryBlockView: Encoder<EntryBlockView> = {
  encode({ block, entries, fullTransactions }) {
    const transactions = entries.map((entry) =>
      fullTransactions ? entryTransactionView.encode({ block, entry }) : entry.hash,
    )
    return blockFields(block, transactions)
  },
  schema: {
    ...blockView.schema,
    title: 'block with native transactions',
    properties: {
      ...blockView.schema.properties,
      transactions: {
        type: 'array',
        items: { anyOf: [hash.schema, ...(entryTransactionView.schema.anyOf ?? [])] },
        description: 'hashes, or full objects if requested',
      },
    },
  },
}
