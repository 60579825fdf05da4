import type { Database } from '../store/database.ts'
import type { Multistore } from '../store/multistore.ts'
import type { SealedBlock } from './block.ts'
import { BlockArchive } from './blockArchive.ts'
import type { Pool } from './pool.ts'
import { PoolTable } from './poolTable.ts'

/** Where a chain outlives its process. Each write is one atomic batch: after a crash it is there in full or not at all. */
export class ChainStore {
  readonly archive: BlockArchive
  readonly pool: PoolTable
  readonly #database: Database
  readonly #stores: Multistore

  /** @param stores the stores that stage their commits in `database`. */
  constructor(database: Database, stores: Multistore) {
    this.archive = new BlockArchive(database)
    this.pool = new PoolTable(database)
    this.#database = database
    this.#stores = stores
  }

  /** Writes a block, with its state and the pool that it leaves behind. */
  async writeBlock(block: SealedBlock, pool: Pool): Promise<void> {
    this.archive.stage(block)
    this.pool.stage(pool, block.transactions)
    await this.#flush()
  }

  /** Writes a state that is no block's own. */
  async writeEdit(): Promise<void> {
    await this.#flush()
  }

  /** Writes the pool, where it changed. */
  async writePool(pool: Pool): Promise<void> {
    if (this.pool.stage(pool)) await this.#flush()
  }

  /** Writes the pool and whatever is staged besides. */
  async writeAll(pool: Pool): Promise<void> {
    this.pool.stage(pool)
    await this.#flush()
  }

  /** Drops whatever is staged. */
  discard(): void {
    this.#database.discard()
    this.#forgetStaged()
  }

  /** Writes what is still staged and lets go of the database. Idempotent. */
  async close(): Promise<void> {
    try {
      if (this.#database.isDirty) await this.#flush()
    } finally {
      await this.#database.close()
    }
  }

  #forgetStaged(): void {
    this.#stores.discard()
    this.archive.discard()
  }

  async #flush(): Promise<void> {
    try {
      await this.#database.flush()
    } catch (error) {
      this.#forgetStaged()
      throw error
    }
    this.#stores.settle()
    this.pool.settle()
    this.archive.settle()
  }
}
