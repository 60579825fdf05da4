import type { Block } from '../../../chain/block/block.ts'
import { blockHashRef, blockNumberRef } from '../../codec/blockRef.ts'
import { listOf, nullable } from '../../codec/codec.ts'
import { address, bytes, hash, index, text, uint64 } from '../../codec/scalar.ts'
import { method, param } from '../../core/method.ts'
import { serverError } from '../../errors/rpcError.ts'
import { receiptView } from '../../views/receipt.ts'
import { type TransactionView, transactionView } from '../../views/transaction.ts'
import { findByNonce } from '../lookups.ts'

export const eth_getTransactionByHash = method({
  summary: 'Returns a mined or pending transaction by hash, or null if it is unknown.',
  params: [param('hash', hash)],
  result: nullable(transactionView),
  run({ transactions, pool }, hash) {
    const mined = transactions.get(hash)
    if (mined !== undefined) return { transaction: mined.transaction, place: mined }
    const waiting = pool.get(hash)
    return waiting && { transaction: waiting }
  },
})

export const eth_getTransactionBySenderAndNonce = method({
  summary: 'Returns a mined or pending transaction by sender and nonce, or null if it is unknown.',
  params: [param('sender', address), param('nonce', uint64)],
  result: nullable(transactionView),
  async run({ blocks, transactions, pool }, sender, nonce) {
    const mined = await findByNonce({ blocks, transactions }, sender, nonce)
    if (mined !== undefined) return { transaction: mined.transaction, place: mined }
    const { pending, queued } = pool.contents
    const waiting = [...(pending.get(sender) ?? []), ...(queued.get(sender) ?? [])]
    const found = waiting.find((transaction) => transaction.nonce === nonce)
    return found && { transaction: found }
  },
})

export const eth_getTransactionByBlockNumberAndIndex = method({
  summary: 'Returns a transaction by block number or tag and index, or null if it does not exist.',
  params: [param('block', blockNumberRef), param('index', index)],
  result: nullable(transactionView),
  async run({ blocks }, ref, index) {
    return transactionAt(await blocks.find(ref), index)
  },
})

export const eth_getTransactionByBlockHashAndIndex = method({
  summary: 'Returns a transaction by block hash and index, or null if it does not exist.',
  params: [param('hash', blockHashRef), param('index', index)],
  result: nullable(transactionView),
  async run({ blocks }, ref, index) {
    return transactionAt(await blocks.find(ref), index)
  },
})

export const eth_getTransactionReceipt = method({
  summary: 'Returns the receipt of a mined transaction, or null if it is unknown or pending.',
  params: [param('hash', hash)],
  result: nullable(receiptView),
  run: ({ transactions }, hash) => transactions.get(hash),
})

export const eth_getTransactionErrorByHash = method({
  summary:
    'Returns the error of a mined transaction, or an empty string if it succeeded, is unknown or pending.',
  params: [param('hash', hash)],
  result: text,
  run: ({ transactions }, hash) => transactions.get(hash)?.receipt.error ?? '',
})

export const eth_getVMError = method({
  summary:
    'Returns the error of a mined transaction, or an empty string if it succeeded. Fails if it does not exist.',
  params: [param('hash', hash)],
  result: text,
  run({ transactions }, hash) {
    const mined = transactions.get(hash)
    if (mined === undefined) throw serverError('receipt not found')
    return mined.receipt.error ?? ''
  },
})

export const eth_getRawTransactionByHash = method({
  summary: 'Returns the signed bytes of a mined or pending transaction, or null if it is unknown.',
  params: [param('hash', hash)],
  result: nullable(bytes),
  run: ({ transactions, pool }, hash) =>
    transactions.get(hash)?.transaction.raw ?? pool.get(hash)?.raw,
})

export const eth_getRawTransactionByBlockNumberAndIndex = method({
  summary:
    'Returns the signed bytes of a transaction by block number or tag and index, or null if it does not exist.',
  params: [param('block', blockNumberRef), param('index', index)],
  result: nullable(bytes),
  async run({ blocks }, ref, index) {
    return (await blocks.find(ref))?.transactions[index]?.raw
  },
})

export const eth_getRawTransactionByBlockHashAndIndex = method({
  summary:
    'Returns the signed bytes of a transaction by block hash and index, or null if it does not exist.',
  params: [param('hash', blockHashRef), param('index', index)],
  result: nullable(bytes),
  async run({ blocks }, ref, index) {
    return (await blocks.find(ref))?.transactions[index]?.raw
  },
})

export const eth_pendingTransactions = method({
  summary:
    'Returns the pending transactions, also those after a nonce gap, ordered by nonce for each sender.',
  params: [],
  result: listOf(transactionView),
  run({ pool }) {
    const { pending, queued } = pool.contents
    const senders = new Set([...pending.keys(), ...queued.keys()])
    return [...senders]
      .flatMap((sender) => [...(pending.get(sender) ?? []), ...(queued.get(sender) ?? [])])
      .map((transaction) => ({ transaction }))
  },
})

function transactionAt(block: Block | undefined, index: number): TransactionView | undefined {
  const transaction = block?.transactions[index]
  if (block === undefined || transaction === undefined) return undefined
  return block.hash === undefined ? { transaction } : { transaction, place: { block, index } }
}
