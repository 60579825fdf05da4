import { assert } from '../../primitives/assert.ts'
import { LineageNode } from '../../primitives/lineage.ts'
import type { SealedBlock } from '../block/block.ts'
import { firstOf } from '../block/emptyBlockRange.ts'
import { StoredBlock } from './storedBlock.ts'

/** A block and its predecessors, to return to later. */
export type HistoryPosition = LineageNode<StoredBlock>

/** Returns the position of a block without predecessors in memory. */
export function firstPosition(block: SealedBlock): HistoryPosition {
  return new LineageNode(undefined, block.number, new StoredBlock(block))
}

/** Returns the position of a block that follows another one. */
export function positionAfter(position: HistoryPosition, block: SealedBlock): HistoryPosition {
  assert(position.number + 1 === firstOf(block), 'blocks to be appended in order')
  return new LineageNode(position, block.number, new StoredBlock(block))
}
