import type { Transaction } from '../../evm/transaction/transaction.ts'
import { decodeNativeTransaction } from '../../native/codec/decodeNativeTransaction.ts'
import type { NativeTransaction } from '../../native/nativeTransaction.ts'
import { bytesToUtf8, utf8ToBytes } from '../../primitives/encoding/bytes.ts'
import type { Hash } from '../../primitives/encoding/hex.ts'
import { readBytes, readList, readRlp, writeRlp } from '../../primitives/encoding/rlp.ts'
import type { Database } from '../../store/database/database.ts'
import { metaKey, poolKey, tablePrefix } from '../../store/database/tables.ts'
import { decodePooled, encodePooled } from '../block/blockCodec.ts'
import { Pool } from './pool.ts'

const NATIVES_KEY = metaKey('nativePool')

/** Pending transactions in a database, so that they survive the process. */
export class PoolTable {
  readonly #database: Database
  /** Contents of the table. */
  #written: ReadonlySet<Hash> = new Set()
  #staged: ReadonlySet<Hash> = this.#written
  /** Native transactions of the table. */
  #natives: readonly NativeTransaction[] = []
  #stagedNatives: readonly NativeTransaction[] | undefined

  constructor(database: Database) {
    this.#database = database
  }

  /** Returns the stored pool: EVM transactions in order of their hashes, native ones as they came. */
  async load(): Promise<Pool> {
    let pool = Pool.of(await this.#loadEvm())
    for (const transaction of this.#loadNatives()) pool = pool.addNative(transaction)
    this.#natives = pool.natives
    return pool
  }

  #loadNatives(): NativeTransaction[] {
    const bytes = this.#database.get(NATIVES_KEY)
    if (bytes === undefined) return []
    return readList(readRlp(bytes)).map((entry) => {
      const [prefix, raw] = readList(entry, 2)
      return decodeNativeTransaction(readBytes(raw), bytesToUtf8(readBytes(prefix)))
    })
  }

  async #loadEvm(): Promise<Transaction[]> {
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
    const isNativeChanged = this.#stageNatives(pool.natives)
    return added.length + removed.length > 0 || isNativeChanged
  }

  #stageNatives(natives: readonly NativeTransaction[]): boolean {
    const hashesOf = (list: readonly NativeTransaction[]) => list.map(({ hash }) => hash).join()
    if (hashesOf(natives) === hashesOf(this.#natives)) return false
    const entries = natives.map(({ bech32Prefix, raw }) => [utf8ToBytes(bech32Prefix), raw])
    this.#database.put(NATIVES_KEY, writeRlp(entries))
    this.#stagedNatives = natives
    return true
  }

  /** Called after the staged data was written. */
  settle(): void {
    this.#written = this.#staged
    this.#natives = this.#stagedNatives ?? this.#natives
    this.#stagedNatives = undefined
  }
}
