import type { BlockRange } from '../../../chain/block/blockRef.ts'
import type { ChainTransactions } from '../../../chain/chain.ts'
import type { BlockOrder } from '../../../chain/history/blockKeys.ts'
import type { LocatedTransaction } from '../../../chain/history/located.ts'
import type { Address } from '../../../primitives/address.ts'
import { type Encoder, nullable } from '../../codec/codec.ts'
import { address, hash, plainNumber, uint64 } from '../../codec/scalar.ts'
import { method, param } from '../../core/method.ts'
import { invalidParams } from '../../errors/rpcError.ts'
import { foundTransactionsView } from '../../views/foundTransactions.ts'
import { findByNonce } from '../lookups.ts'

/**
 * Maximum requested number of transactions; a response may have more, because it contains whole
 * blocks.
 */
const MAX_PAGE = 1_000

const params = [
  param('address', address),
  param('block', plainNumber),
  param('pageSize', plainNumber),
] as const

export const ots_searchTransactionsBefore = method({
  summary:
    'Returns transactions of an account before a block (0: from the latest), newest first. Adds whole blocks until the page is full.',
  params,
  result: foundTransactionsView,
  async run({ blocks, transactions }, who, block, pageSize) {
    const newest = blocks.latest.number
    const isFirst = block === 0 || block > newest
    const range = { first: 0, last: isFirst ? newest : block - 1 }
    const { found, hasMore } = await findPage(transactions, who, range, pageSize, 'descending')
    return { found, isFirst, isLast: !hasMore }
  },
})

export const ots_searchTransactionsAfter = method({
  summary:
    'Returns transactions of an account after a block (0: from the oldest), newest first. Adds whole blocks until the page is full.',
  params,
  result: foundTransactionsView,
  async run({ blocks, transactions }, who, block, pageSize) {
    const range = { first: block === 0 ? 0 : block + 1, last: blocks.latest.number }
    const { found, hasMore } = await findPage(transactions, who, range, pageSize, 'ascending')
    return { found: found.toReversed(), isFirst: !hasMore, isLast: block === 0 }
  },
})

export const ots_getTransactionBySenderAndNonce = method({
  summary:
    'Returns the hash of the mined transaction with a sender and nonce, or null if it is unknown.',
  params: [param('sender', address), param('nonce', uint64)],
  result: nullable(hash),
  async run({ blocks, transactions }, sender, nonce) {
    return (await findByNonce({ blocks, transactions }, sender, nonce))?.transaction.hash
  },
})

interface Creator {
  readonly hash: LocatedTransaction['transaction']['hash']
  readonly creator: Address
}

const creatorView: Encoder<Creator> = {
  encode: ({ hash, creator }) => ({ hash, creator }),
  schema: {
    type: 'object',
    title: 'creator',
    properties: {
      hash: { ...hash.schema, description: 'creation transaction' },
      creator: {
        ...address.schema,
        description: 'sender of the transaction, or the creating contract',
      },
    },
    required: ['hash', 'creator'],
  },
}

export const ots_getContractCreator = method({
  summary:
    'Returns the creator and creation transaction of a contract, or null if the account is not a contract.',
  params: [param('address', address)],
  result: nullable(creatorView),
  async run({ state, blocks, transactions }, contract) {
    const latest = await state.viewAt({ tag: 'latest' })
    const codeHash = await latest.read((reader) => reader.getCodeHash(contract))
    if (codeHash === undefined) return undefined
    const range = { first: 0, last: blocks.latest.number }
    const creations = { kind: 'creator', address: contract } as const
    for await (const found of transactions.search(creations, range, 'descending')) {
      const last = found.at(-1)
      if (last !== undefined) return creatorIn(last, contract)
    }
    return undefined
  },
})

/** Returns the creator of a contract in a transaction: the sender, or code. */
function creatorIn({ transaction, receipt }: LocatedTransaction, contract: Address): Creator {
  const { hash, from } = transaction
  const inside = receipt.internalCalls?.creations.findLast(({ address }) => address === contract)
  return { hash, creator: inside?.creator ?? from }
}

/**
 * Returns transactions that involve an account, in order: whole blocks until the requested number
 * is reached.
 *
 * @throws RpcError -32602 if the number is too large
 */
async function findPage(
  transactions: ChainTransactions,
  who: Address,
  range: BlockRange,
  pageSize: number,
  order: BlockOrder,
): Promise<{ readonly found: readonly LocatedTransaction[]; readonly hasMore: boolean }> {
  if (pageSize > MAX_PAGE) {
    throw invalidParams(`invalid argument 2: ${pageSize} transactions, want at most ${MAX_PAGE}`)
  }
  const found: LocatedTransaction[] = []
  for await (const inBlock of transactions.search({ kind: 'party', address: who }, range, order)) {
    if (found.length > 0 && found.length >= pageSize) return { found, hasMore: true }
    found.push(...(order === 'ascending' ? inBlock : inBlock.toReversed()))
  }
  return { found, hasMore: false }
}
