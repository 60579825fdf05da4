import type { Hash } from '../../primitives/encoding/hex.ts'
import type { SealedBlock } from '../block/block.ts'
import type { Chain } from '../chain.ts'
import { BlockCursor } from './blockCursor.ts'

/** Reports the hashes of new blocks. */
export class BlockFilter {
  readonly #chain: Chain
  readonly #cursor: BlockCursor
  /** Whether the next changes begin with the block before them. */
  #includesStart: boolean

  /** Starts after the newest block, or with it. */
  constructor(chain: Chain, includesNewest = false) {
    this.#chain = chain
    this.#cursor = new BlockCursor(chain)
    this.#includesStart = includesNewest
  }

  /**
   * Returns the hashes of blocks added since the last call, oldest first. Removed blocks are not
   * reported.
   */
  async changes(): Promise<{ readonly hashes: AsyncIterable<Hash>; undo(): void }> {
    const { added, undo } = this.#cursor.advance()
    const includedStart = this.#includesStart
    this.#includesStart = false
    const range = includedStart ? { ...added, first: added.first - 1 } : added
    return {
      hashes: hashesOf(this.#chain.blocks.range(range)),
      undo: () => {
        undo()
        this.#includesStart = includedStart
      },
    }
  }
}

async function* hashesOf(blocks: AsyncIterable<SealedBlock>): AsyncIterable<Hash> {
  for await (const { hash } of blocks) yield hash
}
