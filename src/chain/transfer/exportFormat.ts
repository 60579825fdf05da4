import { utf8ToBytes } from '../../primitives/encoding/bytes.ts'
import type { Hash } from '../../primitives/encoding/hex.ts'

/*
 * A file with one height of a chain: 15 magic bytes and a version byte, then in compressed frames
 * (src/store/export/frames.ts):
 *
 *   height
 *   version of the stores: the newest block's, unless the state was edited since
 *   format 5: the first block from which on all are in the address index
 *   parameters of the genesis (genesisParams.ts), with their length
 *   number of blocks, then each block (blockCodec.ts) with its length, block 0 first
 *   the stores (src/store/export/storesStream.ts)
 *   SHA-256 of the content up to here
 *
 * Numbers are varints.
 */

/** Magic bytes before the version. */
export const EXPORT_MAGIC = utf8ToBytes('rockpool-export')

/** Version of the format, including the encodings that it uses. */
export const EXPORT_VERSION = 4

/** Version of a chain whose address index starts after its first block. */
export const PARTLY_INDEXED_VERSION = 5

/** Number of previous hashes that BLOCKHASH returns. */
export const BLOCKHASH_WINDOW = 256

/** Summary of an export or import. */
export interface ChainSummary {
  readonly height: number
  /** Number of edits since the block. After an edit, its header does not commit to the state. */
  readonly edits: number
  readonly appHash: Hash
  /** Number of keys in all stores. */
  readonly keys: number
}
