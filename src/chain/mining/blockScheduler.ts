import type { Logger } from '../../primitives/logger.ts'
import type { Ticker } from '../../primitives/time/clock.ts'
import { TimeSlice } from '../../primitives/time/timeSlice.ts'
import type { BlockBuilder } from '../build/blockBuilder.ts'
import type { BlockContexts } from '../build/blockContext.ts'
import { type ChainHead, type Head, type HeadUpdate, latestOf } from '../chainHead.ts'
import { ChainError } from '../errors.ts'
import type { Watchers } from '../watchers.ts'
import { IntervalMiner } from './intervalMiner.ts'
import { leastTimeStep, type MiningConfigChange, withMiningChange } from './miningConfig.ts'
import {
  type FixedInterval,
  fixedInterval,
  type MiningContext,
  type MiningUpdate,
  requireTime,
  setNextTimestampOrLater,
} from './timeControls.ts'
import type { TransactionSubmitter } from './transactionSubmitter.ts'

/** Maximum number of blocks per request. */
const MAX_BLOCKS_AT_ONCE = 0xffff_ffff

/**
 * Blocks of a range per commit if a watcher receives each block; between commits the node yields.
 */
const MOST_WATCHED_BLOCKS = 1_000

/**
 * Blocks of a request before a range that holds the base fee, and the least number of blocks left
 * for it, as in EDR's `mine_and_commit_blocks`.
 */
const MADE_BEFORE_HELD = 2n
const LEAST_HELD = 6n

/** Blocks to mine. Times are seconds. */
export interface MineOptions {
  /** Default: 1. */
  readonly blocks?: bigint
  /** Time between them; default: the clock's. */
  readonly interval?: bigint
  /** Timestamp of the first block; ignored if it is in the past. */
  readonly timestamp?: bigint
  /**
   * Whether long runs of empty blocks keep the base fee of the block before them, as in Hardhat.
   * The next block continues from there.
   */
  readonly holdsBaseFee?: boolean
}

/** How a change of the configuration takes effect. */
export interface ConfigureOptions {
  /** Whether waiting transactions are mined when auto mode starts; default: true. */
  readonly minesWaiting?: boolean
}

/** Dependencies of the scheduler. */
export interface BlockSchedulerParts {
  readonly head: ChainHead
  readonly contexts: BlockContexts
  readonly builder: BlockBuilder
  readonly submitter: TransactionSubmitter
  readonly watchers: Watchers
  readonly ticker: Ticker
  readonly logger: Logger
  /** Mines a block after each interval. */
  onTick(): Promise<void>
}

/** Changes the mining configuration, and mines on request and at intervals. */
export class BlockScheduler {
  readonly #parts: BlockSchedulerParts
  readonly #intervalMiner: IntervalMiner
  #isClosed = false

  constructor(parts: BlockSchedulerParts) {
    const { head, ticker, logger, onTick } = parts
    this.#parts = parts
    this.#intervalMiner = new IntervalMiner(ticker, logger, onTick)
    this.#intervalMiner.set(head.current.mining.intervalMs)
  }

  /** Follows the interval of a new head. */
  follow({ mining }: Head): void {
    if (!this.#isClosed) this.#intervalMiner.set(mining.intervalMs)
  }

  /**
   * Changes the configuration. A lower gas limit drops the pending transactions above it, as in
   * Hardhat. If the change enables auto mode, mines the executable transactions in one
   * block, unless they shall wait. Calls must not overlap.
   *
   * @throws errors of the change
   */
  async configure(
    change: MiningConfigChange | MiningUpdate,
    { minesWaiting = true }: ConfigureOptions = {},
  ): Promise<void> {
    const { head, submitter } = this.#parts
    const wasAuto = head.current.mining.automine
    await head.commit(withoutTooLarge(this.changed(head.current, change)))
    if (minesWaiting && !wasAuto && head.current.mining.automine) await submitter.mineWaiting()
  }

  /**
   * Returns a head with another configuration.
   * @throws errors of the change
   */
  changed(head: Head, change: MiningConfigChange | MiningUpdate): Head {
    const given = typeof change === 'function' ? change(this.#sceneOf(head)) : change
    return withMiningChange(head, given)
  }

  /** Mines a block of executable transactions. Calls must not overlap. */
  async mineNext(): Promise<void> {
    const { head, submitter } = this.#parts
    await head.update((current) => submitter.buildNext(current))
  }

  /**
   * Mines blocks. Calls must not overlap.
   *
   * @throws ChainError TOO_MANY_BLOCKS, TIME_OUT_OF_RANGE, CHAIN_CLOSED
   */
  async mine(options: MineOptions): Promise<void> {
    const { blocks = 1n, interval, timestamp } = options
    const { head, submitter } = this.#parts
    if (blocks > MAX_BLOCKS_AT_ONCE) {
      throw new ChainError({ code: 'TOO_MANY_BLOCKS', blocks, limit: MAX_BLOCKS_AT_ONCE })
    }
    const first =
      timestamp === undefined
        ? head.current
        : this.changed(head.current, setNextTimestampOrLater(timestamp))
    if (blocks === 0n) return head.commit(first)
    this.#requireTimeFor(first, blocks, interval)
    const rest = this.createRest()
    for (let made = 0n; made < blocks; await rest()) {
      const parent = made === 0n ? first : this.#withInterval(head.current, interval)
      await head.update(() => submitter.buildNext(parent))
      made += 1n
      made += await this.#mineRange(blocks - made, options, made, rest)
    }
  }

  /**
   * Returns a function that yields to the event loop from time to time, and throws ChainError
   * CHAIN_CLOSED if the chain closed meanwhile.
   */
  createRest(): () => Promise<void> {
    const turn = new TimeSlice()
    return async () => {
      if (!turn.isExpired) return
      await turn.yield()
      if (this.#isClosed) throw new ChainError({ code: 'CHAIN_CLOSED' })
    }
  }

  /** Stops mining at intervals and interrupts the mining of many blocks. */
  close(): void {
    this.#isClosed = true
    this.#intervalMiner.set(undefined)
  }

  #sceneOf(head: Head): MiningContext {
    const { mining, clockOffset } = head
    const now = this.#parts.contexts.now(head)
    return { mining, clockOffset, latest: latestOf(head).header, now }
  }

  #withInterval(head: Head, interval: bigint | undefined): Head {
    if (interval === undefined) return head
    return this.changed(head, setNextTimestampOrLater(latestOf(head).header.timestamp + interval))
  }

  /** @throws ChainError TIME_OUT_OF_RANGE if the last block would be too late */
  #requireTimeFor(head: Head, blocks: bigint, interval: bigint | undefined): void {
    const { timestampInterval } = head.mining
    const least = leastTimeStep(head.mining)
    const step = interval !== undefined && interval >= least ? interval : undefined
    const apart = (blocks - 1n) * (step ?? timestampInterval ?? 1n)
    const nextTime = this.#parts.contexts.nextTime(head)
    requireTime(nextTime + apart, step === undefined ? undefined : 'interval')
  }

  /**
   * Mines empty blocks that repeat the newest one as a range, if possible. Returns their number.
   */
  async #mineRange(
    left: bigint,
    { interval, holdsBaseFee = false }: MineOptions,
    made: bigint,
    rest: () => Promise<void>,
  ): Promise<bigint> {
    const { head, builder, watchers } = this.#parts
    if (left === 0n || builder.executable(head.current).length > 0) return 0n
    const step = fixedInterval(this.#sceneOf(head.current), interval)
    if (step === undefined) return 0n
    const isHeld = holdsBaseFee && made >= MADE_BEFORE_HELD && head.current.pool.isEmpty
    if (holdsBaseFee && (!isHeld || left < LEAST_HELD)) return 0n
    const most = isHeld ? left - 1n : left
    const planned = { most, step: step.seconds, holdsBaseFee: isHeld }
    const range = await builder.planRange(head.current, planned, rest)
    if (range === undefined) return 0n
    for (let first = range.first; first <= range.last; await rest()) {
      const count = watchers.areBlocksTold ? MOST_WATCHED_BLOCKS : range.facts.count
      const last = Math.min(first + count - 1, range.last)
      const part = range.part(first, last)
      await head.update((current) => this.#withClock(builder.appendRange(current, part), step))
      first = last + 1
    }
    return BigInt(range.facts.count)
  }

  /** The clock does not fall behind blocks with explicit timestamps. */
  #withClock(update: HeadUpdate, { movesClock }: FixedInterval): HeadUpdate {
    const { next } = update
    if (!movesClock) return update
    const ahead = latestOf(next).header.timestamp - this.#parts.contexts.now(next)
    return { ...update, next: { ...next, clockOffset: next.clockOffset + ahead } }
  }
}

function withoutTooLarge(head: Head): Head {
  const pool = head.pool.withoutLarger(head.mining.gasLimit)
  return pool === head.pool ? head : { ...head, pool }
}
