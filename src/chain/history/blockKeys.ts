import type { SealedBlock } from '../block/block.ts'

/** What an index finds blocks by. */
export interface BlockKeys<K> {
  /** Every key of a block, by its name. */
  keysOf(block: SealedBlock): ReadonlyMap<string, K>
  /** A key as text, for a map. */
  nameOf(key: K): string
  /** The key of the row in a database that says that a block has it. */
  rowOf(key: K, number: number): Uint8Array
}

/** Which blocks of which range are looked for. */
export interface BlockSearch<K> {
  /** A block has a key of each group. There is one group at least. */
  readonly groups: readonly (readonly K[])[]
  readonly first: number
  readonly last: number
  /** Which blocks come first. */
  readonly order: BlockOrder
}

/** Which blocks come first. */
export type BlockOrder = 'ascending' | 'descending'
