import type { Header } from '../block/block.ts'
import { ChainError } from '../errors.ts'
import { requireTime } from '../mining/timeControls.ts'
import type { BlockToSimulate } from './simulation.ts'

/** Most blocks from the base to the last simulated one: as far as BLOCKHASH sees. */
export const MAX_SIMULATED_BLOCKS = 256

/** A block whose number and time are known. */
export interface PlannedBlock extends BlockToSimulate {
  readonly number: bigint
  /** Seconds since 1970. */
  readonly time: bigint
}

/**
 * Gives each block of a simulation its number and its time, the least that come after the block
 * before it unless it names others, and puts empty blocks where numbers are left out.
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
      timestamp++
      planned.push({ number: gap, time: timestamp, calls: [] })
    }
    const time = one.block?.time ?? timestamp + 1n
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
