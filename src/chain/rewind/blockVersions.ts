import type { Multistore } from '../../store/multistore.ts'
import type { SealedBlock } from '../block/block.ts'
import type { History } from '../history/history.ts'

/** Which versions of the stores belong to which block: the one that it made, and those that edits made after it. */
export class BlockVersions {
  /** Made by an edit after the newest block, or by going elsewhere. */
  #noted: number
  readonly #stores: Pick<Multistore, 'earliest'>
  readonly #history: History

  constructor(stores: Pick<Multistore, 'version' | 'earliest'>, history: History) {
    this.#noted = stores.version
    this.#stores = stores
    this.#history = history
  }

  /** The version that the chain stands at. The stores may be one further: while it is being written, nobody may see it. */
  get newest(): number {
    const { version } = this.#history.latest
    return this.#noted > version ? this.#noted : version
  }

  /** To be set by who changes the state without a block, or goes to another one. */
  set newest(version: number) {
    this.#noted = version
  }

  /**
   * The version of the state after a block: the newest before the next block's. That of a block whose successors are missing,
   * as in an imported chain, is long gone.
   */
  after(block: SealedBlock): number {
    const next = this.#history.byNumber(block.header.number + 1n)
    if (next !== undefined) return next.version - 1
    return block.number < this.#history.latest.number ? block.version : this.newest
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
