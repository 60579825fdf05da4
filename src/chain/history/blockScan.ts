import { TimeSlice } from '../../primitives/time/timeSlice.ts'
import type { SealedBlock } from '../block/block.ts'

/** Of blocks. */
type Numbers = AsyncIterable<number> | Iterable<number>

/** Several lists of numbers, one after the other. */
export async function* concatNumbers(
  ...parts: readonly (Numbers | undefined)[]
): AsyncGenerator<number> {
  for (const part of parts) if (part !== undefined) yield* part
}

/** In place of numbers that cannot be told. */
// biome-ignore lint/correctness/useYield: who asks for the first one is refused.
export function* throwing(error: Error): Generator<never, void, undefined> {
  throw error
}

/** All numbers from one to another. @param stepAt where those of ranges are left out */
export function* numberRange(
  first: number,
  last: number,
  stepAt?: (number: number) => SealedBlock | undefined,
): Generator<number> {
  for (let number = first; number <= last; number++) {
    const range = stepAt?.(number)?.range
    if (range === undefined) yield number
    else number = range.last
  }
}

/** What is found in blocks, one after the other, while others have their turns. */
export async function* scanInTimeSlices<T>(
  numbers: Numbers,
  blockAt: (number: bigint) => SealedBlock | undefined,
  find: (block: SealedBlock) => T | undefined,
): AsyncGenerator<T> {
  const turn = new TimeSlice()
  for await (const number of numbers) {
    const block = blockAt(BigInt(number))
    const found = block && find(block)
    if (found !== undefined) yield found
    if (turn.isExpired) await turn.yield()
  }
}

/**
 * The first block from which on all are there. Besides block 0 all are there from some block on.
 */
export function findEarliest(newest: number, isThere: (number: number) => boolean): number {
  let low = 1
  let high = newest
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (isThere(middle)) high = middle
    else low = middle + 1
  }
  return low > 1 ? low : 0
}
