import type { SealedBlock } from '../block/block.ts'

/** An index of blocks by keys. */
export interface BlockKeys<K> {
  /** Returns all keys of a block by name. */
  keysOf(block: SealedBlock): ReadonlyMap<string, K>
  /** Returns a key as text, for maps. */
  nameOf(key: K): string
  /** Returns the database key of the row that links a key to a block. */
  rowOf(key: K, number: number): Uint8Array
}

/** A search for blocks in a range. */
export interface BlockSearch<K> {
  /** At least one group. A block matches if it has a key of each group. */
  readonly groups: readonly (readonly K[])[]
  readonly first: number
  readonly last: number
  /** Which blocks come first. */
  readonly order: BlockOrder
}

/** Which blocks come first. */
export type BlockOrder = 'ascending' | 'descending'
