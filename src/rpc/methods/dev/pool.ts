import { listOf } from '../../codec/codec.ts'
import { address, boolean, hash } from '../../codec/scalar.ts'
import { changingMethod, method, param } from '../../core/method.ts'
import { poolContent, poolStatus, poolSummary, senderContent } from '../../views/pool.ts'
import { transactionView } from '../../views/transaction.ts'

export const txpool_status = method({
  summary: 'How many transactions wait.',
  params: [],
  result: poolStatus,
  run: ({ node }) => node.chain.waiting,
})

export const txpool_content = method({
  summary: 'The transactions that wait, by sender and nonce.',
  params: [],
  result: poolContent,
  run: ({ node }) => node.chain.waiting,
})

export const txpool_inspect = method({
  summary: 'The transactions that wait, by sender and nonce, in a line each.',
  params: [],
  result: poolSummary,
  run: ({ node }) => node.chain.waiting,
})

export const txpool_contentFrom = method({
  summary: 'The transactions of a sender that wait, by nonce.',
  params: [param('address', address)],
  result: senderContent,
  run({ node }, sender) {
    const { pending, queued } = node.chain.waiting
    return { pending: pending.get(sender) ?? [], queued: queued.get(sender) ?? [] }
  },
})

export const eth_pendingTransactions = method({
  summary:
    'The transactions that wait with no gap before them, each sender in the order of its nonces.',
  params: [],
  result: listOf(transactionView),
  run: ({ node }) =>
    [...node.chain.waiting.pending.values()].flat().map((transaction) => ({ transaction })),
})

export const hardhat_dropTransaction = changingMethod({
  summary: 'Takes a transaction that waits out of the pool; whether it was there.',
  params: [param('hash', hash)],
  result: boolean,
  aliases: ['anvil_dropTransaction', 'ganache_dropTransaction'],
  async run({ node }, wanted) {
    const dropped = await node.chain.drop(({ hash }) => hash === wanted)
    return dropped.length > 0
  },
})

export const anvil_dropAllTransactions = changingMethod({
  summary: 'Takes all that waits out of the pool.',
  params: [],
  result: boolean,
  aliases: ['hardhat_dropAllTransactions', 'ganache_dropAllTransactions'],
  async run({ node }) {
    await node.chain.drop(() => true)
    return true
  },
})

export const anvil_removePoolTransactions = changingMethod({
  summary: 'Takes all that waits of a sender out of the pool.',
  params: [param('address', address)],
  result: boolean,
  aliases: ['hardhat_removePoolTransactions', 'ganache_removePoolTransactions'],
  async run({ node }, sender) {
    await node.chain.drop(({ from }) => from === sender)
    return true
  },
})
