import type { EmptyBlocks, SealedBlock } from '../block/block.ts'

/** How a chain went on in another way; the newest block is the last one of each list. Of a range there is its last block alone: see `blocksOf`. */
export interface HistoryChange {
  /** Blocks that are no longer part of it. */
  readonly left: readonly SealedBlock[]
  /** Blocks that now are. */
  readonly entered: readonly SealedBlock[]
}

/**
 * The same change, where a range became shorter or longer: of the blocks that left or are new. Ranges that begin with the same block
 * are parts of one range, as each new one is preceded by a block of its own.
 */
export function withoutShared({ left, entered }: HistoryChange): HistoryChange {
  const [old, ...otherLeft] = left
  const [next, ...otherEntered] = entered
  const [was, is] = [old?.range, next?.range]
  if (was === undefined || is === undefined || was.first !== is.first) return { left, entered }
  if (was.hashAt(was.first) !== is.hashAt(is.first)) return { left, entered }
  const shared = Math.min(was.last, is.last)
  const rest = (range: EmptyBlocks): readonly SealedBlock[] =>
    range.last > shared ? [range.part(shared + 1, range.last).end] : []
  return { left: [...rest(was), ...otherLeft], entered: [...rest(is), ...otherEntered] }
}

/** No block leaves or enters. */
export const NO_BLOCKS: HistoryChange = { left: [], entered: [] }

/** Blocks enter, and none leave. */
export function entering(...entered: readonly SealedBlock[]): HistoryChange {
  return { left: [], entered }
}
