import { bytesToHash } from '../../primitives/encoding/hex.ts'
import type { Multistore } from '../../store/multistore.ts'
import type { Block, SealedBlock } from '../block/block.ts'
import { ChainError } from '../errors.ts'
import type { History } from '../history/history.ts'

/**
 * Versions of the stores by block: the version that the block created, and those of later edits.
 */
export class BlockVersions {
  readonly #stores: Pick<Multistore, 'earliest' | 'appHash'>
  readonly #history: History
  readonly #newest: () => number
  readonly #genesis: number

  /**
   * @param newest version of the head. The stores may be ahead of it while a block is written
   * @param genesis number of the genesis block
   */
  constructor(
    stores: Pick<Multistore, 'earliest' | 'appHash'>,
    history: History,
    newest: () => number,
    genesis = 0,
  ) {
    this.#genesis = genesis
    this.#stores = stores
    this.#history = history
    this.#newest = newest
  }

  /**
   * Returns the version of the state after a block: the newest before the next block's. Without
   * successors, as in an imported chain, the block's own.
   */
  after(block: SealedBlock): number {
    const next = this.#history.versionOf(block.header.number + 1n)
    if (next !== undefined) return next - 1
    return block.number < this.#history.latest.number ? block.version : this.#newest()
  }

  /**
   * Refuses a block that another chain built: it did not run on the state before it.
   *
   * @throws ChainError LOADED_BLOCK_NOT_TRACEABLE
   */
  requireOwn({ hash, version, header: { number, stateRoot } }: Block): void {
    if (hash === undefined || bytesToHash(this.#stores.appHash(version)) === stateRoot) return
    throw new ChainError({ code: 'LOADED_BLOCK_NOT_TRACEABLE', number })
  }

  /** Number of the oldest block whose state is kept. */
  get earliestBlock(): number {
    const { earliest } = this.#stores
    // Versions are at least as high as the numbers of blocks since the genesis block.
    let low = this.#history.earliest
    let high = Math.max(low, Math.min(this.#history.latest.number, this.#genesis + earliest - 1))
    while (low < high) {
      const middle = Math.floor((low + high) / 2)
      const block = this.#history.byNumber(BigInt(middle))
      if (block !== undefined && this.after(block) >= earliest) high = middle
      else low = middle + 1
    }
    return low
  }
}
