import type { Logger } from '../../primitives/logger.ts'
import type { Ticker } from '../../primitives/time/clock.ts'
import { Turn } from '../../primitives/time/turn.ts'
import type { Header } from '../block/block.ts'
import type { BlockContexts } from '../build/blockContext.ts'
import type { Producer } from '../build/producer.ts'
import type { MineOptions } from '../chain.ts'
import { ChainRefused } from '../errors.ts'
import type { History } from '../history/history.ts'
import { type ChainControls, type CurrentControls, movedClock } from './controls.ts'
import { IntervalMiner } from './intervalMiner.ts'
import {
  type ControlsChange,
  requireTime,
  setNextTimestampOrLater,
  setTime,
  steadyStep,
} from './timeControls.ts'

/** Blocks that are made at one request: empty ones take 4 bytes of memory each once they are hashed, and some microseconds. */
const MAX_BLOCKS_AT_ONCE = 10_000_000

/** What the desk needs of the chain. */
export interface MiningDeskParts {
  readonly controls: CurrentControls
  readonly contexts: BlockContexts
  readonly history: History
  readonly producer: Producer
  readonly ticker: Ticker
  readonly logger: Logger
  /** Makes a block, when its turn comes, as the interval has passed. */
  onTick(): Promise<void>
}

/** Where the controls of a chain are changed, and blocks are asked for. */
export class MiningDesk {
  readonly #parts: MiningDeskParts
  readonly #intervalMiner: IntervalMiner
  #isClosed = false

  constructor(parts: MiningDeskParts) {
    const { controls, ticker, logger, onTick } = parts
    this.#parts = parts
    this.#intervalMiner = new IntervalMiner(ticker, logger, onTick)
    this.#intervalMiner.set(controls.current.intervalMs)
  }

  /** The chain goes by other controls from now on. */
  set(controls: ChainControls): void {
    this.#parts.controls.current = controls
    if (!this.#isClosed) this.#intervalMiner.set(controls.intervalMs)
  }

  /** Changes controls. Where auto mode begins, what waits is mined. Calls must not overlap. @throws what the change throws */
  async control(change: Partial<ChainControls> | ControlsChange): Promise<void> {
    const { controls, contexts, history, producer } = this.#parts
    const before = controls.current
    const scene = { controls: before, latest: history.latest.header, now: contexts.now }
    this.set({ ...before, ...(typeof change === 'function' ? change(scene) : change) })
    if (!before.automine && controls.current.automine) await producer.mineWaiting()
  }

  /** Makes blocks. Calls must not overlap. @throws ChainRefused TOO_MANY_BLOCKS, TIME_OUT_OF_RANGE, CHAIN_CLOSED */
  async mine({ blocks = 1n, interval, timestamp }: MineOptions): Promise<void> {
    const { controls, history, producer } = this.#parts
    if (blocks > MAX_BLOCKS_AT_ONCE) {
      throw new ChainRefused({ code: 'TOO_MANY_BLOCKS', blocks, limit: MAX_BLOCKS_AT_ONCE })
    }
    const before = controls.current
    if (timestamp !== undefined) await this.control(setNextTimestampOrLater(timestamp))
    try {
      if (blocks > 0n) this.#requireTimeFor(blocks, interval)
    } catch (error) {
      this.set(before)
      throw error
    }
    await this.#repeat(blocks, async (made) => {
      if (made > 0n && interval !== undefined) {
        await this.control(setNextTimestampOrLater(history.latest.header.timestamp + interval))
      }
      await producer.mineNext()
      return 1n + (await this.#goOn(blocks - made - 1n, interval))
    })
  }

  /** @throws ChainRefused TIME_OUT_OF_RANGE where the last of so many blocks would be too late */
  #requireTimeFor(blocks: bigint, interval: bigint | undefined): void {
    const { controls, contexts } = this.#parts
    const { timestampInterval, allowEqualTimestamps } = controls.current
    const least = allowEqualTimestamps ? 0n : 1n
    const step = interval !== undefined && interval >= least ? interval : undefined
    const apart = (blocks - 1n) * (step ?? timestampInterval ?? least)
    requireTime(contexts.nextTime + apart, step === undefined ? undefined : 'interval')
  }

  /** Makes blocks like the newest one at once, as far as they are; how many. */
  async #goOn(most: bigint, interval: bigint | undefined): Promise<bigint> {
    const { controls, contexts, history, producer } = this.#parts
    if (!producer.isIdle) return 0n
    const scene = { controls: controls.current, latest: history.latest.header, now: contexts.now }
    const step = steadyStep(scene, interval)
    if (step === undefined) return 0n
    const count = await producer.repeat(most, step.seconds)
    if (count > 0n && step.movesClock) {
      const ahead = history.latest.header.timestamp - contexts.now
      controls.current = movedClock(controls.current, ahead)
    }
    return count
  }

  /** Whether blocks are missing up to one, or time. */
  isBehind({ number, timestamp }: Pick<Header, 'number' | 'timestamp'>): boolean {
    const { history, contexts } = this.#parts
    return history.latest.header.number < number || contexts.now < timestamp
  }

  /**
   * Makes the empty blocks that are missing up to a number, where they are no more than may be made at once, and sets the clock to a
   * time that is still to come. A second lies between the blocks, or none where there are more of them than seconds.
   * Calls must not overlap. @throws ChainRefused CHAIN_CLOSED
   */
  async catchUp({ number, timestamp }: Pick<Header, 'number' | 'timestamp'>): Promise<void> {
    const { controls, contexts, history, producer } = this.#parts
    const before = controls.current
    const missing = number - history.latest.header.number
    try {
      if (missing > MAX_BLOCKS_AT_ONCE) return
      await this.#repeat(missing, async (made) => {
        const planned = timestamp - missing + made + 1n
        const earliest = history.latest.header.timestamp
        const nextTimestamp = planned > earliest ? planned : earliest
        controls.current = {
          ...before,
          nextTimestamp,
          nextBaseFee: undefined,
          nextPrevRandao: undefined,
        }
        await producer.mineEmpty()
        const { timestamp: reached } = history.latest.header
        const behind = reached - planned
        const left = missing - made - 1n
        // Up to where there are as many seconds as blocks, all have the same time.
        if (behind === 0n) return 1n + (await producer.repeat(left, 1n))
        return 1n + (await producer.repeat(left < behind ? left : behind, 0n))
      })
    } finally {
      this.set({ ...before, nextTimestamp: undefined })
      const { nextTimestamp } = before
      if (nextTimestamp !== undefined) await this.control(setNextTimestampOrLater(nextTimestamp))
      if (contexts.now < timestamp) await this.control(setTime(timestamp))
    }
  }

  /**
   * Lets others have their turn from time to time.
   *
   * @param make makes blocks after so many, and says how many.
   */
  async #repeat(times: bigint, make: (made: bigint) => Promise<bigint>): Promise<void> {
    const turn = new Turn()
    for (let made = 0n; made < times; ) {
      made += await make(made)
      if (!turn.isOver) continue
      await turn.pass()
      if (this.#isClosed) throw new ChainRefused({ code: 'CHAIN_CLOSED' })
    }
  }

  /** No more blocks at intervals; a long row of them breaks off. */
  close(): void {
    this.#isClosed = true
    this.#intervalMiner.set(undefined)
  }
}
