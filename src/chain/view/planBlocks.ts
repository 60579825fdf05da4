import type { Header } from '../block/block.ts'
import { ChainError } from '../errors.ts'
import { requireTime } from '../mining/timeControls.ts'
import type { BlockToSimulate } from './simulation.ts'

/** Maximum distance from the base to the last simulated block: the range of BLOCKHASH. */
export const MAX_SIMULATED_BLOCKS = 256

/** Default time between simulated blocks, as in geth. */
const BLOCK_SECONDS = 12n

/** A block with a known number and timestamp. */
export interface PlannedBlock extends BlockToSimulate {
  readonly number: bigint
  /** Seconds since 1970. */
  readonly time: bigint
}

/**
 * Assigns numbers and timestamps to the blocks of a simulation, by default the smallest after the
 * block before, and fills gaps with empty blocks.
 *
 * @throws ChainError SIMULATED_NUMBER_NOT_HIGHER, SIMULATED_TIME_NOT_LATER,
 *   TOO_MANY_SIMULATED_BLOCKS, TIME_OUT_OF_RANGE
 */
export function planBlocks(
  base: Pick<Header, 'number' | 'timestamp'>,
  blocks: readonly BlockToSimulate[],
): readonly PlannedBlock[] {
  requireCount(BigInt(blocks.length))
  const planned: PlannedBlock[] = []
  let { number: parent, timestamp } = base
  for (const one of blocks) {
    const number = one.block?.number ?? parent + 1n
    if (number <= parent) {
      throw new ChainError({ code: 'SIMULATED_NUMBER_NOT_HIGHER', number, parent })
    }
    requireCount(number - base.number)
    for (let gap = parent + 1n; gap < number; gap++) {
      timestamp += BLOCK_SECONDS
      planned.push({ number: gap, time: timestamp, calls: [] })
    }
    const time = one.block?.time ?? timestamp + BLOCK_SECONDS
    if (time <= timestamp) {
      throw new ChainError({ code: 'SIMULATED_TIME_NOT_LATER', time, parent: timestamp })
    }
    requireTime(time, 'time')
    planned.push({ ...one, number, time })
    parent = number
    timestamp = time
  }
  return planned
}

function requireCount(blocks: bigint): void {
  const limit = MAX_SIMULATED_BLOCKS
  if (blocks <= limit) return
  throw new ChainError({ code: 'TOO_MANY_SIMULATED_BLOCKS', blocks, limit })
}
