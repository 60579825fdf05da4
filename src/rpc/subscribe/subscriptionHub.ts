import type { SealedBlock } from '../../chain/block/block.ts'
import type { BlockNumberRef } from '../../chain/block/blockRef.ts'
import { blocksOf } from '../../chain/block/emptyBlockRange.ts'
import type { Chain } from '../../chain/chain.ts'
import type { HistoryChange } from '../../chain/history/historyChange.ts'
import { type LocatedLog, type LogCriteria, logMatcher } from '../../chain/history/logCriteria.ts'
import type { LogBatches, LogQuery } from '../../chain/history/logQuery.ts'
import { logIndex, termGroups } from '../../chain/history/logTerms.ts'
import type { Log } from '../../evm/run/log.ts'
import type { Transaction } from '../../evm/transaction/transaction.ts'
import type { Hash } from '../../primitives/encoding/hex.ts'
import type { Json } from '../../primitives/encoding/json.ts'
import { randomId } from '../../primitives/ids.ts'
import type { Logger } from '../../primitives/logger.ts'
import type { EncodedJson } from '../stream/encodedJson.ts'
import { encodeHead } from '../views/block.ts'
import { logView } from '../views/log.ts'
import { receiptView } from '../views/receipt.ts'
import { transactionView } from '../views/transaction.ts'
import { SubscriptionEvent } from './backlog.ts'
import {
  type PastResults,
  Subscriber,
  type Subscription,
  type SubscriptionKind,
  type SubscriptionListener,
  type SubscriptionSource,
} from './subscription.ts'

type HubChain = Pick<Chain, 'watch' | 'blocks' | 'logs'>

/** Subscriptions with the same log criteria and blocks. */
interface LogSubscriptions {
  /** Equal for equal criteria. */
  readonly key: string
  readonly match: (block: SealedBlock) => readonly LocatedLog[]
  /** Index keys: a block with a matching log has at least one of each group. */
  readonly groups: readonly (readonly string[])[]
  readonly members: Set<Subscription>
}

/** Most subscriptions of all connections; default: no limit. */
export interface SubscriptionLimits {
  readonly newHeads?: number | undefined
  readonly logs?: number | undefined
}

/**
 * Notifies subscriptions of events of a chain, which it watches only while there are any. Each
 * event is encoded once.
 */
export class SubscriptionHub implements SubscriptionSource {
  #chain: HubChain
  readonly newId: () => string
  readonly #logger: Logger
  readonly #heads = new Set<Subscription>()
  readonly #logs = new Map<string, LogSubscriptions>()
  readonly #logsOf = new Map<Subscription, LogSubscriptions>()
  readonly #pendingHashes = new Set<Subscription>()
  readonly #receipts = new Map<Subscription, ReadonlySet<Hash>>()
  readonly #pendingTransactions = new Set<Subscription>()
  readonly #limits: SubscriptionLimits
  #stopWatching: (() => void) | undefined

  /** @param newId source of subscription ids */
  constructor(
    chain: HubChain,
    logger: Logger,
    newId: () => string = randomId,
    limits: SubscriptionLimits = {},
  ) {
    this.#limits = limits
    this.#chain = chain
    this.#logger = logger
    this.newId = newId
  }

  /** The subscriber of one connection. Close it with the connection. */
  subscriber(listener: SubscriptionListener): Subscriber {
    return new Subscriber(this, listener, this.#logger)
  }

  hasRoomFor({ name }: SubscriptionKind): boolean {
    const { newHeads = Infinity, logs = Infinity } = this.#limits
    if (name === 'newHeads') return this.#heads.size < newHeads
    return name !== 'logs' || this.#logsOf.size < logs
  }

  add(subscription: Subscription): void {
    const { kind } = subscription
    switch (kind.name) {
      case 'newHeads':
        this.#heads.add(subscription)
        break
      case 'logs':
        this.#addLogs(subscription, kind.query)
        break
      case 'newPendingTransactions':
        this.#pendingOf(kind.isFull).add(subscription)
        break
      case 'transactionReceipts':
        this.#receipts.set(subscription, kind.hashes)
        break
      case 'syncing': {
        // The node is never syncing, so nothing follows.
        const event = new SubscriptionEvent()
        subscription.notify(event.encode(false), event)
        return
      }
    }
    this.#stopWatching ??= this.#watch()
  }

  /** Continues with another chain. */
  follow(chain: HubChain): void {
    if (chain === this.#chain) return
    this.#chain = chain
    if (this.#stopWatching === undefined) return
    this.#stopWatching()
    this.#stopWatching = this.#watch()
  }

  #watch(): () => void {
    const heads = this.#heads
    return this.#chain.watch({
      // Empty blocks have no logs; only their headers are sent.
      get takesRanges() {
        return heads.size === 0
      },
      onBlocks: (change) => this.#notifyBlocks(change),
      onTransaction: (transaction) => this.#notifyTransaction(transaction),
    })
  }

  remove(subscription: Subscription): void {
    this.#heads.delete(subscription)
    this.#receipts.delete(subscription)
    this.#removeLogs(subscription)
    this.#pendingHashes.delete(subscription)
    this.#pendingTransactions.delete(subscription)
    const { size: pending } = this.#pendingHashes
    const full = this.#pendingTransactions.size
    const ofBlocks = this.#heads.size + this.#logs.size + this.#receipts.size
    if (ofBlocks + pending + full > 0) return
    this.#stopWatching?.()
    this.#stopWatching = undefined
  }

  #pendingOf(isFull: boolean): Set<Subscription> {
    return isFull ? this.#pendingTransactions : this.#pendingHashes
  }

  #addLogs(subscription: Subscription, query: LogQuery): void {
    const past = pastLogs(this.#chain, query)
    if (past !== undefined) subscription.replay(past)
    // A block that exists gets no further logs.
    if (query.blockHash !== undefined) return
    const { criteria } = query
    const [lowest, highest] = blockNumbers(query)
    const key = JSON.stringify([criteria.addresses, criteria.topics, lowest, highest])
    let same = this.#logs.get(key)
    if (same === undefined) {
      const groups = termGroups(criteria).map((group) => group.map(logIndex.nameOf))
      const matcher = logMatcher(criteria)
      const match = (block: SealedBlock) =>
        block.number >= lowest && block.number <= highest ? matcher(block) : []
      same = { key, match, groups, members: new Set() }
      this.#logs.set(key, same)
    }
    same.members.add(subscription)
    this.#logsOf.set(subscription, same)
  }

  #removeLogs(subscription: Subscription): void {
    const same = this.#logsOf.get(subscription)
    if (same === undefined) return
    this.#logsOf.delete(subscription)
    same.members.delete(subscription)
    if (same.members.size === 0) this.#logs.delete(same.key)
  }

  #notifyBlocks({ removed, added }: HistoryChange): void {
    const event = new SubscriptionEvent()
    for (const block of removed) this.#notifyLogs(block, true, event)
    for (const block of added) {
      this.#notifyHeads(block, event)
      this.#notifyLogs(block, false, event)
      this.#notifyReceipts(block, event)
    }
  }

  #notifyReceipts(block: SealedBlock, event: SubscriptionEvent): void {
    if (this.#receipts.size === 0 || block.transactions.length === 0) return
    const views = block.transactions.map(({ hash }, index) => {
      return { hash, view: receiptView.encode({ block, index }) }
    })
    for (const [subscription, hashes] of this.#receipts) {
      const wanted = views.filter(({ hash }) => hashes.size === 0 || hashes.has(hash))
      if (wanted.length === 0) continue
      subscription.notify(event.encode(wanted.map(({ view }) => view)), event)
    }
  }

  #notifyHeads(entered: SealedBlock, event: SubscriptionEvent): void {
    if (this.#heads.size === 0) return
    for (const block of blocksOf(entered)) {
      // Subscribers with too many unsent notifications are removed during the loop.
      if (this.#heads.size === 0) return
      notifyAll(this.#heads, () => encodeHead(block), event)
    }
  }

  #notifyLogs(block: SealedBlock, removed: boolean, event: SubscriptionEvent): void {
    if (this.#logs.size === 0 || block.receipts.every(({ logs }) => logs.length === 0)) return
    const terms = logIndex.keysOf(block)
    const results = new Map<Log, EncodedJson>()
    const resultOf = (located: LocatedLog): EncodedJson => {
      const result =
        results.get(located.log) ?? event.encode(logView.encode({ ...located, removed }))
      results.set(located.log, result)
      return result
    }
    // Subscriptions of a removed client are skipped.
    for (const { groups, match, members } of this.#logs.values()) {
      if (!groups.every((group) => group.some((name) => terms.has(name)))) continue
      const found = match(block)
      for (const subscription of members) {
        for (const located of found) {
          if (!members.has(subscription)) break
          subscription.notify(resultOf(located), event)
        }
      }
    }
  }

  #notifyTransaction(transaction: Transaction): void {
    const event = new SubscriptionEvent()
    notifyAll(this.#pendingHashes, () => transaction.hash, event)
    notifyAll(this.#pendingTransactions, () => transactionView.encode({ transaction }), event)
  }
}

/** Returns the first and the last block number of a query; a tag does not limit it. */
function blockNumbers({ fromBlock, toBlock }: LogQuery): readonly [first: number, last: number] {
  const isNumber = (ref: BlockNumberRef | undefined) => ref !== undefined && 'number' in ref
  return [
    isNumber(fromBlock) ? Number(fromBlock.number) : 0,
    isNumber(toBlock) ? Number(toBlock.number) : Number.MAX_SAFE_INTEGER,
  ]
}

/** Returns the logs that exist, if a query begins in the past. */
function pastLogs({ blocks, logs }: HubChain, query: LogQuery): PastResults | undefined {
  const { criteria, blockHash, fromBlock } = query
  if (blockHash !== undefined) return encoded(logsOfBlock(blocks.getByHash(blockHash), criteria))
  const isEarliest = fromBlock !== undefined && 'tag' in fromBlock && fromBlock.tag === 'earliest'
  const [lowest, highest] = blockNumbers(query)
  const first = isEarliest ? Number(blocks.earliest) : lowest
  const last = Math.min(highest, blocks.latest.number)
  const isPast = isEarliest || (fromBlock !== undefined && 'number' in fromBlock)
  if (!isPast || first > last) return undefined
  return encoded(logs.search(criteria, { first, last }))
}

async function* logsOfBlock(
  block: Promise<SealedBlock | undefined>,
  criteria: LogCriteria,
): LogBatches {
  const found = await block
  if (found !== undefined) yield logMatcher(criteria)(found)
}

async function* encoded(batches: LogBatches): PastResults {
  for await (const logs of batches) yield logs.map((log) => logView.encode(log))
}

function notifyAll(
  subscriptions: ReadonlySet<Subscription>,
  view: () => Json,
  event: SubscriptionEvent,
): void {
  if (subscriptions.size === 0) return
  const result = event.encode(view())
  for (const subscription of subscriptions) subscription.notify(result, event)
}
