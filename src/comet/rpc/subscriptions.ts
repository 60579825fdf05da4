import type { SealedBlock } from '../../chain/block/block.ts'
import { blocksOf } from '../../chain/block/emptyBlockRange.ts'
import type { Chain } from '../../chain/chain.ts'
import { bytesToBase64 } from '../../primitives/encoding/bytes.ts'
import { hexToBytes } from '../../primitives/encoding/hex.ts'
import type { Json } from '../../primitives/encoding/json.ts'
import { cometResult, cometTransactions } from '../block/cometTransactions.ts'
import { failed } from './cometError.ts'
import type { CometScene } from './cometScene.ts'
import { type Condition, type EventAttributes, matches, parseEventQuery } from './eventQuery.ts'
import { blockAttributes, transactionAttributes } from './transactionEvents.ts'
import { blockIdView, blockView, headerView, resultView } from './views.ts'

/** Connections with subscriptions: CometBFT's default of `max_subscription_clients`. */
const MOST_CLIENTS = 100
/** Subscriptions per connection. */
const MOST_SUBSCRIPTIONS = 100

/** Sends the text of a result of the request with an id. */
type Send = (id: Json, result: string) => void

interface Subscription {
  readonly id: Json
  readonly query: string
  readonly conditions: readonly Condition[]
  readonly send: Send
}

/** The subscriptions of all connections to a chain. */
export class SubscriptionCenter {
  readonly #scene: CometScene
  readonly #onFailure: (error: unknown) => void
  readonly #all = new Set<Subscription>()
  readonly #leave: () => void
  #watched: { readonly chain: Chain; readonly stop: () => void } | undefined
  /** Events are sent in order, though blocks are read asynchronously. */
  #last: Promise<void> = Promise.resolve()

  /** @param onFailure receives bugs */
  constructor(scene: CometScene, onFailure: (error: unknown) => void) {
    this.#scene = scene
    this.#onFailure = onFailure
    this.#leave = scene.node.onChain(() => this.#follow())
  }

  /** Creates the subscriptions of a connection. */
  subscriber(send: Send): CometSubscriber {
    return new CometSubscriber(this, send)
  }

  /** Number of connections that have subscriptions. */
  get clients(): number {
    return new Set([...this.#all].map(({ send }) => send)).size
  }

  add(subscription: Subscription): void {
    this.#all.add(subscription)
    this.#follow()
  }

  remove(subscription: Subscription): void {
    this.#all.delete(subscription)
    if (this.#all.size === 0) this.#stop()
  }

  close(): void {
    this.#leave()
    this.#stop()
  }

  /** Watches the chain of the node, which a reset may have replaced. */
  #follow(): void {
    const { chain } = this.#scene
    if (this.#all.size === 0 || this.#watched?.chain === chain) return
    this.#stop()
    const stop = chain.watch({
      onBlocks: ({ added }) => {
        for (const each of added) this.#schedule(each)
      },
    })
    this.#watched = { chain, stop }
  }

  #stop(): void {
    this.#watched?.stop()
    this.#watched = undefined
  }

  #schedule(entered: SealedBlock): void {
    this.#last = this.#last
      .then(async () => {
        for (const block of blocksOf(entered)) {
          if (this.#all.size > 0) await this.#announce(block)
        }
      })
      .catch(this.#onFailure)
  }

  async #announce(source: SealedBlock): Promise<void> {
    const { chain, blocks } = this.#scene
    const block = await blocks.at(source.number)
    // It may have been removed meanwhile.
    if (block === undefined || block.source.hash !== source.hash) return
    const { header, id, transactions } = block
    const app_hash = bytesToBase64(hexToBytes(source.header.stateRoot))
    const results: Json[] = []
    const events = []
    for (const transaction of cometTransactions(source)) {
      const result = await cometResult(chain, transaction)
      const view = resultView(result)
      results.push(view)
      const { index, raw } = transaction
      const TxResult = {
        height: String(header.height),
        index,
        tx: bytesToBase64(raw),
        result: view,
      }
      const attributes = transactionAttributes(transaction, result)
      events.push({ attributes, type: 'Tx', value: { TxResult } })
    }
    const about = (type: string) => ({ type, attributes: blockAttributes(type, header.height) })
    const result_finalize_block = {
      ...{ events: [], tx_results: results, validator_updates: [] },
      ...{ consensus_param_updates: null, app_hash },
    }
    const all = [
      {
        ...about('NewBlock'),
        value: { block: blockView(block), block_id: blockIdView(id), result_finalize_block },
      },
      { ...about('NewBlockHeader'), value: { header: headerView(header) } },
      {
        ...about('NewBlockEvents'),
        value: { height: String(header.height), events: [], num_txs: String(transactions.length) },
      },
      ...events,
    ]
    for (const event of all) this.#send(event)
  }

  #send({
    type,
    value,
    attributes,
  }: {
    readonly type: string
    readonly value: Json
    readonly attributes: EventAttributes
  }): void {
    const data = { type: `tendermint/event/${type}`, value }
    // An event is large, and pages have the same query: each text is made once.
    const texts = new Map<string, string | undefined>()
    for (const { id, query, conditions, send } of [...this.#all]) {
      if (!texts.has(query)) {
        const events = Object.fromEntries(attributes)
        const isFound = matches(conditions, attributes)
        texts.set(query, isFound ? JSON.stringify({ query, data, events }) : undefined)
      }
      const text = texts.get(query)
      if (text !== undefined) send(id, text)
    }
  }
}

/** The subscriptions of a connection. */
export class CometSubscriber {
  readonly #center: SubscriptionCenter
  readonly #send: Send
  readonly #own = new Map<string, Subscription>()
  #isClosed = false

  constructor(center: SubscriptionCenter, send: Send) {
    this.#center = center
    this.#send = send
  }

  /** @throws CometError */
  add(id: Json, query: string): void {
    const conditions = parseEventQuery(query)
    if (this.#own.has(query)) throw failed('already subscribed')
    if (this.#own.size >= MOST_SUBSCRIPTIONS) {
      throw failed(`max_subscriptions_per_client ${MOST_SUBSCRIPTIONS} reached`)
    }
    if (this.#isClosed) throw failed('the connection is closed')
    if (this.#own.size === 0 && this.#center.clients >= MOST_CLIENTS) {
      throw failed(`max_subscription_clients ${MOST_CLIENTS} reached`)
    }
    const subscription = { id, query, conditions, send: this.#send }
    this.#own.set(query, subscription)
    this.#center.add(subscription)
  }

  /** @throws CometError */
  remove(query: string): void {
    const subscription = this.#own.get(query)
    if (subscription === undefined) throw failed('subscription not found')
    this.#own.delete(query)
    this.#center.remove(subscription)
  }

  /** Removes all; later ones are refused, as a batch may still run. */
  close(): void {
    this.#isClosed = true
    this.removeAll()
  }

  removeAll(): void {
    for (const subscription of this.#own.values()) this.#center.remove(subscription)
    this.#own.clear()
  }
}
