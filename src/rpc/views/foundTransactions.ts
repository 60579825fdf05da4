import type { LocatedTransaction } from '../../chain/history/located.ts'
import type { Encoder } from '../codec/codec.ts'
import { describeFields } from '../codec/jsonSchema.ts'
import { boolean } from '../codec/scalar.ts'
import { receiptFields, receiptView } from './receipt.ts'
import { transactionView } from './transaction.ts'

/** A page of search results, newest first. */
export interface FoundTransactions {
  readonly found: readonly LocatedTransaction[]
  /** Whether this is the newest page. */
  readonly isFirst: boolean
  /** Whether this is the oldest page. */
  readonly isLast: boolean
}

/** Transactions and receipts, which have the time of their blocks. */
export const foundTransactionsView: Encoder<FoundTransactions> = {
  encode: ({ found, isFirst, isLast }) => ({
    txs: found.map((place) => transactionView.encode({ transaction: place.transaction, place })),
    receipts: found.map((place) => {
      return { ...receiptFields(place), timestamp: Number(place.block.header.timestamp) }
    }),
    firstPage: isFirst,
    lastPage: isLast,
  }),
  schema: {
    type: 'object',
    title: 'found transactions',
    description: 'Newest first.',
    properties: describeFields(
      {
        txs: { type: 'array', items: transactionView.schema },
        receipts: {
          type: 'array',
          items: {
            ...receiptView.schema,
            title: 'receipt with time',
            properties: {
              ...receiptView.schema.properties,
              timestamp: {
                type: 'integer',
                description: 'timestamp of the block, in seconds since 1970',
              },
            },
            required: [...(receiptView.schema.required ?? []), 'timestamp'],
          },
        },
        firstPage: boolean.schema,
        lastPage: boolean.schema,
      },
      {
        receipts: 'in the same order',
        firstPage: 'whether this page has the newest transactions',
        lastPage: 'whether this page has the oldest transactions',
      },
    ),
    required: ['txs', 'receipts', 'firstPage', 'lastPage'],
  },
}
