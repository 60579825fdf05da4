import { assert } from '../primitives/assert.ts'
import type { Hash } from '../primitives/hex.ts'
import { Lineage, type Step } from '../primitives/lineage.ts'
import type { SealedBlock } from './block.ts'
import type { BlockArchive } from './blockArchive.ts'
import { BlockIndex, type TransactionPlace } from './blockIndex.ts'
import type { LocatedTransaction } from './chain.ts'

/** A block to come back to, with all before it. */
export type HistoryPosition = Step<SealedBlock>

/** The blocks of the chain and where everything in them is. */
export class History {
  readonly #blocks: Lineage<SealedBlock>
  #index: BlockIndex
  /** Where blocks are found that are not in memory. */
  readonly #archive: BlockArchive | undefined
  /** Whether the archive follows this history; a branch only reads what is below it. */
  readonly #isArchived: boolean

  private constructor(
    blocks: Lineage<SealedBlock>,
    index: BlockIndex,
    archive: BlockArchive | undefined,
    isArchived: boolean,
  ) {
    this.#blocks = blocks
    this.#index = index
    this.#archive = archive
    this.#isArchived = isArchived
  }

  /** A chain whose newest block is `latest`: a genesis block, or one whose predecessors are in the archive. */
  static from(latest: SealedBlock, archive?: BlockArchive): History {
    const history = new History(new Lineage(), new BlockIndex(), archive, archive !== undefined)
    history.append(latest)
    return history
  }

  get latest(): SealedBlock {
    return this.position.value
  }

  /** Adds a block. It must be in the archive by then, where there is one. */
  append(block: SealedBlock): void {
    const { head } = this.#blocks
    assert(head === undefined || head.number + 1 === block.number, 'blocks to be appended in order')
    this.#blocks.push(block.number, block)
    this.#index.add(block)
  }

  byNumber(number: bigint): SealedBlock | undefined {
    return blockAt(number, this.#blocks, this.#archive)
  }

  byHash(hash: Hash): SealedBlock | undefined {
    const number = this.#index.block(hash)?.number ?? this.#archive?.numberOf(hash)
    // What was found may be another branch's.
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

  /** Where the history stands: its newest block. */
  get position(): HistoryPosition {
    const { head } = this.#blocks
    assert(head !== undefined, 'a chain to have its genesis block')
    return head
  }

  /**
   * Goes on from a position of this history. Where it is archived, stages what that changes.
   *
   * @returns the number of the newest block that both ways share.
   */
  moveTo(position: HistoryPosition): number {
    const newest = this.latest.number
    const { left, entered } = this.#blocks.moveTo(position)
    for (const { value } of left) {
      this.#index.remove(value)
      if (this.#isArchived) this.#archive?.unstage(value)
    }
    for (const { value } of entered) {
      this.#index.add(value)
      if (this.#isArchived) this.#archive?.stage(value)
    }
    return left[0] === undefined ? newest : left[0].number - 1
  }

  /** A history that goes on from the newest block on its own, in memory. */
  branch(): History {
    const blocks = new Lineage(this.#blocks.head)
    return new History(blocks, this.#index.branch(), this.#archive, false)
  }

  /** To be called once when a branch ends. */
  close(): void {
    this.#index.close()
  }

  /** The blocks as of now, whatever becomes of the chain later. */
  reader(): (number: bigint) => SealedBlock | undefined {
    const blocks = new Lineage(this.#blocks.head)
    return (number) => blockAt(number, blocks, this.#archive)
  }

  /** Where it is archived: keeps only the newest block in memory. No older position and no branch may be in use. */
  forgetPast(): void {
    if (!this.#isArchived || this.position.parent === undefined) return
    this.#blocks.forgetPast()
    this.#index = new BlockIndex()
    this.#index.add(this.latest)
  }

  #locate(hash: Hash, { number, index }: TransactionPlace): LocatedTransaction | undefined {
    const block = this.byNumber(BigInt(number))
    const transaction = block?.transactions[index]
    const receipt = block?.receipts[index]
    if (block === undefined || transaction?.hash !== hash || receipt === undefined) return undefined
    return { block, index, transaction, receipt }
  }
}

/** A block up to the end of a lineage, which may begin where the archive ends. */
function blockAt(
  number: bigint,
  blocks: Lineage<SealedBlock>,
  archive: BlockArchive | undefined,
): SealedBlock | undefined {
  if (blocks.head === undefined || number < 0n || number > blocks.head.number) return undefined
  return blocks.at(Number(number)) ?? archive?.byNumber(Number(number))
}
