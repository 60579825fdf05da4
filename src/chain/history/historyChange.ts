import type { EmptyBlocks, SealedBlock } from '../block/block.ts'

/**
 * How a chain went on in another way; the newest block is the last one of each list. Of a range
 * there is its last block alone: see `blocksOf`.
 */
export interface HistoryChange {
  /** Blocks that are no longer part of it. */
  readonly removed: readonly SealedBlock[]
  /** Blocks that now are. */
  readonly added: readonly SealedBlock[]
}

/**
 * The same change, where a range became shorter or longer: of the blocks that left or are new.
 * Ranges that begin with the same block are parts of one range, as each new one is preceded by a
 * block of its own.
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

/** No block leaves or enters. */
export const NO_BLOCKS: HistoryChange = { removed: [], added: [] }

/** Blocks enter, and none leave. */
export function blocksAdded(...added: readonly SealedBlock[]): HistoryChange {
  return { removed: [], added }
}
