import type { Block } from '../../chain/block/block.ts'
import type { BlockEntry } from '../../chain/block/blockEntries.ts'
import type { Encoder } from '../codec/codec.ts'
import { hash } from '../codec/scalar.ts'
import { blockFields, blockView } from './block.ts'
import { entryTransactionView } from './entryTransaction.ts'

/** A block with those of its transactions that are shown, as objects or as hashes. */
export interface EntryBlockView {
  readonly block: Block
  readonly entries: readonly BlockEntry[]
  readonly fullTransactions: boolean
}

/**
 * The block object with transactions of either kind. What the header says is the same whichever are
 * shown.
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
        description: 'hashes, or objects where the request asks for them',
      },
    },
  },
}
