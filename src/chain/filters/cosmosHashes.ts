import { cosmosHash } from '../../native/codec/evmTransactionBytes.ts'
import type { Hash } from '../../primitives/encoding/hex.ts'
import type { SealedBlock } from '../block/block.ts'
import type { BlockRange } from '../block/blockRef.ts'
import type { Chain } from '../chain.ts'
import { createWriteQueue } from '../writeQueue.ts'
import { BlockCursor } from './blockCursor.ts'

/**
 * Index of EVM transactions by Cosmos hash. It is built on first use; after this it stores two
 * hashes per mined transaction, and each call reads the blocks since the last one.
 */
export class CosmosHashes {
  readonly #chain: Chain
  /** Concurrent calls share the reading of blocks. */
  readonly #turns = createWriteQueue()
  readonly #evmHashes = new Map<Hash, Hash>()
  /** Position of the last indexed block; undefined before the first call. */
  #cursor: BlockCursor | undefined

  constructor(chain: Chain) {
    this.#chain = chain
  }

  /**
   * Returns the EVM hash of the mined transaction whose Cosmos form has this SHA-256, or undefined.
   */
  async find(hash: Hash): Promise<Hash | undefined> {
    const known = this.#mined(hash)
    if (known !== undefined) return known
    await this.#turns.run(() => this.#readOn())
    return this.#mined(hash)
  }

  /** Indexed hashes may belong to removed blocks. */
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
