import type { BlockRef } from '../block/blockRef.ts'

/** A name of a block by its age. */
export type BlockTag = Extract<BlockRef, { readonly tag: unknown }>['tag']

/** Facts from which the block of a tag follows. */
export interface Finality {
  readonly latest: number
  /** Number of the first block. */
  readonly first: number
  /** Blocks after which a block is safe, and half of those after which it is final. */
  readonly slotsInEpoch: number
}

/** Returns the number of the block that a tag other than `earliest` names. */
export function taggedNumber(tag: BlockTag, { latest, first, slotsInEpoch }: Finality): number {
  const epochs = tag === 'safe' ? 1 : tag === 'finalized' ? 2 : 0
  return Math.max(first, latest - epochs * slotsInEpoch)
}
