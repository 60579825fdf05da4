import { cosmosHash } from '../../native/codec/evmTransactionBytes.ts'
import type { Hash } from '../../primitives/encoding/hex.ts'
import type { SealedBlock } from '../block/block.ts'
import type { BlockRange } from '../block/blockRef.ts'
import type { Chain } from '../chain.ts'
import { createWriteQueue } from '../writeQueue.ts'
import { BlockCursor } from './blockCursor.ts'

/**
 * EVM transactions of a chain by the hashes that they have for Cosmos. Costs nothing until it is
 * used; from then on it holds two hashes for each mined transaction, and each use reads the blocks
 * that came since the last one.
 */
export class CosmosHashes {
  readonly #chain: Chain
  /** Lets uses at the same time share the reading of blocks: the later ones find it done. */
  readonly #turns = createWriteQueue()
  readonly #evmHashes = new Map<Hash, Hash>()
  /** Up to where blocks were read; undefined before the first use. */
  #cursor: BlockCursor | undefined

  constructor(chain: Chain) {
    this.#chain = chain
  }

  /** The EVM hash of the mined transaction whose Cosmos form has this SHA-256, or undefined. */
  async find(hash: Hash): Promise<Hash | undefined> {
    const known = this.#mined(hash)
    if (known !== undefined) return known
    await this.#turns.run(() => this.#readOn())
    return this.#mined(hash)
  }

  /** What is noted may be of a block that left the chain. */
  #mined(hash: Hash): Hash | undefined {
    const found = this.#evmHashes.get(hash)
    return found !== undefined && this.#chain.transactions.get(found) ? found : undefined
  }

  async #readOn(): Promise<void> {
    if (this.#cursor === undefined) {
      const { earliest, position } = this.#chain.blocks
      const range = { first: Number(earliest), last: position.number }
      const cursor = new BlockCursor(this.#chain)
      await this.#note(range)
      this.#cursor = cursor
      return
    }
    const { removed, added, undo } = this.#cursor.advance()
    for (const block of removed) this.#forget(block)
    try {
      await this.#note(added)
    } catch (error) {
      undo()
      throw error
    }
  }

  async #note(range: BlockRange): Promise<void> {
    for await (const { transactions } of this.#chain.blocks.range(range, { skipRanges: true })) {
      for (const tx of transactions) this.#evmHashes.set(cosmosHash(tx), tx.hash)
    }
  }

  #forget({ transactions }: SealedBlock): void {
    for (const tx of transactions) this.#evmHashes.delete(cosmosHash(tx))
  }
}
