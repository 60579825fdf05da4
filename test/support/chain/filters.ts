import { onTestFinished } from 'vitest'
import type { Chain } from '../../../src/chain/chain.ts'
import { type FilterOptions, FilterSpace } from '../../../src/chain/filters/filterSpace.ts'
import type { LogChange } from '../../../src/chain/filters/logFilter.ts'
import { DEFAULT_LOG_LIMITS, type LogQuery } from '../../../src/chain/history/logQuery.ts'
import type { Hash } from '../../../src/primitives/encoding/hex.ts'
import { type Logger, silentLogger } from '../../../src/primitives/logger.ts'
import { flattened, places } from './logs.ts'

/** Time after which a filter of a {@link FilterScene} expires. */
export const IDLE_MS = 1_000

/** Matches every log. */
export const anything: LogQuery = { criteria: { addresses: [], topics: [] } }

/** A filter space whose clock stops until the test moves it. */
export class FilterScene {
  readonly chain: Chain
  readonly space: FilterSpace
  readonly logged: string[] = []
  time = 0

  constructor(chain: Chain, options: Partial<FilterOptions> = {}) {
    const logger: Logger = { ...silentLogger, info: (message) => this.logged.push(message) }
    this.chain = chain
    this.space = new FilterSpace(chain, {
      maxFilters: 10,
      idleMs: IDLE_MS,
      limits: DEFAULT_LOG_LIMITS,
      logger,
      now: () => this.time,
      ...options,
    })
    onTestFinished(async () => {
      this.space.close()
      await chain.close()
    })
  }

  /**
   * Changes reported by a filter: positions of logs with their sign, hashes, or whole transactions.
   */
  async poll(id: string): Promise<readonly unknown[]> {
    const changes = await this.space.changes(id)
    if (changes.kind === 'logs') return signedPlaces(await flattened(changes.logs))
    if (changes.kind === 'blocks') return listed(changes.hashes)
    return changes.transactions.map((tx) => (changes.isFull ? tx : tx.hash))
  }

  async all(id: string): Promise<readonly string[]> {
    return places(await flattened(await this.space.logs(id)))
  }

  hashes(...numbers: readonly number[]): (Hash | undefined)[] {
    return numbers.map((number) => this.chain.blocks.get(BigInt(number))?.hash)
  }
}

function signedPlaces(logs: readonly LogChange[]): string[] {
  return places(logs).map((place, i) => (logs[i]?.removed === true ? `-${place}` : `+${place}`))
}

async function listed<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}
