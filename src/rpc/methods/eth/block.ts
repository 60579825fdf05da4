import type { Block } from '../../../chain/block/block.ts'
import { blockHashRef, blockNumberRef, blockRef } from '../../codec/blockRef.ts'
import { listOf, nullable } from '../../codec/codec.ts'
import { boolean, index, quantity } from '../../codec/scalar.ts'
import { method, param } from '../../core/method.ts'
import { blockView, headerView } from '../../views/block.ts'
import { receiptView } from '../../views/receipt.ts'

export const eth_getBlockByNumber = method({
  summary:
    'Returns a block by number or tag, with full transactions (true) or hashes, or null if it is unknown.',
  params: [param('block', blockNumberRef), param('fullTransactions', boolean)],
  result: nullable(blockView),
  async run({ blocks }, ref, fullTransactions) {
    const block = await blocks.find(ref)
    return block && { block, fullTransactions }
  },
})

export const eth_getBlockByHash = method({
  summary:
    'Returns a block by hash, with full transactions (true) or hashes, or null if it is unknown.',
  params: [param('hash', blockHashRef), param('fullTransactions', boolean)],
  result: nullable(blockView),
  async run({ blocks }, ref, fullTransactions) {
    const block = await blocks.find(ref)
    return block && { block, fullTransactions }
  },
})

export const eth_getHeaderByNumber = method({
  summary: 'Returns a block header by number or tag, or null if it is unknown.',
  params: [param('block', blockNumberRef)],
  result: nullable(headerView),
  run: ({ blocks }, ref) => blocks.find(ref),
})

export const eth_getHeaderByHash = method({
  summary: 'Returns a block header by hash, or null if it is unknown.',
  params: [param('hash', blockHashRef)],
  result: nullable(headerView),
  run: ({ blocks }, ref) => blocks.find(ref),
})

export const eth_getBlockTransactionCountByNumber = method({
  summary:
    'Returns the number of transactions in a block by number or tag, or null if it is unknown.',
  params: [param('block', blockNumberRef)],
  result: nullable(quantity),
  async run({ blocks }, ref) {
    return transactionCount(await blocks.find(ref))
  },
})

export const eth_getBlockTransactionCountByHash = method({
  summary: 'Returns the number of transactions in a block by hash, or null if it is unknown.',
  params: [param('hash', blockHashRef)],
  result: nullable(quantity),
  async run({ blocks }, ref) {
    return transactionCount(await blocks.find(ref))
  },
})

export const eth_getBlockReceipts = method({
  summary:
    'Returns the receipts of all transactions of a block in order, or null if it is unknown.',
  params: [param('block', blockRef)],
  result: nullable(listOf(receiptView)),
  async run({ blocks }, ref) {
    const block = await blocks.find(ref)
    return block?.transactions.map((_, index) => ({ block, index }))
  },
})

export const eth_getUncleCountByBlockNumber = method({
  summary:
    'Returns the number of uncles of a block by number or tag, which is always zero, or null if the block is unknown.',
  params: [param('block', blockNumberRef)],
  result: nullable(quantity),
  async run({ blocks }, ref) {
    return uncleCount(await blocks.find(ref))
  },
})

export const eth_getUncleCountByBlockHash = method({
  summary:
    'Returns the number of uncles of a block by hash, which is always zero, or null if the block is unknown.',
  params: [param('hash', blockHashRef)],
  result: nullable(quantity),
  async run({ blocks }, ref) {
    return uncleCount(await blocks.find(ref))
  },
})

export const eth_getUncleByBlockNumberAndIndex = method({
  summary: 'Returns null: blocks have no uncles.',
  params: [param('block', blockNumberRef), param('index', index)],
  result: nullable(blockView),
  run: () => undefined,
})

export const eth_getUncleByBlockHashAndIndex = method({
  summary: 'Returns null: blocks have no uncles.',
  params: [param('hash', blockHashRef), param('index', index)],
  result: nullable(blockView),
  run: () => undefined,
})

function transactionCount(block: Block | undefined): bigint | undefined {
  return block && BigInt(block.transactions.length)
}

function uncleCount(block: Block | undefined): bigint | undefined {
  return block && 0n
}
