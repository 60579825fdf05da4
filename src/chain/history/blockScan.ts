import { TimeSlice } from '../../primitives/time/timeSlice.ts'
import type { EmptyBlocks, SealedBlock } from '../block/block.ts'

/** Numbers of blocks. */
export type Numbers = AsyncIterable<number> | Iterable<number>

/** Concatenates lists of numbers. */
export function concatNumbers(...parts: readonly (Numbers | undefined)[]): Numbers {
  const there = parts.filter((part) => part !== undefined)
  const [only = []] = there
  return there.length > 1 ? concatAll(there) : only
}

async function* concatAll(parts: readonly Numbers[]): AsyncGenerator<number> {
  for (const part of parts) yield* part
}

/** Stands for unknown numbers. */
// biome-ignore lint/correctness/useYield: who asks for the first one is refused.
export function* throwing(error: Error): Generator<never, void, undefined> {
  throw error
}

/**
 * Lists all numbers of a range.
 * @param stepAt omits those of ranges of empty blocks
 */
export function* numberRange(
  first: number,
  last: number,
  stepAt?: (number: number) => { readonly range: EmptyBlocks | undefined } | undefined,
): Generator<number> {
  for (let number = first; number <= last; number++) {
    const range = stepAt?.(number)?.range
    if (range === undefined) yield number
    else number = range.last
  }
}

/** Yields results block by block and yields to the event loop. */
export async function* scanInTimeSlices<T>(
  numbers: Numbers,
  blockAt: (number: bigint) => SealedBlock | undefined,
  find: (block: SealedBlock) => T | undefined,
): AsyncGenerator<T> {
  const turn = new TimeSlice()
  const findAt = (number: number) => {
    const block = blockAt(BigInt(number))
    return block && find(block)
  }
  // Numbers that are at hand need no promises.
  if (Symbol.iterator in numbers) {
    for (const number of numbers) {
      const found = findAt(number)
      if (found !== undefined) yield found
      if (turn.isExpired) await turn.yield()
    }
    return
  }
  for await (const number of numbers) {
    const found = findAt(number)
    if (found !== undefined) yield found
    if (turn.isExpired) await turn.yield()
  }
}

/** First block from which on all blocks exist. Block 0 always exists. */
export function findEarliest(newest: number, isThere: (number: number) => boolean): number {
  let low = 1
  let high = newest
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (isThere(middle)) high = middle
    else low = middle + 1
  }
  return low > 1 || !isThere(0) ? low : 0
}

/** Returns the first number from `low` on that satisfies a monotonic condition, or `high`. */
export function firstWhere(low: number, high: number, holds: (number: number) => boolean): number {
  let [from, to] = [low, high]
  while (from < to) {
    const middle = Math.floor((from + to) / 2)
    if (holds(middle)) to = middle
    else from = middle + 1
  }
  return from
}
