import { address } from '../codec/scalar.ts'
import { method, param } from '../core/method.ts'
import { poolContent, poolStatus, poolSummary, senderContent } from '../views/pool.ts'

export const txpool_status = method({
  summary: 'How many transactions wait.',
  params: [],
  result: poolStatus,
  run: ({ pool }) => pool.contents,
})

export const txpool_content = method({
  summary: 'The transactions that wait, by sender and nonce.',
  params: [],
  result: poolContent,
  run: ({ pool }) => pool.contents,
})

export const txpool_inspect = method({
  summary: 'The transactions that wait, by sender and nonce, in a line each.',
  params: [],
  result: poolSummary,
  run: ({ pool }) => pool.contents,
})

export const txpool_contentFrom = method({
  summary: 'The transactions of a sender that wait, by nonce.',
  params: [param('address', address)],
  result: senderContent,
  run({ pool }, sender) {
    const { pending, queued } = pool.contents
    return { pending: pending.get(sender) ?? [], queued: queued.get(sender) ?? [] }
  },
})
