import type { Hash } from '../../primitives/encoding/hex.ts'
import { readUvarint, uvarintsToBytes, uvarintToBytes } from '../../primitives/encoding/varint.ts'
import type { Database } from '../../store/database/database.ts'
import {
  blockHashKey,
  blockKey,
  emptyBlockRangeKey,
  metaKey,
  nativeTransactionKey,
  transactionKey,
} from '../../store/database/tables.ts'
import { VersionRanges } from '../../store/database/versionRanges.ts'
import type { EmptyBlocks, SealedBlock } from '../block/block.ts'
import { decodeBlock, decodeRange, encodeBlock, encodeRange } from '../block/blockCodec.ts'
import { firstOf } from '../block/emptyBlockRange.ts'
import { type AddressIndexKey, addressIndex } from './addressIndexKeys.ts'
import { AddressIndexStart } from './addressIndexStart.ts'
import type { TransactionLocation } from './blockIndex.ts'
import { type LogTerm, logIndex } from './logTerms.ts'
import { SavedPostings } from './savedPostings.ts'

/** Cache of decoded blocks, limited by their number and by the bytes they were decoded from. */
const CACHED_BLOCKS = 256
const CACHED_BYTES = 16 * 1024 * 1024

/**
 * Key of the newest block's number. Versions of the stores may be higher, because edits create
 * versions, too.
 */
const NEWEST_KEY = metaKey('newest')

interface CachedBlock {
  readonly block: SealedBlock
  readonly sizeBytes: number
}

/**
 * The blocks of one chain in a database, with receipts and indexes. Writes and deletions are only
 * staged.
 */
export class BlockArchive {
  readonly #database: Database
  /** Numbers of blocks without a row of their own. */
  readonly #ranges: VersionRanges
  /** Least recently used first. */
  readonly #cache = new Map<number, CachedBlock>()
  #cachedBytes = 0
  /** Index of logs. */
  readonly logs: SavedPostings<LogTerm>
  /** Index of transactions by address key. */
  readonly traits: SavedPostings<AddressIndexKey>
  /** First block from which on {@link traits} is complete. */
  readonly indexStart: AddressIndexStart

  /** @param hasAddressIndex whether staged blocks are added to {@link traits} */
  constructor(database: Database, hasAddressIndex = true) {
    this.#database = database
    this.logs = new SavedPostings(database, logIndex)
    this.traits = new SavedPostings(database, addressIndex)
    this.#ranges = new VersionRanges(database, metaKey('emptyRuns'))
    this.indexStart = new AddressIndexStart(database, hasAddressIndex, (this.newest ?? -1) + 1)
  }

  /** Stages a block and its index entries. */
  stage(block: SealedBlock): void {
    const { number, range } = block
    this.#database.put(NEWEST_KEY, uvarintToBytes(number))
    this.indexStart.stage()
    if (range !== undefined) {
      this.#database.put(emptyBlockRangeKey(number), encodeRange(range))
      this.#ranges.add(range)
      this.#ranges.stage()
      return
    }
    const { hash } = block
    this.#database.put(blockKey(number), encodeBlock(block))
    this.#database.put(blockHashKey(hash), uvarintToBytes(number))
    block.transactions.forEach((transaction, index) => {
      this.#database.put(transactionKey(transaction.hash), uvarintsToBytes([number, index]))
    })
    block.native.forEach(({ transaction }, index) => {
      this.#database.put(nativeTransactionKey(transaction.hash), uvarintsToBytes([number, index]))
    })
    this.logs.stage(block)
    if (this.indexStart.number !== undefined) this.traits.stage(block)
  }

  /** Stages the deletion of the newest block and its index entries. */
  unstage(block: SealedBlock): void {
    this.#forget(block.number)
    this.#database.put(NEWEST_KEY, uvarintToBytes(firstOf(block) - 1))
    if (block.range !== undefined) {
      this.#database.delete(emptyBlockRangeKey(block.number))
      this.#ranges.remove(block.number)
      this.#ranges.stage()
      return
    }
    this.#database.delete(blockKey(block.number))
    this.#database.delete(blockHashKey(block.hash))
    for (const { hash } of block.transactions) this.#database.delete(transactionKey(hash))
    for (const { transaction } of block.native) {
      this.#database.delete(nativeTransactionKey(transaction.hash))
    }
    this.logs.unstage(block)
    this.traits.unstage(block)
  }

  /** Stages the deletion of all ranges. */
  stageNoRanges(): void {
    this.#ranges.clear()
    this.#ranges.stage()
  }

  /** Called after the staged data was written. */
  settle(): void {
    this.#ranges.settle()
    this.indexStart.settle()
  }

  /** Called after the staged data was dropped. */
  discard(): void {
    this.#ranges.discard()
    this.indexStart.discard()
  }

  /** Number of the newest block; undefined in an empty archive. */
  get newest(): number | undefined {
    return numberIn(this.#database.get(NEWEST_KEY))
  }

  byNumber(number: number): SealedBlock | undefined {
    const span = this.#ranges.at(number)
    if (span === undefined) return this.#read(number, blockKey, decodeBlock)
    return this.#rangeThatEnds(span.last)?.at(number)
  }

  /** Returns the step of the history that contains a block. */
  stepAt(number: number): SealedBlock | undefined {
    const span = this.#ranges.at(number)
    return span === undefined ? this.byNumber(number) : this.#rangeThatEnds(span.last)?.end
  }

  #rangeThatEnds(number: number): EmptyBlocks | undefined {
    return this.#read(number, emptyBlockRangeKey, (bytes) => decodeRange(bytes).end)?.range
  }

  /** Returns a step of the history by the number of its last block. */
  #read(
    number: number,
    keyOf: (number: number) => Uint8Array,
    decode: (bytes: Uint8Array) => SealedBlock,
  ): SealedBlock | undefined {
    const cached = this.#cache.get(number)
    if (cached !== undefined) {
      this.#cache.delete(number)
      this.#cache.set(number, cached)
      return cached.block
    }
    const bytes = this.#database.get(keyOf(number))
    if (bytes === undefined) return undefined
    const block = decode(bytes)
    this.#remember(block, bytes.length)
    return block
  }

  /** Clears the cache, because the database contains another chain. */
  forgetAll(): void {
    this.#cache.clear()
    this.#cachedBytes = 0
  }

  /** Evicts the least recently used blocks, and the new one if it is too large. */
  #remember(block: SealedBlock, sizeBytes: number): void {
    this.#cache.set(block.number, { block, sizeBytes })
    this.#cachedBytes += sizeBytes
    for (const number of this.#cache.keys()) {
      if (this.#cache.size <= CACHED_BLOCKS && this.#cachedBytes <= CACHED_BYTES) break
      this.#forget(number)
    }
  }

  #forget(number: number): void {
    this.#cachedBytes -= this.#cache.get(number)?.sizeBytes ?? 0
    this.#cache.delete(number)
  }

  /** Returns the number of the block with this hash. */
  numberOf(hash: Hash): number | undefined {
    return numberIn(this.#database.get(blockHashKey(hash))) ?? this.#numberInRanges(hash)
  }

  #numberInRanges(hash: Hash): number | undefined {
    for (const { last } of this.#ranges.newestFirst()) {
      const number = this.#rangeThatEnds(last)?.numberOf(hash)
      if (number !== undefined) return number
    }
    return undefined
  }

  placeOf(hash: Hash): TransactionLocation | undefined {
    return this.#readPlace(transactionKey(hash))
  }

  nativePlaceOf(hash: Hash): TransactionLocation | undefined {
    return this.#readPlace(nativeTransactionKey(hash))
  }

  #readPlace(key: Uint8Array): TransactionLocation | undefined {
    const bytes = this.#database.get(key)
    if (bytes === undefined) return undefined
    const [number, at] = readUvarint(bytes, 0)
    return { number, index: readUvarint(bytes, at)[0] }
  }
}

function numberIn(bytes: Uint8Array | undefined): number | undefined {
  return bytes && readUvarint(bytes, 0)[0]
}
