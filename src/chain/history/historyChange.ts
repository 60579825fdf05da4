import type { EmptyBlocks, SealedBlock } from '../block/block.ts'

/** How a chain went on in another way; the newest block is the last one of each list. Of a range there is its last block alone: see `blocksOf`. */
export interface HistoryChange {
  /** Blocks that are no longer part of it. */
  readonly left: readonly SealedBlock[]
  /** Blocks that now are. */
  readonly entered: readonly SealedBlock[]
}

/** The same change, where a range became shorter or longer: of the blocks that left or are new. */
export function withoutShared({ left, entered }: HistoryChange): HistoryChange {
  const [old, ...otherLeft] = left
  const [next, ...otherEntered] = entered
  const [was, is] = [old?.range, next?.range]
  if (was === undefined || is === undefined || was.first !== is.first) return { left, entered }
  const last = Math.min(was.last, is.last)
  const differ = (number: number) => was.hashAt(number) !== is.hashAt(number)
  const changed = differ(last) ? firstWhere(was.first, last, differ) : last + 1
  if (changed === was.first) return { left, entered }
  const rest = (range: EmptyBlocks): readonly SealedBlock[] =>
    range.last >= changed ? [range.part(changed, range.last).end] : []
  return { left: [...rest(was), ...otherLeft], entered: [...rest(is), ...otherEntered] }
}

/** The first number from `low` on for which something holds that holds from there on; `high` where it holds for none before that. */
export function firstWhere(low: number, high: number, holds: (number: number) => boolean): number {
  let [from, to] = [low, high]
  while (from < to) {
    const middle = Math.floor((from + to) / 2)
    if (holds(middle)) to = middle
    else from = middle + 1
  }
  return from
}
