import type { EmptyBlocks, SealedBlock } from '../block/block.ts'

/**
 * Removed and added blocks of a chain; the newest block is the last one of each list. A range is
 * its last block: see `blocksOf`.
 */
export interface HistoryChange {
  /** Removed blocks. */
  readonly removed: readonly SealedBlock[]
  /** Added blocks. */
  readonly added: readonly SealedBlock[]
}

/**
 * Returns the same change for a range that became shorter or longer: the removed or added blocks.
 * Ranges with the same first block are parts of one range, because a block precedes each new one.
 */
export function trimSharedRange({ removed, added }: HistoryChange): HistoryChange {
  const [old, ...otherLeft] = removed
  const [next, ...otherEntered] = added
  const [was, is] = [old?.range, next?.range]
  if (was === undefined || is === undefined || was.first !== is.first) return { removed, added }
  if (was.hashAt(was.first) !== is.hashAt(is.first)) return { removed, added }
  const shared = Math.min(was.last, is.last)
  const rest = (range: EmptyBlocks): readonly SealedBlock[] =>
    range.last > shared ? [range.part(shared + 1, range.last).end] : []
  return { removed: [...rest(was), ...otherLeft], added: [...rest(is), ...otherEntered] }
}

/** No block is added or removed. */
export const NO_BLOCKS: HistoryChange = { removed: [], added: [] }

/** Blocks are added and none removed. */
export function blocksAdded(...added: readonly SealedBlock[]): HistoryChange {
  return { removed: [], added }
}
