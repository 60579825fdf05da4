import type { Hash } from '../../primitives/encoding/hex.ts'
import type { EmptyBlocks, SealedBlock } from '../block/block.ts'
import { type AddressIndexKey, addressIndex } from './addressIndexKeys.ts'
import { type LogTerm, logIndex } from './logTerms.ts'
import { MemoryPostings } from './memoryPostings.ts'

/** Where a transaction is: the block's number, and its index there among those of its kind. */
export interface TransactionLocation {
  readonly number: number
  readonly index: number
}

/**
 * Finds blocks and transactions by hash, and transactions and logs by what they have, of a chain
 * and of those that branched from it: what it finds need not be on the chain of who asks.
 */
export class BlockIndex {
  readonly #parent: BlockIndex | undefined
  readonly #blocks = new Map<Hash, SealedBlock>()
  readonly #ranges = new Set<EmptyBlocks>()
  /** A transaction may be in a block each of several branches. */
  readonly #places = new Map<Hash, readonly TransactionLocation[]>()
  readonly #nativePlaces = new Map<Hash, readonly TransactionLocation[]>()
  /** Where logs are. */
  readonly logs: MemoryPostings<LogTerm>
  /** Where transactions are that have a trait. */
  readonly traits: MemoryPostings<AddressIndexKey>
  /** Branches that may have blocks which left this chain. */
  #branches = 0

  constructor(parent?: BlockIndex) {
    this.#parent = parent
    this.logs = new MemoryPostings(logIndex, parent?.logs)
    // A chain that nobody searches does nothing for it.
    this.traits = new MemoryPostings(addressIndex, parent?.traits, () => this.#blocks.values())
  }

  add(block: SealedBlock): void {
    // A range has no transactions, and finds its hashes itself.
    if (block.range !== undefined) {
      this.#ranges.add(block.range)
      return
    }
    this.#blocks.set(block.hash, block)
    this.logs.add(block)
    this.traits.add(block)
    block.transactions.forEach(({ hash }, index) => {
      addPlace(this.#places, hash, { number: block.number, index })
    })
    block.native.forEach(({ transaction: { hash } }, index) => {
      addPlace(this.#nativePlaces, hash, { number: block.number, index })
    })
  }

  /** Takes out a block that left the chain, unless a branch may still have it. */
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

  /** Number of a block. */
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
    yield* this.#places.get(hash) ?? []
    if (this.#parent !== undefined) yield* this.#parent.places(hash)
  }

  *nativePlaces(hash: Hash): Iterable<TransactionLocation> {
    yield* this.#nativePlaces.get(hash) ?? []
    if (this.#parent !== undefined) yield* this.#parent.nativePlaces(hash)
  }

  /** An index that knows all of this one, and more of its own. */
  branch(): BlockIndex {
    this.#branches++
    return new BlockIndex(this)
  }

  /** To be called when a branch needs its index no longer. */
  close(): void {
    if (this.#parent !== undefined) this.#parent.#branches--
  }
}

type Places = Map<Hash, readonly TransactionLocation[]>

function addPlace(places: Places, hash: Hash, place: TransactionLocation): void {
  const others = places.get(hash)
  places.set(hash, others === undefined ? [place] : [...others, place])
}

function removePlace(places: Places, hash: Hash, { number, index }: TransactionLocation): void {
  const isOther = (place: TransactionLocation) => place.number !== number || place.index !== index
  const others = places.get(hash)?.filter(isOther) ?? []
  if (others.length === 0) places.delete(hash)
  else places.set(hash, others)
}
