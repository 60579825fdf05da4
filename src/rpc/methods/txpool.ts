import { address } from '../codec/scalar.ts'
import { method, param } from '../core/method.ts'
import { poolContent, poolStatus, poolSummary, senderContent } from '../views/pool.ts'

export const txpool_status = method({
  summary: 'Returns the numbers of pending and queued transactions.',
  params: [],
  result: poolStatus,
  run: ({ pool }) => pool.contents,
})

export const txpool_content = method({
  summary: 'Returns the transactions of the pool by sender and nonce.',
  params: [],
  result: poolContent,
  run: ({ pool }) => pool.contents,
})

export const txpool_inspect = method({
  summary: 'Returns the transactions of the pool by sender and nonce, as one line of text each.',
  params: [],
  result: poolSummary,
  run: ({ pool }) => pool.contents,
})

export const txpool_contentFrom = method({
  summary: 'Returns the transactions of a sender in the pool, by nonce.',
  params: [param('address', address)],
  result: senderContent,
  run({ pool }, sender) {
    const { pending, queued } = pool.contents
    return { pending: pending.get(sender) ?? [], queued: queued.get(sender) ?? [] }
  },
})
