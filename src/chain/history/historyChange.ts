import type { SealedBlock } from '../block/block.ts'
import type { EmptyRun } from '../block/emptyRun.ts'

/** How a chain went on in another way; the newest block is the last one of each list. Of a run there is its last block alone: see `blocksOf`. */
export interface HistoryChange {
  /** Blocks that are no longer part of it. */
  readonly left: readonly SealedBlock[]
  /** Blocks that now are. */
  readonly entered: readonly SealedBlock[]
}

/** The same change, where a run became shorter or longer: of the blocks that left or are new. */
export function withoutShared({ left, entered }: HistoryChange): HistoryChange {
  const [old, ...otherLeft] = left
  const [next, ...otherEntered] = entered
  const [was, is] = [old?.run, next?.run]
  if (was === undefined || is === undefined || was.first !== is.first) return { left, entered }
  if (was.hashAt(was.first) !== is.hashAt(is.first)) return { left, entered }
  const shared = Math.min(was.last, is.last)
  const rest = (run: EmptyRun): readonly SealedBlock[] =>
    run.last > shared ? [run.part(shared + 1, run.last).end] : []
  return { left: [...rest(was), ...otherLeft], entered: [...rest(is), ...otherEntered] }
}

/** No block leaves or enters. */
export const NO_BLOCKS: HistoryChange = { left: [], entered: [] }

/** Blocks enter, and none leave. */
export function entering(...entered: readonly SealedBlock[]): HistoryChange {
  return { left: [], entered }
}
