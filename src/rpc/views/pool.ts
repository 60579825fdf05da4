import type { PoolContents, TransactionsBySender } from '../../chain/pool/pool.ts'
import type { Transaction } from '../../evm/transaction/transaction.ts'
import { toChecksumAddress } from '../../primitives/address.ts'
import { toQuantity } from '../../primitives/encoding/hex.ts'
import type { Json } from '../../primitives/encoding/json.ts'
import type { Encoder } from '../codec/codec.ts'
import type { JsonSchema } from '../codec/jsonSchema.ts'
import { quantity, text } from '../codec/scalar.ts'
import { transactionView } from './transaction.ts'

const PENDING = 'executable transactions, without a nonce gap'
const QUEUED = 'transactions after a nonce gap'

/** Numbers of transactions. */
export const poolStatus: Encoder<PoolContents> = {
  encode: ({ pending, queued }) => ({
    pending: toQuantity(countOf(pending)),
    queued: toQuantity(countOf(queued)),
  }),
  schema: twoOf('pool status', quantity.schema),
}

const transactionsByNonce = byKey('transactions by nonce', transactionView.schema)

/** Transactions by sender and nonce. */
export const poolContent = poolOf('pool content', encodeWaiting, transactionsByNonce)

/** The same as one line each. */
export const poolSummary = poolOf('pool summary', lineOf, byKey('lines by nonce', text.schema))

/** Transactions of one sender by nonce. */
export const senderContent: Encoder<{
  readonly pending: readonly Transaction[]
  readonly queued: readonly Transaction[]
}> = {
  encode: ({ pending, queued }) => ({
    pending: byNonce(pending, encodeWaiting),
    queued: byNonce(queued, encodeWaiting),
  }),
  schema: twoOf("a sender's pool content", transactionsByNonce),
}

function encodeWaiting(transaction: Transaction): Json {
  return transactionView.encode({ transaction })
}

function poolOf(
  title: string,
  encode: (transaction: Transaction) => Json,
  ofSender: JsonSchema,
): Encoder<PoolContents> {
  const encodeAll = (senders: TransactionsBySender): Json =>
    Object.fromEntries(
      [...senders].map(([sender, own]) => [toChecksumAddress(sender), byNonce(own, encode)]),
    )
  return {
    encode: ({ pending, queued }) => ({ pending: encodeAll(pending), queued: encodeAll(queued) }),
    schema: twoOf(title, byKey(`${ofSender.title} by sender`, ofSender)),
  }
}

function byNonce(
  transactions: readonly Transaction[],
  encode: (transaction: Transaction) => Json,
): Json {
  return Object.fromEntries(transactions.map((each) => [String(each.nonce), encode(each)]))
}

/** Geth's format. */
function lineOf({ to, value, gasLimit, maxFeePerGas }: Transaction): string {
  const target = to === undefined ? 'contract creation' : toChecksumAddress(to)
  return `${target}: ${value} wei + ${gasLimit} gas × ${maxFeePerGas} wei`
}

function countOf(senders: TransactionsBySender): number {
  let count = 0
  for (const own of senders.values()) count += own.length
  return count
}

function byKey(title: string, inner: JsonSchema): JsonSchema {
  return { type: 'object', title, additionalProperties: inner }
}

function twoOf(title: string, inner: JsonSchema): JsonSchema {
  return {
    type: 'object',
    title,
    properties: {
      pending: { description: PENDING, anyOf: [inner] },
      queued: { description: QUEUED, anyOf: [inner] },
    },
    required: ['pending', 'queued'],
    additionalProperties: false,
  }
}
