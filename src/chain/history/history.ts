import { assert } from '../../primitives/assert.ts'
import type { Hash } from '../../primitives/encoding/hex.ts'
import { diffLineages, Lineage, LineageNode } from '../../primitives/lineage.ts'
import type { EmptyBlocks, SealedBlock } from '../block/block.ts'
import type { BlockScope } from '../block/blockEntries.ts'
import { parentHashOf } from '../block/emptyBlockRange.ts'
import { ChainError } from '../errors.ts'
import { type AddressIndexKey, transactionMatcher } from './addressIndexKeys.ts'
import type { BlockArchive } from './blockArchive.ts'
import { BlockIndex, type TransactionLocation } from './blockIndex.ts'
import type { BlockOrder } from './blockKeys.ts'
import {
  concatNumbers,
  findEarliest,
  firstWhere,
  numberRange,
  scanInTimeSlices,
  throwing,
} from './blockScan.ts'
import type { HistoryChange } from './historyChange.ts'
import { firstPosition, type HistoryPosition } from './historyPosition.ts'
import type { LocatedNative, LocatedTransaction } from './located.ts'
import { type LocatedLog, type LogCriteria, logMatcher } from './logCriteria.ts'
import { termGroups } from './logTerms.ts'
import { searchBoth } from './savedPostings.ts'
import { BlockPacker, StoredBlock } from './storedBlock.ts'

/** Reads blocks by number. */
export type BlockReader = (number: bigint) => SealedBlock | undefined

/** Selection of blocks in a range. */
export interface BlocksInOptions {
  /** Omits those of ranges, which are empty. */
  readonly skipRanges?: boolean
}

/** Number of removed blocks of an archive that are remembered. */
const MAX_DEPARTED = 10_000

/** The blocks of the chain and the indexes of their contents. */
export class History {
  #blocks: Lineage<StoredBlock>
  readonly #packer = new BlockPacker()
  #index: BlockIndex
  /** Reads blocks that are not in memory. */
  readonly #archive: BlockArchive | undefined
  /** Whether the archive follows this history; a branch only reads blocks before its start. */
  readonly #isArchived: boolean
  /** Number of the oldest block in memory. */
  #oldest: number
  /** Blocks that were removed from the archive, for positions after them. */
  readonly #departed = new Map<Hash, SealedBlock>()
  #earliest: number | undefined
  readonly #hasAddressIndex: boolean

  private constructor(
    blocks: Lineage<StoredBlock>,
    index: BlockIndex,
    archive: BlockArchive | undefined,
    isArchived: boolean,
    oldest: number,
    hasAddressIndex: boolean,
  ) {
    this.#blocks = blocks
    this.#index = index
    this.#archive = archive
    this.#isArchived = isArchived
    this.#oldest = oldest
    this.#hasAddressIndex = hasAddressIndex
  }

  /** A chain whose newest block is `latest`: a genesis block, or one with archived predecessors. */
  static from(latest: SealedBlock, archive?: BlockArchive, hasAddressIndex = true): History {
    const isArchived = archive !== undefined
    const index = new BlockIndex()
    const position = firstPosition(latest)
    index.add(latest, position.value)
    const blocks = new Lineage(position)
    return new History(blocks, index, archive, isArchived, latest.number, hasAddressIndex)
  }

  get latest(): SealedBlock {
    return this.position.value.block
  }

  /** Number of the oldest block from which on all blocks exist. */
  get earliest(): number {
    this.#earliest ??= findEarliest(
      this.latest.number,
      (number) => this.byNumber(BigInt(number)) !== undefined,
    )
    return this.#earliest
  }

  byNumber(number: bigint): SealedBlock | undefined {
    return blockAt(number, this.#blocks, this.#archive)
  }

  /** Returns the version of the state after a block. */
  versionOf(number: bigint): number | undefined {
    const stored = this.#blocks.at(Number(number))
    const isRead = stored === undefined || stored.range !== undefined
    return isRead ? this.byNumber(number)?.version : stored.version
  }

  byHash(hash: Hash): SealedBlock | undefined {
    const number = this.#index.numberOf(hash) ?? this.#archive?.numberOf(hash)
    // The result may belong to another branch.
    const block = number === undefined ? undefined : this.byNumber(BigInt(number))
    return block?.hash === hash ? block : undefined
  }

  transaction(hash: Hash): LocatedTransaction | undefined {
    for (const place of this.#index.places(hash)) {
      const located = this.#locate(hash, place)
      if (located !== undefined) return located
    }
    const place = this.#archive?.placeOf(hash)
    return place === undefined ? undefined : this.#locate(hash, place)
  }

  nativeTransaction(hash: Hash): LocatedNative | undefined {
    for (const place of this.#index.nativePlaces(hash)) {
      const located = this.#locateNative(hash, place)
      if (located !== undefined) return located
    }
    const place = this.#archive?.nativePlaceOf(hash)
    return place === undefined ? undefined : this.#locateNative(hash, place)
  }

  /** Position of the newest block. */
  get position(): HistoryPosition {
    const { head } = this.#blocks
    assert(head !== undefined, 'a chain to have its genesis block')
    return head
  }

  /** Returns the change that leads from here to a position of this history. */
  changesTo(position: HistoryPosition): HistoryChange {
    const { removed, added } = diffLineages(this.#blocks.head, position)
    const blocks = (steps: readonly HistoryPosition[]) => steps.map(({ value }) => value.block)
    return { removed: blocks(removed), added: blocks(added) }
  }

  /** Continues from a position and indexes the blocks that lead to it unless they are archived. */
  follow(position: HistoryPosition, { removed, added }: HistoryChange): void {
    // Newest first, because the newest blocks are at the end of the index lists.
    for (const block of removed.toReversed()) {
      this.#index.remove(block)
      this.#packer.remove(block.hash)
    }
    this.#blocks = new Lineage(position)
    for (const block of added) {
      const stored = this.#blocks.at(block.number)
      assert(stored !== undefined, 'added blocks before the position')
      this.#index.add(block, stored)
      this.#packer.add(stored)
    }
  }

  /** Whether blocks in memory stay decoded, as long as the chain may go back to a snapshot. */
  keepDecoded(isKept: boolean): void {
    this.#packer.hold(isKept)
  }

  /** Continues from another block 0. Earlier positions are still compared with `left`. */
  startOver(position: HistoryPosition, left: readonly SealedBlock[]): void {
    for (const block of left.toReversed()) {
      if (this.#isArchived || block.number < this.#oldest) this.#remember(block)
    }
    this.#index.close()
    this.#index = new BlockIndex()
    this.#index.add(position.value.block, position.value)
    this.#blocks = new Lineage(position)
    this.#oldest = position.number
    this.#earliest = undefined
  }

  /**
   * Returns the remembered removed blocks before a position, newest last; a range is its last
   * block.
   */
  leftSince(position: HistoryPosition): readonly SealedBlock[] {
    const left: SealedBlock[] = []
    let step: HistoryPosition | undefined = position
    let block: SealedBlock | undefined = position.value.block
    while (block !== undefined && !this.#has(block)) {
      left.push(block)
      step = step?.parent
      block = step?.value.block ?? this.#departed.get(parentHashOf(block))
    }
    const oldest = left.at(-1)
    if (oldest?.range !== undefined) left[left.length - 1] = this.#leftOf(oldest, oldest.range)
    return left.reverse()
  }

  /** The removed part of a range, whose first blocks may still exist. */
  #leftOf(end: SealedBlock, range: EmptyBlocks): SealedBlock {
    const hasLeft = (number: number) => this.byNumber(BigInt(number))?.hash !== range.hashAt(number)
    const first = firstWhere(range.first, range.last, hasLeft)
    return first === range.first ? end : range.part(first, range.last).end
  }

  #has(block: SealedBlock): boolean {
    if (this.#blocks.at(block.number)?.hash === block.hash) return true
    return this.byHash(block.hash) !== undefined
  }

  /** Yields the matching logs of `first` to `last`, block by block, as of the call. */
  findLogs(
    criteria: LogCriteria,
    first: number,
    last: number,
    scope?: BlockScope,
  ): AsyncGenerator<readonly LocatedLog[]> {
    const groups = termGroups(criteria)
    const newest = Math.min(last, this.latest.number)
    const search = { groups, first, last: newest, order: 'ascending' } as const
    const numbers = searchBoth(this.#index.logs, this.#archive?.logs, search, this.#oldest)
    const match = logMatcher(criteria, scope)
    return scanInTimeSlices(numbers, this.reader(), (block) => {
      const found = match(block)
      return found.length > 0 ? found : undefined
    })
  }

  /**
   * Yields the transactions of `first` to `last` with a key, as {@link findLogs}, in their order.
   * @throws ChainError ADDRESS_INDEX_OFF; ADDRESS_INDEX_INCOMPLETE at blocks that are not indexed
   */
  findTransactions(
    trait: AddressIndexKey,
    first: number,
    last: number,
    order: BlockOrder,
  ): AsyncGenerator<readonly LocatedTransaction[]> {
    if (!this.#hasAddressIndex) throw new ChainError({ code: 'ADDRESS_INDEX_OFF' })
    const from = this.#archive?.indexStart.number ?? 0
    const newest = Math.min(last, this.latest.number)
    const search = { groups: [[trait]], first: Math.max(first, from), last: newest, order }
    const found = searchBoth(this.#index.traits, this.#archive?.traits, search, this.#oldest)
    // Block 0 has no transactions.
    const isComplete = from <= Math.max(first, 1) || from <= this.earliest
    const refusal = new ChainError({ code: 'ADDRESS_INDEX_INCOMPLETE', from })
    if (!isComplete && order === 'ascending') throw refusal
    const numbers = isComplete ? found : concatNumbers(found, throwing(refusal))
    const match = transactionMatcher(trait)
    return scanInTimeSlices(numbers, this.reader(), (block) => {
      const matched = match(block)
      return matched.length > 0 ? matched : undefined
    })
  }

  /** Yields the blocks `first` to `last`, as of the call. Missing blocks are omitted. */
  blocksIn(
    first: number,
    last: number,
    { skipRanges = false }: BlocksInOptions = {},
  ): AsyncGenerator<SealedBlock> {
    const newest = Math.min(last, this.latest.number)
    const steps = skipRanges ? this.#stepReader() : undefined
    return scanInTimeSlices(numberRange(first, newest, steps), this.reader(), (block) => block)
  }

  /** Returns the current steps of the history by the number of any of their blocks. */
  #stepReader(): (number: number) => Pick<StoredBlock, 'range'> | undefined {
    const blocks = new Lineage(this.#blocks.head)
    return (number) => {
      const step = blocks.at(number) ?? this.#archive?.stepAt(number)
      return step && { range: step.range }
    }
  }

  /** Returns whether the position of an older block is in memory. */
  reaches(number: number): boolean {
    return this.#blocks.stepAt(number) !== undefined
  }

  /**
   * Returns the position of an existing older block. Loads archived blocks from it on into memory:
   * no other position and no branch may be in use.
   */
  recall(number: number): HistoryPosition {
    if (!this.reaches(number)) this.#blocks = this.#recalled(number)
    const step = this.#blocks.stepAt(number)
    assert(step !== undefined, `block ${number} of the chain`)
    const { range } = step.value
    if (step.number === number || range === undefined) return step
    return new LineageNode(
      step.parent,
      number,
      new StoredBlock(range.part(range.first, number).end),
    )
  }

  /** Returns the blocks from the one before an archived step up to the newest. */
  #recalled(number: number): Lineage<StoredBlock> {
    const recalled = new Lineage<StoredBlock>()
    const stepAt = (each: number): StoredBlock => {
      const saved = each < this.#oldest ? this.#archive?.stepAt(each) : undefined
      const stored = saved === undefined ? this.#blocks.at(each) : new StoredBlock(saved)
      assert(stored !== undefined, `block ${each} in the database`)
      return stored
    }
    const { range } = stepAt(number)
    const start = range === undefined ? number : range.first - 1
    for (let each = start; each <= this.latest.number; each++) {
      const stored = stepAt(each)
      each = stored.number
      recalled.push(each, stored)
      if (each < this.#oldest) this.#index.add(stored.block, stored)
      this.#remember(stored.block)
    }
    this.#oldest = Math.min(this.#oldest, start)
    return recalled
  }

  /** Yields the blocks from a number on that are only in the archive, oldest first. */
  archivedFrom(number: number): readonly SealedBlock[] {
    const found: SealedBlock[] = []
    for (let each = number; each < this.#oldest; each++) {
      const block = this.#archive?.stepAt(each)
      // A range may extend to the oldest block in memory.
      if (block === undefined || block.number >= this.#oldest) break
      found.push(block)
      each = block.number
    }
    return found
  }

  /** All blocks but the genesis block, newest last; of those only in the archive at most `most`. */
  blocksToLeave(most: number, genesis: number): readonly SealedBlock[] {
    const first = Math.max(this.earliest, genesis + 1, this.latest.number - most + 1)
    const left: SealedBlock[] = []
    for (let step: HistoryPosition | undefined = this.position; step; step = step.parent) {
      if (step.number > genesis) left.push(step.value.block)
    }
    return [...this.archivedFrom(first), ...left.reverse()]
  }

  /** Creates an independent history in memory that continues from the newest block. */
  branch(): History {
    const blocks = new Lineage(this.#blocks.head)
    const [index, hasAddressIndex] = [this.#index.branch(), this.#hasAddressIndex]
    return new History(blocks, index, this.#archive, false, this.#oldest, hasAddressIndex)
  }

  /** Called once when a branch closes. */
  close(): void {
    this.#index.close()
  }

  /** Returns a reader of the blocks up to a position that later changes do not affect. */
  reader(position = this.position): BlockReader {
    const blocks = new Lineage(position)
    return (number) => blockAt(number, blocks, this.#archive)
  }

  /** Keeps only the newest block in memory. No older position and no branch may be in use. */
  forgetPast(): void {
    if (!this.#isArchived || this.position.parent === undefined) return
    this.#blocks.forgetPast()
    this.#index = new BlockIndex()
    this.#index.add(this.latest, this.position.value)
    this.#oldest = this.latest.number
  }

  #remember(block: SealedBlock): void {
    this.#departed.set(block.hash, block)
    const [oldest] = this.#departed.keys()
    if (this.#departed.size > MAX_DEPARTED && oldest !== undefined) this.#departed.delete(oldest)
  }

  #locateNative(hash: Hash, { number, index }: TransactionLocation): LocatedNative | undefined {
    const block = this.byNumber(BigInt(number))
    const entry = block?.native[index]
    return block === undefined || entry?.transaction.hash !== hash ? undefined : { block, entry }
  }

  #locate(hash: Hash, { number, index }: TransactionLocation): LocatedTransaction | undefined {
    const block = this.byNumber(BigInt(number))
    const transaction = block?.transactions[index]
    const receipt = block?.receipts[index]
    if (block === undefined || transaction?.hash !== hash || receipt === undefined) return undefined
    return { block, index, transaction, receipt }
  }
}

/** Returns a block of a lineage, which may start at the end of the archive. */
function blockAt(
  number: bigint,
  blocks: Lineage<StoredBlock>,
  archive: BlockArchive | undefined,
): SealedBlock | undefined {
  if (blocks.head === undefined || number < 0n || number > blocks.head.number) return undefined
  const stored = blocks.at(Number(number))
  if (stored === undefined) return archive?.byNumber(Number(number))
  return stored.range?.at(Number(number)) ?? stored.block
}
