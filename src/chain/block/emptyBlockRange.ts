import { bytesToHash, type Hash, hexToBytes } from '../../primitives/encoding/hex.ts'
import type { EmptyBlockRangeData, EmptyBlocks, HashIndex, SealedBlock } from './block.ts'
import { HeaderHashes } from './headerHashes.ts'
import { headerTemplate } from './headerTemplate.ts'
import { prevRandao } from './prevRandao.ts'
import { emptyBlockSize } from './sealBlock.ts'

/**
 * Consecutive empty blocks that are stored as one entry. Each block is computed when it is read and
 * equals one that was mined individually.
 */
export class EmptyBlockRange implements EmptyBlocks {
  readonly facts: EmptyBlockRangeData
  readonly first: number
  readonly last: number
  readonly #hashes: HeaderHashes

  private constructor(facts: EmptyBlockRangeData, hashes: HeaderHashes) {
    this.facts = facts
    this.first = facts.number
    this.last = facts.number + facts.count - 1
    this.#hashes = hashes
  }

  /** Restores a range whose hashes were computed before. */
  static from(facts: EmptyBlockRangeData, index: HashIndex): EmptyBlockRange {
    return new EmptyBlockRange(facts, new HeaderHashes(facts, index))
  }

  /**
   * Creates the blocks that repeat an empty block. Timestamps must be safe integers.
   *
   * @param rest called every few milliseconds while hashes are computed
   */
  static async after(
    block: SealedBlock,
    count: number,
    step: bigint,
    rest: () => Promise<void>,
  ): Promise<EmptyBlockRange> {
    const { parentHash: _p, number, timestamp, mixHash: _m, ...sharedFields } = block.header
    const facts = {
      sharedFields,
      parentHash: block.hash,
      number: Number(number) + 1,
      version: block.version + 1,
      timestamp: timestamp + step,
      step,
      count,
    }
    return new EmptyBlockRange(facts, await HeaderHashes.make(facts, rest))
  }

  get hashIndex(): HashIndex {
    return this.#hashes.index
  }

  get end(): SealedBlock {
    return Object.assign(this.at(this.last), { range: this })
  }

  part(from: number, to: number): EmptyBlockRange {
    const { parentHash, version, timestamp, step } = this.facts
    const skipped = from - this.first
    const facts = {
      ...this.facts,
      parentHash: skipped === 0 ? parentHash : this.hashAt(from - 1),
      number: from,
      version: version + skipped,
      timestamp: timestamp + BigInt(skipped) * step,
      count: to - from + 1,
    }
    return new EmptyBlockRange(facts, this.#hashes.part(facts))
  }

  hashAt(number: number): Hash {
    return bytesToHash(this.#hashes.at(number))
  }

  numberOf(hash: Hash): number | undefined {
    return this.#hashes.numberOf(hexToBytes(hash))
  }

  /** Expensive fields are own getters, so that a copy of the block has their values. */
  at(number: number): SealedBlock {
    const range = this
    const { sharedFields, timestamp, step, version } = this.facts
    const index = number - this.first
    const time = timestamp + BigInt(index) * step
    return {
      number,
      version: version + index,
      header: {
        ...sharedFields,
        number: BigInt(number),
        timestamp: time,
        get parentHash() {
          return range.#parentHashAt(number)
        },
        get mixHash() {
          return bytesToHash(prevRandao(time))
        },
      },
      transactions: [],
      receipts: [],
      native: [],
      get hash() {
        return range.hashAt(number)
      },
      get sizeBytes() {
        const { rlp } = headerTemplate(sharedFields, number, Number(time))
        return emptyBlockSize(rlp.length, sharedFields.withdrawalsRoot !== undefined)
      },
    }
  }

  #parentHashAt(number: number): Hash {
    const seeded = this.#hashes.seededParentOf(number)
    if (seeded !== undefined) return bytesToHash(seeded)
    return number === this.first ? this.facts.parentHash : this.hashAt(number - 1)
  }
}

/** The blocks of one step of the history: a single block, or the range that ends with it. */
export function* blocksOf(block: SealedBlock): Generator<SealedBlock, void, undefined> {
  const { range } = block
  if (range === undefined) yield block
  else for (let number = range.first; number <= range.last; number++) yield range.at(number)
}

/** Number of the first block. */
export function firstOf({ range, number }: SealedBlock): number {
  return range?.first ?? number
}

/** Parent hash of the first block. */
export function parentHashOf({ range, header }: SealedBlock): Hash {
  return range?.facts.parentHash ?? header.parentHash
}
