import type { Block } from '../../../chain/block/block.ts'
import {
  type BlockEntry,
  type BlockScope,
  blockEntries,
} from '../../../chain/block/blockEntries.ts'
import { blockHashRef, blockNumberRef, blockRef } from '../../codec/blockRef.ts'
import { listOf, nullable } from '../../codec/codec.ts'
import { boolean, quantity } from '../../codec/scalar.ts'
import { type Method, method, param } from '../../core/method.ts'
import { type EntryBlockView, entryBlockView } from '../../views/entryBlock.ts'
import { entryReceiptView } from '../../views/entryReceipt.ts'
import type { TimedTracing } from '../debug/tracing.ts'

/** Which transactions of a block a family of methods shows. */
export interface BlockSelection {
  /** Part of a summary, such as `including synthetic transactions`. */
  readonly label: string
  select(facets: TimedTracing, block: Block): readonly BlockEntry[] | Promise<readonly BlockEntry[]>
}

/** The transactions that a scope includes. */
export function selectScope(scope: BlockScope, label: string): BlockSelection {
  return { label, select: (_, block) => blockEntries(block, scope) }
}

export function getBlockByNumber({ label, select }: BlockSelection): Method {
  return method({
    summary: `Returns a block by number or tag, ${label}, with full transactions (true) or hashes, or null if it is unknown.`,
    params: [param('block', blockNumberRef), param('fullTransactions', boolean)],
    result: nullable(entryBlockView),
    async run(context, ref, fullTransactions): Promise<EntryBlockView | undefined> {
      const block = await context.blocks.find(ref)
      return block && { block, entries: await select(context, block), fullTransactions }
    },
  })
}

export function getBlockByHash({ label, select }: BlockSelection): Method {
  return method({
    summary: `Returns a block by hash, ${label}, with full transactions (true) or hashes, or null if it is unknown.`,
    params: [param('hash', blockHashRef), param('fullTransactions', boolean)],
    result: nullable(entryBlockView),
    async run(context, ref, fullTransactions): Promise<EntryBlockView | undefined> {
      const block = await context.blocks.find(ref)
      return block && { block, entries: await select(context, block), fullTransactions }
    },
  })
}

export function getBlockTransactionCountByNumber({ label, select }: BlockSelection): Method {
  return method({
    summary: `Returns the number of transactions in a block by number or tag, ${label}, or null if it is unknown.`,
    params: [param('block', blockNumberRef)],
    result: nullable(quantity),
    async run(context, ref) {
      const block = await context.blocks.find(ref)
      return block && BigInt((await select(context, block)).length)
    },
  })
}

export function getBlockTransactionCountByHash({ label, select }: BlockSelection): Method {
  return method({
    summary: `Returns the number of transactions in a block by hash, ${label}, or null if it is unknown.`,
    params: [param('hash', blockHashRef)],
    result: nullable(quantity),
    async run(context, ref) {
      const block = await context.blocks.find(ref)
      return block && BigInt((await select(context, block)).length)
    },
  })
}

export function getBlockReceipts({ label, select }: BlockSelection): Method {
  return method({
    summary: `Returns the receipts of all transactions of a block, ${label}, in order, or null if it is unknown.`,
    params: [param('block', blockRef)],
    result: nullable(listOf(entryReceiptView)),
    async run(context, ref) {
      const block = await context.blocks.find(ref)
      return block && (await select(context, block)).map((entry) => ({ block, entry }))
    },
  })
}

/** Defines a legacy method with the parameters, behaviour and result of another method. */
export function legacyAlias(original: Method, summary: string = original.summary): Method {
  return { ...original, summary, aliases: [] }
}
