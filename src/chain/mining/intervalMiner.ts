import { DomainError } from '../../primitives/domainError.ts'
import type { Logger } from '../../primitives/logger.ts'
import type { Ticker } from '../../primitives/time/clock.ts'

/** Mines a block after each interval. */
export class IntervalMiner {
  readonly #ticker: Ticker
  readonly #mine: () => Promise<void>
  readonly #logger: Logger
  #intervalMs: number | undefined
  #stop: (() => void) | undefined
  #isMining = false

  constructor(ticker: Ticker, logger: Logger, mine: () => Promise<void>) {
    this.#ticker = ticker
    this.#logger = logger
    this.#mine = mine
  }

  /**
   * Sets the interval in milliseconds; undefined stops it. A block that is being mined is not
   * affected.
   */
  set(intervalMs: number | undefined): void {
    if (intervalMs === this.#intervalMs) return
    this.#stop?.()
    this.#intervalMs = intervalMs
    this.#stop =
      intervalMs === undefined ? undefined : this.#ticker.every(intervalMs, () => void this.#tick())
  }

  /** A block that takes longer than the interval delays the next one instead of queueing it. */
  async #tick(): Promise<void> {
    if (this.#isMining) return
    this.#isMining = true
    try {
      await this.#mine()
    } catch (error) {
      if (error instanceof DomainError) {
        this.#logger.info(`mining a block failed: ${error.message}`)
      } else {
        this.#logger.error('mining a block failed', error)
      }
    } finally {
      this.#isMining = false
    }
  }
}
