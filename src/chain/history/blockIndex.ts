import type { Hash } from '../../primitives/encoding/hex.ts'
import type { EmptyBlocks, SealedBlock } from '../block/block.ts'
import { type AddressIndexKey, addressIndex } from './addressIndexKeys.ts'
import { type LogTerm, logIndex } from './logTerms.ts'
import { MemoryPostings } from './memoryPostings.ts'
import type { StoredBlock } from './storedBlock.ts'

/**
 * Location of a transaction: block number, and index among the block's transactions of its kind.
 */
export interface TransactionLocation {
  readonly number: number
  readonly index: number
}

/**
 * Finds blocks and transactions by hash, and transactions and logs by keys, in a chain and its
 * branches. A result may belong to another branch than the caller's.
 */
export class BlockIndex {
  readonly #parent: BlockIndex | undefined
  readonly #blocks = new Map<Hash, StoredBlock>()
  readonly #ranges = new Set<EmptyBlocks>()
  /** A transaction can be in one block of each of several branches. */
  readonly #places: Places = new Map()
  readonly #nativePlaces: Places = new Map()
  /** Index of logs. */
  readonly logs: MemoryPostings<LogTerm>
  /** Index of transactions by address key. */
  readonly traits: MemoryPostings<AddressIndexKey>
  /** Branches that may contain blocks which were removed from this chain. */
  #branches = 0

  constructor(parent?: BlockIndex) {
    this.#parent = parent
    this.logs = new MemoryPostings(logIndex, parent?.logs)
    // A chain without searches does not maintain the index.
    this.traits = new MemoryPostings(addressIndex, parent?.traits, () => this.#added())
  }

  *#added(): Iterable<SealedBlock> {
    for (const { block } of this.#blocks.values()) yield block
  }

  /** @param stored the block or, of the part of a range, the whole */
  add(block: SealedBlock, stored: StoredBlock): void {
    // A range has no transactions and finds its hashes itself.
    if (block.range !== undefined) {
      this.#ranges.add(block.range)
      return
    }
    this.#blocks.set(block.hash, stored)
    this.logs.add(block)
    this.traits.add(block)
    block.transactions.forEach(({ hash }, index) => {
      addPlace(this.#places, hash, { number: block.number, index })
    })
    block.native.forEach(({ transaction: { hash } }, index) => {
      addPlace(this.#nativePlaces, hash, { number: block.number, index })
    })
  }

  /** Removes a block that left the chain, unless a branch may still contain it. */
  remove(block: SealedBlock): void {
    if (this.#branches > 0) return
    if (block.range !== undefined) {
      this.#ranges.delete(block.range)
      return
    }
    this.#blocks.delete(block.hash)
    this.logs.remove(block)
    this.traits.remove(block)
    block.transactions.forEach(({ hash }, index) => {
      removePlace(this.#places, hash, { number: block.number, index })
    })
    block.native.forEach(({ transaction: { hash } }, index) => {
      removePlace(this.#nativePlaces, hash, { number: block.number, index })
    })
  }

  /** Returns the number of a block. */
  numberOf(hash: Hash): number | undefined {
    return (
      this.#blocks.get(hash)?.number ?? this.#parent?.numberOf(hash) ?? this.#numberInRanges(hash)
    )
  }

  #numberInRanges(hash: Hash): number | undefined {
    for (const range of this.#ranges) {
      const number = range.numberOf(hash)
      if (number !== undefined) return number
    }
    return undefined
  }

  *places(hash: Hash): Iterable<TransactionLocation> {
    yield* placesIn(this.#places, hash)
    if (this.#parent !== undefined) yield* this.#parent.places(hash)
  }

  *nativePlaces(hash: Hash): Iterable<TransactionLocation> {
    yield* placesIn(this.#nativePlaces, hash)
    if (this.#parent !== undefined) yield* this.#parent.nativePlaces(hash)
  }

  /** Creates an index that includes this one and has additional entries. */
  branch(): BlockIndex {
    this.#branches++
    return new BlockIndex(this)
  }

  /** Called when a branch no longer needs its index. */
  close(): void {
    if (this.#parent !== undefined) this.#parent.#branches--
  }
}

/** Most transactions have one place, without a list. */
type Places = Map<Hash, TransactionLocation | readonly TransactionLocation[]>

function placesIn(places: Places, hash: Hash): readonly TransactionLocation[] {
  const found = places.get(hash)
  if (found === undefined) return []
  return 'number' in found ? [found] : found
}

function addPlace(places: Places, hash: Hash, place: TransactionLocation): void {
  const others = placesIn(places, hash)
  places.set(hash, others.length === 0 ? place : [...others, place])
}

function removePlace(places: Places, hash: Hash, { number, index }: TransactionLocation): void {
  const isOther = (place: TransactionLocation) => place.number !== number || place.index !== index
  const others = placesIn(places, hash).filter(isOther)
  if (others.length === 0) places.delete(hash)
  else places.set(hash, others)
}
