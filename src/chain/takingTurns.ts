import { setImmediate } from 'node:timers/promises'
import type { SealedBlock } from './block.ts'

/** Numbers of blocks. */
export type Numbers = AsyncIterable<number> | Iterable<number>

/** One after the other, as far as they are there. */
export async function* joined(...parts: readonly (Numbers | undefined)[]): AsyncGenerator<number> {
  for (const part of parts) if (part !== undefined) yield* part
}

/** Numbers of blocks. @param stepAt where those of runs are left out */
export function* numbersFrom(
  first: number,
  last: number,
  stepAt?: (number: number) => SealedBlock | undefined,
): Generator<number> {
  for (let number = first; number <= last; number++) {
    const run = stepAt?.(number)?.run
    if (run === undefined) yield number
    else number = run.last
  }
}

/** Time after which a search lets others have their turn. */
const LONGEST_TURN_MS = 10

/** What is found in blocks, one after the other, while others have their turns. */
export async function* takingTurns<T>(
  numbers: Numbers,
  blockAt: (number: bigint) => SealedBlock | undefined,
  find: (block: SealedBlock) => T | undefined,
): AsyncGenerator<T> {
  let turn = performance.now()
  for await (const number of numbers) {
    const block = blockAt(BigInt(number))
    const found = block && find(block)
    if (found !== undefined) yield found
    if (performance.now() - turn < LONGEST_TURN_MS) continue
    await setImmediate()
    turn = performance.now()
  }
}
