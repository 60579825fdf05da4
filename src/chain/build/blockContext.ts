import { type ForkSchedule, type Hardfork, isAtLeast } from '../../evm/rules/hardfork.ts'
import type { BlockContext } from '../../evm/run/executor.ts'
import type { Address } from '../../primitives/address.ts'
import { hexToBytes } from '../../primitives/encoding/hex.ts'
import type { Clock } from '../../primitives/time/clock.ts'
import { prevRandao } from '../block/prevRandao.ts'
import { type Head, latestOf } from '../chainHead.ts'
import type { BlockReader, History } from '../history/history.ts'
import type { MiningConfig } from '../mining/miningConfig.ts'
import { stepOfTime } from '../mining/timeControls.ts'
import type { BlockLimits } from '../pool/pool.ts'
import type { BlockOverrides, BlockView } from '../view/blockView.ts'

/** Result of BLOBBASEFEE, in wei: the minimum of EIP-4844, because no block has blobs. */
export const BLOB_BASE_FEE = 1n

/** The chain parameters and clock that determine block contexts. */
export interface BlockContextParts {
  readonly schedule: ForkSchedule
  readonly clock: Clock
  readonly history: History
  readonly codeSizeLimit?: number | undefined
  readonly burnsFees?: boolean
  /**
   * Result of COINBASE in all blocks, where headers name the proposer instead; default: that of the
   * header.
   */
  readonly coinbase?: Address | undefined
}

/** Creates execution contexts for the block after a head, or for an existing block. */
export class BlockContexts {
  readonly #parts: BlockContextParts
  /** Fields that are the same in all blocks. */
  readonly #fixed: Pick<BlockContext, 'codeSizeLimit' | 'burnsFees'>

  constructor(parts: BlockContextParts) {
    const { codeSizeLimit, burnsFees } = parts
    this.#parts = parts
    this.#fixed = {
      ...(codeSizeLimit !== undefined && { codeSizeLimit }),
      ...(burnsFees === true && { burnsFees }),
    }
  }

  /** Clock of the chain in seconds since 1970. */
  now({ clockOffset }: Pick<Head, 'clockOffset'>): bigint {
    return BigInt(this.#parts.clock.now()) + clockOffset
  }

  /**
   * Returns the timestamp of the next block: the clock's, but after the parent's, unless the mining
   * configuration sets it.
   */
  nextTime(head: Head): bigint {
    const { nextTimestamp, timestampInterval } = head.mining
    if (nextTimestamp !== undefined) return nextTimestamp
    const parent = latestOf(head).header
    if (timestampInterval !== undefined) return parent.timestamp + timestampInterval
    const now = this.now(head)
    const step = stepOfTime(head.mining, parent.timestamp, now)
    return step === undefined ? now : parent.timestamp + step
  }

  /** Returns the context of the next block. */
  next(head: Head): BlockContext {
    const { coinbase, gasLimit, nextPrevRandao } = head.mining
    const number = latestOf(head).header.number + 1n
    const timestamp = this.nextTime(head)
    const hardfork = this.hardforkAt(number, timestamp)
    return {
      hardfork,
      number,
      timestamp,
      coinbase,
      gasLimit,
      blobBaseFee: BLOB_BASE_FEE,
      baseFeePerGas: isAtLeast(hardfork, 'london') ? baseFeeAfter(head) : 0n,
      prevRandao: nextPrevRandao ?? prevRandao(timestamp),
      difficulty: 0n,
      ...this.#fixed,
      blockHash: blockHashBefore(number, this.#parts.history.reader(head.position)),
    }
  }

  /** Returns the parameters of a block. */
  hardforkAt(number: bigint, timestamp: bigint): Hardfork {
    return this.#parts.schedule(number, timestamp)
  }

  /** Returns the context of an existing block with the overrides of a simulation. */
  at(
    { block: { header }, blockAt }: Pick<BlockView, 'block' | 'blockAt'>,
    overrides: BlockOverrides = {},
  ): BlockContext {
    const number = overrides.number ?? header.number
    const timestamp = overrides.time ?? header.timestamp
    return {
      hardfork: this.hardforkAt(number, timestamp),
      number,
      timestamp,
      coinbase: overrides.feeRecipient ?? this.#parts.coinbase ?? header.miner,
      gasLimit: overrides.gasLimit ?? header.gasLimit,
      blobBaseFee: overrides.blobBaseFee ?? BLOB_BASE_FEE,
      baseFeePerGas: overrides.baseFeePerGas ?? header.baseFeePerGas ?? 0n,
      prevRandao: overrides.prevRandao ?? hexToBytes(header.mixHash),
      difficulty: overrides.difficulty ?? header.difficulty,
      ...this.#fixed,
      blockHash: blockHashBefore(number, blockAt),
    }
  }
}

function baseFeeAfter({ mining, nextBaseFee: ruled }: Head): bigint {
  const { nextBaseFee, minBaseFee = 0n } = mining
  return nextBaseFee ?? (ruled > minBaseFee ? ruled : minBaseFee)
}

function blockHashBefore(number: bigint, blockAt: BlockReader): BlockContext['blockHash'] {
  return (wanted) => {
    const hash = wanted < number ? blockAt(wanted)?.hash : undefined
    return hash === undefined ? undefined : hexToBytes(hash)
  }
}

/**
 * Returns what a block requires of the pool's transactions. Without a base fee, the least price
 * that was set takes its place.
 */
export function limitsOf(block: BlockContext, { minBaseFee }: MiningConfig): BlockLimits {
  if (minBaseFee === undefined || isAtLeast(block.hardfork, 'london')) return block
  return { ...block, baseFeePerGas: minBaseFee }
}
