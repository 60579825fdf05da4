import type { SealedBlock } from '../block/block.ts'
import type { BlockRange } from '../block/blockRef.ts'
import { firstOf, parentHashOf } from '../block/emptyBlockRange.ts'
import type { Chain } from '../chain.ts'
import type { HistoryPosition } from '../history/history.ts'

/** How a chain went on since it was looked at last. */
export interface ChainProgress {
  /** Blocks that were there and no longer are, the newest last. */
  readonly removed: readonly SealedBlock[]
  /** Blocks that came; none where `last` is before `first`. */
  readonly added: BlockRange
  /** Has it told again, unless more was told since. */
  undo(): void
}

/**
 * Remembers up to where somebody knows a chain. Only what is different in the end counts: a block
 * that came and left between two looks, or left and came back, is not told.
 */
export class BlockCursor {
  readonly #chain: Chain
  #position: HistoryPosition

  /** Begins at the newest block. */
  constructor(chain: Chain) {
    this.#chain = chain
    this.#position = chain.blocks.position
  }

  /** What happened since the last call. Once it is told, another call finds nothing of it. */
  advance(): ChainProgress {
    const before = this.#position
    const removed = this.#chain.blocks.leftSince(before)
    const now = this.#chain.blocks.position
    // Of a saved chain that was reset the oldest blocks are forgotten, and nothing is left but
    // block 0.
    const [oldest] = removed
    const isWhole =
      oldest === undefined ||
      this.#chain.blocks.get(BigInt(firstOf(oldest) - 1))?.hash === parentHashOf(oldest)
    const first = oldest === undefined ? before.number + 1 : isWhole ? firstOf(oldest) : 1
    this.#position = now
    return {
      removed,
      added: { first, last: now.number },
      undo: () => {
        if (this.#position === now) this.#position = before
      },
    }
  }
}
