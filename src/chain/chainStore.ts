import { concatBytes } from '../primitives/encoding/bytes.ts'
import { bytesToHash, type Hash, hexToBytes } from '../primitives/encoding/hex.ts'
import type { Database } from '../store/database/database.ts'
import { chainTables, metaKey, tablePrefix } from '../store/database/tables.ts'
import type { Multistore } from '../store/multistore.ts'
import type { SealedBlock } from './block/block.ts'
import { BlockArchive } from './history/blockArchive.ts'
import type { Pool } from './pool/pool.ts'
import { PoolTable } from './pool/poolTable.ts'

const INSTANCE_KEY = metaKey('instance')

/** Keys that are read at a time. */
const KEYS_AT_ONCE = 1000

/** Behind every key of a table. */
const LAST_KEY = new Uint8Array(64).fill(0xff)

/** The first block of a chain, and the stores with its state. */
export interface Beginning {
  readonly block: SealedBlock
  readonly stores: Multistore
}

/** Where a chain outlives its process. Each write is one atomic batch: after a crash it is there in full or not at all. */
export class ChainStore {
  readonly archive: BlockArchive
  readonly pool: PoolTable
  readonly #database: Database
  readonly #stores: Multistore

  /**
   * @param stores the stores that stage their commits in `database`.
   * @param hasAddressIndex whether blocks to come get into the address index.
   */
  constructor(database: Database, stores: Multistore, hasAddressIndex = true) {
    this.archive = new BlockArchive(database, hasAddressIndex)
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

  /** What names the chain, once it has been written. */
  get instanceId(): Hash | undefined {
    const bytes = this.#database.get(INSTANCE_KEY)
    return bytes === undefined ? undefined : bytesToHash(bytes)
  }

  stageInstance(id: Hash): void {
    this.#database.put(INSTANCE_KEY, hexToBytes(id))
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

  /**
   * Writes a chain of one block in the place of what is there.
   *
   * @param begin makes the block, and stages its state.
   */
  async writeAnew<T extends Beginning>(begin: () => T): Promise<T> {
    await this.#stageEmpty()
    this.archive.stageNoRuns()
    const begun = begin()
    this.archive.stage(begun.block)
    this.archive.indexStart.stageMove(begun.block.number)
    await this.#database.flush()
    begun.stores.settle()
    this.archive.settle()
    this.archive.forgetAll()
    await this.pool.load()
    return begun
  }

  /** Stages the removal of all that is kept of the chain. */
  async #stageEmpty(): Promise<void> {
    for (const table of chainTables) {
      const prefix = tablePrefix(table)
      const keys = this.#database.keys(prefix, concatBytes(prefix, LAST_KEY))
      try {
        for (;;) {
          const found = await keys.next(KEYS_AT_ONCE)
          if (found.length === 0) break
          for (const key of found) this.#database.delete(key)
        }
      } finally {
        await keys.close()
      }
    }
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
