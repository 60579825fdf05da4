import { bytesToHash, type Hash, hexToBytes } from '../../primitives/encoding/hex.ts'
import type { SealedBlock } from './block.ts'
import { type HashDigest, HeaderHashes } from './headerHashes.ts'
import { HeaderTemplate, type SteadyHeader } from './headerTemplate.ts'
import { prevRandao } from './prevRandao.ts'
import { emptyBlockSize } from './sealBlock.ts'

/** What there is to know of a run of empty blocks. */
export interface EmptyRunFacts {
  /** What all headers say; that of the block before the first, too. */
  readonly steady: SteadyHeader
  readonly parentHash: Hash
  /** Of the first block. */
  readonly number: number
  readonly version: number
  readonly timestamp: bigint
  /** Seconds from each block to the next. */
  readonly step: bigint
  readonly count: number
}

/**
 * Blocks in a row in which nothing happens: what is written down of them is how the first one looks, and how many there are. Each is
 * made when somebody asks for it, as if it had been mined, and so are their hashes.
 */
export class EmptyRun {
  readonly facts: EmptyRunFacts
  /** Numbers of the first block and of the last one. */
  readonly first: number
  readonly last: number
  readonly #hashes: HeaderHashes

  /** @param digest where the hashes were made before */
  constructor(facts: EmptyRunFacts, digest?: HashDigest) {
    const { steady, parentHash, number, timestamp, step, count } = facts
    this.facts = facts
    this.first = number
    this.last = number + count - 1
    const row = {
      steady,
      parentHash: hexToBytes(parentHash),
      number,
      timestamp: Number(timestamp),
      step: Number(step),
      count,
    }
    this.#hashes = new HeaderHashes(row, digest)
  }

  /** The run that goes on as an empty block did: its last block, which has the run. Times must be exact numbers. */
  static after(block: SealedBlock, count: number, step: bigint): RunEnd {
    const { parentHash: _p, number, timestamp, mixHash: _m, ...steady } = block.header
    const run = new EmptyRun({
      steady,
      parentHash: block.hash,
      number: Number(number) + 1,
      version: block.version + 1,
      timestamp: timestamp + step,
      step,
      count,
    })
    return run.end
  }

  /** The last block, as the chain holds it: with the run. */
  get end(): RunEnd {
    return Object.assign(runBlock(this, this.last), { run: this })
  }

  /** The blocks of it from `from` to `to`, as a run of its own. */
  part(from: number, to: number): EmptyRun {
    const { parentHash, version, timestamp, step } = this.facts
    const skipped = from - this.first
    const count = to - from + 1
    const facts = {
      ...this.facts,
      parentHash: skipped === 0 ? parentHash : this.hashAt(from - 1),
      number: from,
      version: version + skipped,
      timestamp: timestamp + BigInt(skipped) * step,
      count,
    }
    return new EmptyRun(facts, skipped === 0 ? this.#hashes.digestOfFirst(count) : undefined)
  }

  /** The block of a number from {@link first} to {@link last}. */
  at(number: number): SealedBlock {
    return runBlock(this, number)
  }

  /** The hash of a block. Those before it are made first, where they were not: some microseconds each. */
  hashAt(number: number): Hash {
    return bytesToHash(this.#hashes.at(number - this.first))
  }

  /** Number of the block with a hash. */
  numberOf(hash: Hash): number | undefined {
    const index = this.#hashes.indexOf(hexToBytes(hash))
    return index === undefined ? undefined : this.first + index
  }

  /** What is kept of the hashes, once all are made. */
  get digest(): HashDigest | undefined {
    return this.#hashes.isComplete ? this.#hashes.digest : undefined
  }

  /** Makes the hashes while others have their turns. */
  hashed(): Promise<void> {
    return this.#hashes.complete()
  }
}

/** The last block of a run. */
export type RunEnd = SealedBlock & { readonly run: EmptyRun }

/** The blocks that a step of the history stands for: one, or a run that ends with it. */
export function* blocksOf(block: SealedBlock): Generator<SealedBlock, void, undefined> {
  if (block.run === undefined) yield block
  else
    for (let number = block.run.first; number <= block.number; number++) yield block.run.at(number)
}

/** Number of the first of these. */
export function firstOf({ run, number }: SealedBlock): number {
  return run?.first ?? number
}

/** Hash of the block before the first of these. */
export function parentHashOf({ run, header }: SealedBlock): Hash {
  return run?.facts.parentHash ?? header.parentHash
}

/** A block of a run. What costs something is made when it is asked for: by getters of its own, so that a copy has it. */
function runBlock(run: EmptyRun, number: number): SealedBlock {
  const { steady, parentHash, timestamp, step, version } = run.facts
  const index = number - run.first
  const time = timestamp + BigInt(index) * step
  return {
    number,
    version: version + index,
    header: {
      ...steady,
      number: BigInt(number),
      timestamp: time,
      get parentHash() {
        return index === 0 ? parentHash : run.hashAt(number - 1)
      },
      get mixHash() {
        return bytesToHash(prevRandao(time))
      },
    },
    transactions: [],
    receipts: [],
    native: [],
    get hash() {
      return run.hashAt(number)
    },
    get sizeBytes() {
      const { size } = new HeaderTemplate(steady, number, Number(time))
      return emptyBlockSize(size, steady.withdrawalsRoot !== undefined)
    },
  }
}
