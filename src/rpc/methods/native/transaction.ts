import type { Block } from '../../../chain/block/block.ts'
import { blockEntries } from '../../../chain/block/blockEntries.ts'
import { blockHashRef, blockNumberRef } from '../../codec/blockRef.ts'
import { nullable } from '../../codec/codec.ts'
import { hash, index } from '../../codec/scalar.ts'
import { method, param } from '../../core/method.ts'
import { entryReceiptView } from '../../views/entryReceipt.ts'
import { type EntryView, entryTransactionView } from '../../views/entryTransaction.ts'
import { eth_getTransactionCount } from '../eth/state.ts'
import { eth_getTransactionErrorByHash, eth_getVMError } from '../eth/transaction.ts'
import { legacyAlias } from './blockMethods.ts'
import { findEntry } from './entries.ts'

export const native_getTransactionCount = legacyAlias(eth_getTransactionCount)

export const native_getTransactionErrorByHash = legacyAlias(eth_getTransactionErrorByHash)

export const native_getVMError = legacyAlias(eth_getVMError)

export const native_getTransactionByHash = method({
  summary: 'Returns a mined, pending or synthetic transaction by hash, or null if it is unknown.',
  params: [param('hash', hash)],
  result: nullable(entryTransactionView),
  run({ transactions, pool }, hash) {
    const found = findEntry(transactions, hash)
    if (found !== undefined) return found
    const waiting = pool.get(hash)
    return waiting && { transaction: waiting }
  },
})

export const native_getTransactionByBlockNumberAndIndex = method({
  summary:
    'Returns a transaction by block number or tag and index, counting synthetic ones, or null if it does not exist.',
  params: [param('block', blockNumberRef), param('index', index)],
  result: nullable(entryTransactionView),
  async run({ blocks }, ref, index) {
    return entryAt(await blocks.find(ref), index)
  },
})

export const native_getTransactionByBlockHashAndIndex = method({
  summary:
    'Returns a transaction by block hash and index, counting synthetic ones, or null if it does not exist.',
  params: [param('hash', blockHashRef), param('index', index)],
  result: nullable(entryTransactionView),
  async run({ blocks }, ref, index) {
    return entryAt(await blocks.find(ref), index)
  },
})

export const native_getTransactionReceipt = method({
  summary:
    'Returns the receipt of a mined or synthetic transaction, or null if it is unknown or pending.',
  params: [param('hash', hash)],
  result: nullable(entryReceiptView),
  run: ({ transactions }, hash) => findEntry(transactions, hash),
})

function entryAt(block: Block | undefined, index: number): EntryView | undefined {
  if (block === undefined) return undefined
  const entry = blockEntries(block, 'synthetic')[index]
  return entry && { block, entry }
}
