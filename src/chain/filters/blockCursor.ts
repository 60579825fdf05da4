import type { SealedBlock } from '../block/block.ts'
import type { BlockRange } from '../block/blockRef.ts'
import { firstOf, parentHashOf } from '../block/emptyBlockRange.ts'
import type { Chain } from '../chain.ts'
import type { HistoryPosition } from '../history/historyPosition.ts'

/** Changes of a chain since the last call. */
export interface ChainProgress {
  /** Removed blocks, newest last. */
  readonly removed: readonly SealedBlock[]
  /** Added blocks; none if `last` is before `first`. */
  readonly added: BlockRange
  /** Makes the next call report the changes again, unless later ones were reported. */
  undo(): void
}

/**
 * Position of a reader of the chain. Only net changes count: a block that was added and removed
 * between two calls, or removed and added again, is not reported.
 */
export class BlockCursor {
  readonly #chain: Chain
  #position: HistoryPosition

  /** Starts at the newest block. */
  constructor(chain: Chain) {
    this.#chain = chain
    this.#position = chain.blocks.position
  }

  /** Returns the changes since the last call, which the next call does not return again. */
  advance(): ChainProgress {
    const before = this.#position
    const removed = this.#chain.blocks.leftSince(before)
    const now = this.#chain.blocks.position
    // After a reset, a chain on disk has lost its oldest removed blocks; only block 0 is common.
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
