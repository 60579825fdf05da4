import type { Transaction } from '../../evm/transaction/transaction.ts'
import type { Hash } from '../../primitives/encoding/hex.ts'
import type { Database } from '../../store/database/database.ts'
import { poolKey, tablePrefix } from '../../store/database/tables.ts'
import { decodePooled, encodePooled } from '../block/blockCodec.ts'
import type { Pool } from './pool.ts'

/** Pending transactions in a database, so that they survive the process. */
export class PoolTable {
  readonly #database: Database
  /** Contents of the table. */
  #written: ReadonlySet<Hash> = new Set()
  #staged: ReadonlySet<Hash> = this.#written

  constructor(database: Database) {
    this.#database = database
  }

  /** Returns the stored transactions in order of their hashes. */
  async load(): Promise<Transaction[]> {
    const found: Transaction[] = []
    for await (const [, bytes] of this.#database.entries(tablePrefix('pool'))) {
      found.push(decodePooled(bytes))
    }
    this.#written = new Set(found.map(({ hash }) => hash))
    return found
  }

  /** Stages the changes that bring the table in line with a pool. Returns whether there are any. */
  stage(pool: Pool): boolean {
    const wanted = new Map(pool.transactions.map((tx) => [tx.hash, tx] as const))
    const added = [...wanted.values()].filter(({ hash }) => !this.#written.has(hash))
    const removed = [...this.#written].filter((hash) => !wanted.has(hash))
    for (const tx of added) this.#database.put(poolKey(tx.hash), encodePooled(tx))
    for (const hash of removed) this.#database.delete(poolKey(hash))
    this.#staged = new Set(wanted.keys())
    return added.length + removed.length > 0
  }

  /** Called after the staged data was written. */
  settle(): void {
    this.#written = this.#staged
  }
}
