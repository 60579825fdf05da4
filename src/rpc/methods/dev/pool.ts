import { listOf } from '../../codec/codec.ts'
import { address, boolean, hash } from '../../codec/scalar.ts'
import { exampleValues } from '../../core/exampleValues.ts'
import { changingMethod, method, param } from '../../core/method.ts'
import { poolContent, poolStatus, poolSummary, senderContent } from '../../views/pool.ts'
import { transactionView } from '../../views/transaction.ts'

const nothingWaits = { pending: {}, queued: {} }

export const txpool_status = method({
  summary: 'How many transactions wait.',
  params: [],
  result: poolStatus,
  example: { params: [], result: { pending: '0x0', queued: '0x0' } },
  run: ({ node }) => node.chain.pool.contents,
})

export const txpool_content = method({
  summary: 'The transactions that wait, by sender and nonce.',
  params: [],
  result: poolContent,
  example: { params: [], result: nothingWaits },
  run: ({ node }) => node.chain.pool.contents,
})

export const txpool_inspect = method({
  summary: 'The transactions that wait, by sender and nonce, in a line each.',
  params: [],
  result: poolSummary,
  example: { params: [], result: nothingWaits },
  run: ({ node }) => node.chain.pool.contents,
})

export const txpool_contentFrom = method({
  summary: 'The transactions of a sender that wait, by nonce.',
  params: [param('address', address)],
  result: senderContent,
  example: { params: [exampleValues.alice], result: nothingWaits },
  run({ node }, sender) {
    const { pending, queued } = node.chain.pool.contents
    return { pending: pending.get(sender) ?? [], queued: queued.get(sender) ?? [] }
  },
})

export const eth_pendingTransactions = method({
  summary:
    'The transactions that wait with no gap before them, each sender in the order of its nonces.',
  params: [],
  result: listOf(transactionView),
  example: { params: [], result: [] },
  run: ({ node }) =>
    [...node.chain.pool.contents.pending.values()].flat().map((transaction) => ({ transaction })),
})

export const hardhat_dropTransaction = changingMethod({
  summary: 'Takes a transaction that waits out of the pool; whether it was there.',
  params: [param('hash', hash)],
  result: boolean,
  example: { params: [exampleValues.transfer.hash], result: false },
  aliases: ['anvil_dropTransaction', 'ganache_dropTransaction'],
  async run({ node }, wanted) {
    const dropped = await node.chain.pool.drop(({ hash }) => hash === wanted)
    return dropped.length > 0
  },
})

export const anvil_dropAllTransactions = changingMethod({
  summary: 'Takes all that waits out of the pool.',
  params: [],
  result: boolean,
  example: { params: [], result: true },
  aliases: ['hardhat_dropAllTransactions', 'ganache_dropAllTransactions'],
  async run({ node }) {
    await node.chain.pool.drop(() => true)
    return true
  },
})

export const anvil_removePoolTransactions = changingMethod({
  summary: 'Takes all that waits of a sender out of the pool.',
  params: [param('address', address)],
  result: boolean,
  example: { params: [exampleValues.alice], result: true },
  aliases: ['hardhat_removePoolTransactions', 'ganache_removePoolTransactions'],
  async run({ node }, sender) {
    await node.chain.pool.drop(({ from }) => from === sender)
    return true
  },
})
