import type { Hash } from '../../primitives/encoding/hex.ts'
import type { SealedBlock } from '../block/block.ts'
import type { Chain } from '../chain.ts'
import { BlockCursor } from './blockCursor.ts'

/** Tells the hashes of blocks as they come. */
export class BlockFilter {
  readonly #chain: Chain
  readonly #cursor: BlockCursor

  /** Begins at the newest block. */
  constructor(chain: Chain) {
    this.#chain = chain
    this.#cursor = new BlockCursor(chain)
  }

  /**
   * Hashes of the blocks that came since the last call, the oldest first; of those that left
   * nothing is told.
   */
  async changes(): Promise<{ readonly hashes: AsyncIterable<Hash>; undo(): void }> {
    const { added, undo } = await this.#cursor.advance()
    return { hashes: hashesOf(this.#chain.blocks.range(added)), undo }
  }
}

async function* hashesOf(blocks: AsyncIterable<SealedBlock>): AsyncIterable<Hash> {
  for await (const { hash } of blocks) yield hash
}
