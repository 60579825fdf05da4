import type { Multistore } from '../../store/multistore.ts'
import type { SealedBlock } from '../block/block.ts'
import type { History } from '../history/history.ts'

/**
 * The versions of the stores that belong to a block: the one it made, and those of the edits after
 * it.
 */
export class BlockVersions {
  readonly #stores: Pick<Multistore, 'earliest'>
  readonly #history: History
  readonly #newest: () => number

  /**
   * @param newest the version of the head. The stores may be ahead of it while a block is being
   *   written.
   */
  constructor(stores: Pick<Multistore, 'earliest'>, history: History, newest: () => number) {
    this.#stores = stores
    this.#history = history
    this.#newest = newest
  }

  /**
   * The version of the state after a block: the newest before the next block's. If its successors
   * are missing, as in an imported chain, the block's own.
   */
  after(block: SealedBlock): number {
    const next = this.#history.byNumber(block.header.number + 1n)
    if (next !== undefined) return next.version - 1
    return block.number < this.#history.latest.number ? block.version : this.#newest()
  }

  /** Number of the oldest block whose state is kept. */
  get earliestBlock(): number {
    const { earliest } = this.#stores
    // Versions are never behind the numbers of blocks.
    let low = this.#history.earliest
    let high = Math.max(low, Math.min(this.#history.latest.number, earliest - 1))
    while (low < high) {
      const middle = Math.floor((low + high) / 2)
      const block = this.#history.byNumber(BigInt(middle))
      if (block !== undefined && this.after(block) >= earliest) high = middle
      else low = middle + 1
    }
    return low
  }
}
