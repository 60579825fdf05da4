import type { Hash } from '../../primitives/encoding/hex.ts'
import type { SealedBlock } from '../block/block.ts'
import type { Chain } from '../chain.ts'
import { BlockCursor } from './blockCursor.ts'

/** Reports the hashes of new blocks. */
export class BlockFilter {
  readonly #chain: Chain
  readonly #cursor: BlockCursor

  /** Starts at the newest block. */
  constructor(chain: Chain) {
    this.#chain = chain
    this.#cursor = new BlockCursor(chain)
  }

  /**
   * Returns the hashes of blocks added since the last call, oldest first. Removed blocks are not
   * reported.
   */
  async changes(): Promise<{ readonly hashes: AsyncIterable<Hash>; undo(): void }> {
    const { added, undo } = await this.#cursor.advance()
    return { hashes: hashesOf(this.#chain.blocks.range(added)), undo }
  }
}

async function* hashesOf(blocks: AsyncIterable<SealedBlock>): AsyncIterable<Hash> {
  for await (const { hash } of blocks) yield hash
}
