import { concatBytes } from '../primitives/encoding/bytes.ts'
import { bytesToHash, type Hash, hexToBytes } from '../primitives/encoding/hex.ts'
import type { Database } from '../store/database/database.ts'
import { chainTables, metaKey, tablePrefix } from '../store/database/tables.ts'
import type { Multistore } from '../store/multistore.ts'
import { BlockArchive } from './history/blockArchive.ts'
import { type HistoryChange, NO_BLOCKS } from './history/historyChange.ts'
import type { HistoryPosition } from './history/historyPosition.ts'
import type { MiningConfig, MiningConfigChange } from './mining/miningConfig.ts'
import { MiningRecord } from './mining/miningRecord.ts'
import type { Pool } from './pool/pool.ts'
import { PoolTable } from './pool/poolTable.ts'

const INSTANCE_KEY = metaKey('instance')

/** Keys per read. */
const KEYS_AT_ONCE = 1000

/** Suffix of all keys of a table. */
const LAST_KEY = new Uint8Array(64).fill(0xff)

/** Stored part of a head, besides its state. */
export interface StoredHead {
  readonly instanceId: Hash
  readonly position: HistoryPosition
  readonly version: number
  readonly pool: Pool
  /** Undefined if it is the initial one. */
  readonly mining?: MiningConfig
  readonly clockOffset?: bigint
}

/** Stored part of a step. */
export interface StoredChanges {
  readonly blocks?: HistoryChange
  /** Whether this is another chain's genesis, after {@link ChainStore.stageReset}. */
  readonly successor?: unknown
}

/**
 * Persistent storage of a chain. Each write is one atomic batch: after a crash it exists completely
 * or not at all.
 */
export class ChainStore {
  readonly archive: BlockArchive
  readonly pool: PoolTable
  readonly mining: MiningRecord
  readonly #database: Database
  readonly #stores: Multistore
  #isReset = false

  /**
   * @param stores stores that stage their commits in `database`
   * @param hasAddressIndex whether new blocks are added to the address index
   * @param mining initial mining configuration, where it differs from the default
   */
  constructor(
    database: Database,
    stores: Multistore,
    hasAddressIndex = true,
    mining: MiningConfigChange = {},
  ) {
    this.archive = new BlockArchive(database, hasAddressIndex)
    this.pool = new PoolTable(database)
    this.mining = new MiningRecord(database, mining)
    this.#database = database
    this.#stores = stores
  }

  /** Identifier of the chain after its first write. */
  get instanceId(): Hash | undefined {
    const bytes = this.#database.get(INSTANCE_KEY)
    return bytes === undefined ? undefined : bytesToHash(bytes)
  }

  stageInstance(id: Hash): void {
    this.#database.put(INSTANCE_KEY, hexToBytes(id))
  }

  /**
   * Stages a change of the head, whose state is staged already. Returns whether there is anything
   * to write.
   */
  stage(before: StoredHead | undefined, next: StoredHead, changes: StoredChanges): boolean {
    const { removed, added } = changes.blocks ?? NO_BLOCKS
    if (changes.successor === undefined) {
      for (const block of removed.toReversed()) this.archive.unstage(block)
      for (const block of added) this.archive.stage(block)
    } else {
      this.archive.stage(next.position.value.block)
      this.archive.indexStart.stageMove(next.position.number)
    }
    const isPoolChanged = before?.pool !== next.pool && this.pool.stage(next.pool)
    if (before?.instanceId !== next.instanceId) this.stageInstance(next.instanceId)
    const isElsewhere = before?.position !== next.position || before.version !== next.version
    // A reset has deleted the record, and starts with the initial state.
    const isMiningChanged = changes.successor === undefined && this.#stageMining(before, next)
    return isElsewhere || isPoolChanged || isMiningChanged
  }

  #stageMining(before: StoredHead | undefined, next: StoredHead): boolean {
    const { mining, clockOffset } = next
    if (mining === undefined || clockOffset === undefined) return false
    if (before?.mining === mining && before.clockOffset === clockOffset) return false
    this.mining.stage({ mining, clockOffset })
    return true
  }

  /**
   * Stages the deletion of the chain before the genesis state of another one is staged. The
   * following flush replaces the chain.
   */
  async stageReset(): Promise<void> {
    await this.#stageEmpty()
    this.archive.stageNoRanges()
    this.#isReset = true
  }

  /**
   * Writes the staged data in one atomic batch.
   * @throws StoreError DATABASE_UNWRITABLE
   */
  async flush(): Promise<void> {
    try {
      await this.#database.flush()
    } catch (error) {
      this.#forgetStaged()
      throw error
    }
    // Replaces the stores after a reset; the new ones have nothing staged.
    if (!this.#isReset) this.#stores.settle()
    this.pool.settle()
    this.archive.settle()
    if (this.#isReset) this.archive.forgetAll()
    this.#isReset = false
  }

  /** Stages the deletion of all data of the chain. */
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

  /** Drops staged data. */
  discard(): void {
    this.#database.discard()
    this.#forgetStaged()
  }

  /** Writes staged data and closes the database. Idempotent. */
  async close(): Promise<void> {
    try {
      if (this.#database.isDirty) await this.flush()
    } finally {
      await this.#database.close()
    }
  }

  #forgetStaged(): void {
    this.#isReset = false
    this.#stores.discard()
    this.archive.discard()
  }
}
