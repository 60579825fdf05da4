import type { Block } from '../../../chain/block/block.ts'
import { blockHashRef, blockNumberRef, blockRef } from '../../codec/blockRef.ts'
import { listOf, nullable } from '../../codec/codec.ts'
import { boolean, index, quantity } from '../../codec/scalar.ts'
import { method, param } from '../../core/method.ts'
import { blockView, headerView } from '../../views/block.ts'
import { receiptView } from '../../views/receipt.ts'

export const eth_getBlockByNumber = method({
  summary:
    'Block by number or tag, with transactions as objects (true) or hashes; null if unknown.',
  params: [param('block', blockNumberRef), param('fullTransactions', boolean)],
  result: nullable(blockView),
  async run({ blocks }, ref, fullTransactions) {
    const block = await blocks.find(ref)
    return block && { block, fullTransactions }
  },
})

export const eth_getBlockByHash = method({
  summary: 'Block by hash, with transactions as objects (true) or hashes; null if unknown.',
  params: [param('hash', blockHashRef), param('fullTransactions', boolean)],
  result: nullable(blockView),
  async run({ blocks }, ref, fullTransactions) {
    const block = await blocks.find(ref)
    return block && { block, fullTransactions }
  },
})

export const eth_getHeaderByNumber = method({
  summary: 'Header of a block by number or tag; null if unknown.',
  params: [param('block', blockNumberRef)],
  result: nullable(headerView),
  run: ({ blocks }, ref) => blocks.find(ref),
})

export const eth_getHeaderByHash = method({
  summary: 'Header of a block by hash; null if unknown.',
  params: [param('hash', blockHashRef)],
  result: nullable(headerView),
  run: ({ blocks }, ref) => blocks.find(ref),
})

export const eth_getBlockTransactionCountByNumber = method({
  summary: 'Number of transactions in a block by number or tag; null if unknown.',
  params: [param('block', blockNumberRef)],
  result: nullable(quantity),
  async run({ blocks }, ref) {
    return transactionCount(await blocks.find(ref))
  },
})

export const eth_getBlockTransactionCountByHash = method({
  summary: 'Number of transactions in a block by hash; null if unknown.',
  params: [param('hash', blockHashRef)],
  result: nullable(quantity),
  async run({ blocks }, ref) {
    return transactionCount(await blocks.find(ref))
  },
})

export const eth_getBlockReceipts = method({
  summary: 'Receipts of all transactions of a block, in order; null if unknown.',
  params: [param('block', blockRef)],
  result: nullable(listOf(receiptView)),
  async run({ blocks }, ref) {
    const block = await blocks.find(ref)
    return block?.transactions.map((_, index) => ({ block, index }))
  },
})

export const eth_getUncleCountByBlockNumber = method({
  summary: 'Number of uncles of a block by number or tag: always zero; null if unknown.',
  params: [param('block', blockNumberRef)],
  result: nullable(quantity),
  async run({ blocks }, ref) {
    return uncleCount(await blocks.find(ref))
  },
})

export const eth_getUncleCountByBlockHash = method({
  summary: 'Number of uncles of a block by hash: always zero; null if unknown.',
  params: [param('hash', blockHashRef)],
  result: nullable(quantity),
  async run({ blocks }, ref) {
    return uncleCount(await blocks.find(ref))
  },
})

export const eth_getUncleByBlockNumberAndIndex = method({
  summary: 'Always null: there are no uncles.',
  params: [param('block', blockNumberRef), param('index', index)],
  result: nullable(blockView),
  run: () => undefined,
})

export const eth_getUncleByBlockHashAndIndex = method({
  summary: 'Always null: there are no uncles.',
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
