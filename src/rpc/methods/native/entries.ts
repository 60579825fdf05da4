import type { Block } from '../../../chain/block/block.ts'
import {
  type BlockEntry,
  type BlockScope,
  blockEntries,
  numbered,
} from '../../../chain/block/blockEntries.ts'
import type { ChainTransactions } from '../../../chain/chain.ts'
import type { Hash } from '../../../primitives/encoding/hex.ts'
import type { EntryView } from '../../views/entryTransaction.ts'
import { type TimedTracing, untraceableHashes } from '../debug/tracing.ts'
import type { BlockSelection } from './blockMethods.ts'

/** Entries of a scope that {@link traceableEntries} keeps. */
export function selectTraceable(scope: BlockScope, label: string): BlockSelection {
  return { label, select: (facets, block) => traceableEntries(facets, block, scope) }
}

/**
 * Returns the transactions of a block in a scope, without EVM transactions that `callTracer` cannot
 * trace and without native ones that are not successful transfers. Renumbered.
 *
 * @throws ChainError BLOCK_PRUNED
 */
export async function traceableEntries(
  facets: TimedTracing,
  block: Block,
  scope: BlockScope,
): Promise<readonly BlockEntry[]> {
  // Also for block 0, which has no state before it.
  const failed =
    block.transactions.length === 0
      ? new Set<string>()
      : await untraceableHashes(facets, block, { tracer: 'callTracer' })
  const kept = blockEntries(block, scope).filter((entry) => {
    if (entry.kind === 'evm') return !failed.has(entry.hash)
    const { code, transfer } = entry.native.receipt
    return scope === 'transfers' && transfer !== undefined && code === 0
  })
  return numbered(kept)
}

/** Returns a mined EVM or synthetic transaction by hash, or undefined. */
export function findEntry(transactions: ChainTransactions, hash: Hash): EntryView | undefined {
  const { block } = transactions.get(hash) ?? transactions.getNative(hash) ?? {}
  const entry = block && blockEntries(block, 'synthetic').find((entry) => entry.hash === hash)
  return entry && { block, entry }
}
