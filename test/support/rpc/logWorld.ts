import { setImmediate } from 'node:timers/promises'
import { expect } from 'vitest'
import type { Chain } from '../../../src/chain/chain.ts'
import type { Transaction } from '../../../src/evm/transaction/transaction.ts'
import { concatBytes } from '../../../src/primitives/encoding/bytes.ts'
import { type Hash, hexToBytes, toQuantity } from '../../../src/primitives/encoding/hex.ts'
import { createDispatcher } from '../../../src/rpc/core/dispatch.ts'
import { methods } from '../../../src/rpc/core/registry.ts'
import { alice, bob } from '../accounts.ts'
import { signed } from '../chain.ts'
import { change, logsIn, type ModelBlock, type ModelLog, told } from './logModel.ts'
import { type Criteria, contracts, emitters, type Range, type Step, word } from './logSteps.ts'
import { nodeOf } from './rpc.ts'

interface ModelFilter {
  readonly id: string
  readonly kind: 'logs' | 'blocks' | 'transactions'
  readonly criteria: Criteria
  readonly range: Range
  seen: readonly ModelBlock[]
  accepted: number
}

interface ModelSubscription {
  readonly id: string
  readonly expected: unknown[]
  readonly tell: (left: readonly ModelBlock[], entered: readonly ModelBlock[]) => readonly unknown[]
  readonly isOfTransactions: boolean
}

const MAX_LOGS = 6
const MAX_BLOCKS = 5

/** A node and its expected responses. */
export class World {
  readonly #chain: Chain
  readonly #request: (method: string, ...params: readonly unknown[]) => Promise<unknown>
  readonly #received = new Map<string, unknown[]>()
  #blocks: readonly ModelBlock[]
  #nonce = 0n
  #snapshots: readonly {
    readonly id: number
    readonly keep: boolean
    readonly blocks: readonly ModelBlock[]
    readonly nonce: bigint
    readonly waiting: readonly Hash[]
  }[] = []
  #waiting: readonly Hash[] = []
  #accepted: Hash[] = []
  readonly #filters: ModelFilter[] = []
  readonly #subscriptions: ModelSubscription[] = []

  constructor(chain: Chain) {
    this.#chain = chain
    this.#blocks = [
      { number: 0, hash: chain.blocks.latest.hash, transaction: '0x' as Hash, logs: [] },
    ]
    const limits = { maxLogs: MAX_LOGS, maxBlocks: MAX_BLOCKS }
    const dispatcher = createDispatcher(nodeOf(chain, limits), methods, { batchLimit: 1 })
    const subscriber = dispatcher.subscriber({
      notify: (id, result) => {
        this.#received.set(id, [...(this.#received.get(id) ?? []), JSON.parse(result.text)])
      },
    })
    this.#request = async (method, ...params) => {
      const scope = subscriber.forRequest()
      const result = await dispatcher.request({ method, params }, { subscriptions: scope })
      scope.answered()
      return result
    }
  }

  async play(step: Step): Promise<void> {
    switch (step.do) {
      case 'emit':
        return this.#emit(step.by, step.words)
      case 'pay':
        return this.#send({ to: bob.address }, () => [])
      case 'wait':
        return this.#wait()
      case 'snapshot':
        return this.#snapshot(step.keep)
      case 'revert':
        return this.#revert(step.at)
      case 'filter':
        return this.#addFilter('logs', step.criteria, step.range)
      case 'blockFilter':
        return this.#addFilter('blocks')
      case 'transactionFilter':
        return this.#addFilter('transactions')
      case 'poll':
        return this.#poll(this.#filters[step.at])
      case 'filterLogs':
        return this.#filterLogs(this.#filters[step.at])
      case 'uninstall':
        return this.#uninstall(step.at)
      case 'getLogs':
        return this.#getLogs(step.criteria, step.range)
      case 'block':
        return this.#logsOfBlock(step.criteria, step.at)
      case 'logs':
        return this.#subscribe(['logs', step.criteria], (left, entered) => [
          ...logsIn(left, step.criteria).map((log) => told(log, true)),
          ...logsIn(entered, step.criteria).map((log) => told(log)),
        ])
      case 'heads':
        return this.#subscribe(['newHeads'], (_left, entered) => entered.map(({ hash }) => hash))
      case 'transactions':
        return this.#subscribe(['newPendingTransactions'], () => [])
      case 'unsubscribe':
        return this.#unsubscribe(step.at)
    }
  }

  /** Polls every filter once more and checks every subscription. */
  async finish(): Promise<void> {
    for (const filter of this.#filters) await this.#poll(filter)
    await setImmediate()
    for (const { id, expected } of this.#subscriptions) this.#expectReceived(id, expected)
  }

  async #emit(by: number, words: readonly number[]): Promise<void> {
    const address = contracts[by] ?? bob.address
    const data = concatBytes(...words.map((n) => hexToBytes(word(n))))
    await this.#send({ to: address, data }, (block) =>
      (emitters[by] ?? []).map((places, logIndex) => {
        const topics = places.map((place) => word(words[place] ?? 0))
        return { block, address, topics, logIndex }
      }),
    )
  }

  /** A transaction in a block with those that waited for it. */
  async #send(
    fields: Partial<Transaction>,
    logsOf: (block: ModelBlock) => readonly ModelLog[],
  ): Promise<void> {
    const transaction = signed(alice, { ...fields, nonce: this.#nonce++ })
    await this.#chain.pool.submit(transaction)
    this.#accept(transaction.hash)
    const waiting = this.#waiting
    this.#waiting = []
    this.#nonce += BigInt(waiting.length)
    this.#enter([this.#block(this.#blocks.length, [transaction.hash, ...waiting], logsOf)])
    expect(this.#chain.blocks.latest.number).toBe(this.#blocks.length - 1)
  }

  /** A transaction with a nonce gap. */
  async #wait(): Promise<void> {
    const nonce = this.#nonce + BigInt(this.#waiting.length) + 1n
    const transaction = signed(alice, { to: bob.address, nonce })
    await this.#chain.pool.submit(transaction)
    this.#waiting = [...this.#waiting, transaction.hash]
    this.#accept(transaction.hash)
  }

  #accept(hash: Hash): void {
    this.#accepted.push(hash)
    for (const { isOfTransactions, expected } of this.#subscriptions) {
      if (isOfTransactions) expected.push(hash)
    }
  }

  #block(
    number: number,
    transactions: readonly [Hash, ...Hash[]],
    logsOf: (block: ModelBlock) => readonly ModelLog[],
  ): ModelBlock {
    const sealed = this.#chain.blocks.get(BigInt(number))
    expect(sealed?.transactions.map(({ hash }) => hash)).toEqual(transactions)
    const logs: ModelLog[] = []
    const [transaction] = transactions
    const block = { number, transaction, hash: sealed?.hash ?? transaction, logs }
    logs.push(...logsOf(block))
    return block
  }

  #enter(blocks: readonly ModelBlock[]): void {
    this.#moveTo([...this.#blocks, ...blocks])
  }

  #moveTo(blocks: readonly ModelBlock[]): void {
    const { left, entered } = change(this.#blocks, blocks)
    this.#blocks = blocks
    for (const { expected, tell } of this.#subscriptions) expected.push(...tell(left, entered))
  }

  async #snapshot(keep: boolean): Promise<void> {
    const id = await this.#chain.snapshots.take({ keep })
    const now = { blocks: this.#blocks, nonce: this.#nonce, waiting: this.#waiting }
    this.#snapshots = [...this.#snapshots, { id, keep, ...now }]
  }

  async #revert(at: number): Promise<void> {
    const snapshot = this.#snapshots[at]
    if (snapshot === undefined) return
    expect(await this.#chain.snapshots.revert(snapshot.id)).toBe(true)
    this.#snapshots = this.#snapshots.filter(({ id, keep }) => id < snapshot.id || keep)
    this.#nonce = snapshot.nonce
    this.#waiting = snapshot.waiting
    this.#moveTo(snapshot.blocks)
  }

  async #addFilter(
    kind: ModelFilter['kind'],
    criteria: Criteria = {},
    range: Range = {},
  ): Promise<void> {
    const { fromBlock, toBlock } = range
    const isReversed =
      typeof fromBlock === 'number' && typeof toBlock === 'number' && fromBlock > toBlock
    const method = { logs: 'eth_newFilter', blocks: 'eth_newBlockFilter' } as const
    const adding =
      kind === 'logs'
        ? this.#request(method.logs, { ...criteria, ...encodeRange(range) })
        : this.#request(kind === 'blocks' ? method.blocks : 'eth_newPendingTransactionFilter')
    if (isReversed) {
      await expect(adding).rejects.toThrow('is greater than toBlock')
      return
    }
    const id = (await adding) as string
    // A filter of logs begins at its first block.
    const first = fromBlock === 'earliest' ? 0 : fromBlock
    const seen = typeof first === 'number' ? this.#blocks.slice(0, first) : this.#blocks
    const now = { seen, accepted: this.#accepted.length }
    this.#filters.push({ id, kind, criteria, range, ...now })
  }

  async #poll(filter: ModelFilter | undefined): Promise<void> {
    if (filter === undefined) return
    const answer: unknown[] = []
    for (;;) {
      const page = (await this.#request('eth_getFilterChanges', filter.id)) as readonly unknown[]
      answer.push(...page)
      if (filter.kind !== 'logs' || page.length < MAX_LOGS) break
      expect(page).toHaveLength(MAX_LOGS)
    }
    const { left, entered } = change(filter.seen, this.#blocks)
    filter.seen = this.#blocks
    const isWatched = ({ number }: ModelBlock): boolean => {
      const { fromBlock, toBlock } = filter.range
      if (typeof fromBlock === 'number' && number < fromBlock) return false
      return typeof toBlock !== 'number' || number <= toBlock
    }
    const expected = {
      logs: () => [
        ...logsIn(left.filter(isWatched), filter.criteria).map((log) => told(log, true)),
        ...logsIn(entered.filter(isWatched), filter.criteria).map((log) => told(log)),
      ],
      blocks: () => entered.map(({ hash }) => hash),
      transactions: () => this.#accepted.slice(filter.accepted),
    }
    expect(answer).toEqual(expected[filter.kind]())
    filter.accepted = this.#accepted.length
  }

  async #filterLogs(filter: ModelFilter | undefined): Promise<void> {
    if (filter === undefined) return
    const asking = this.#request('eth_getFilterLogs', filter.id)
    if (filter.kind !== 'logs') {
      await expect(asking).rejects.toMatchObject({ code: -32000 })
      return
    }
    const newest = this.#blocks.length - 1
    const { fromBlock = 0, toBlock } = filter.range
    const first = fromBlock === 'latest' ? newest : fromBlock === 'earliest' ? 0 : fromBlock
    const last = typeof toBlock === 'number' ? Math.min(toBlock, newest) : newest
    const isOpen = filter.range.fromBlock === undefined || toBlock === undefined
    if (first > last) expect(await asking).toEqual([])
    else await this.#expectLogs(asking, filter.criteria, first, last, isOpen)
  }

  async #uninstall(at: number): Promise<void> {
    const [filter] = this.#filters.splice(at, 1)
    const id = filter?.id ?? '0x1234'
    expect(await this.#request('eth_uninstallFilter', id)).toBe(filter !== undefined)
    const asking = this.#request('eth_getFilterChanges', id)
    await expect(asking).rejects.toMatchObject({ code: -32000, message: 'filter not found' })
  }

  async #getLogs(criteria: Criteria, range: Range): Promise<void> {
    const asking = this.#request('eth_getLogs', { ...criteria, ...encodeRange(range) })
    const newest = this.#blocks.length - 1
    const numberOf = (ref: number | string): number =>
      typeof ref === 'number' ? ref : ref === 'earliest' ? 0 : newest
    const last = range.toBlock === undefined ? newest : numberOf(range.toBlock)
    const first = range.fromBlock === undefined ? Math.min(newest, last) : numberOf(range.fromBlock)
    const isOpen = range.fromBlock === undefined || range.toBlock === undefined
    const isReversed = first > last && range.toBlock !== undefined
    const isAhead = first > newest || last > newest
    if (
      isReversed &&
      (!isAhead || (range.fromBlock !== 'latest' && typeof range.toBlock === 'number'))
    ) {
      await expect(asking).rejects.toThrow('is greater than toBlock')
    } else if (isAhead) {
      await expect(asking).rejects.toThrow('is after latest available block')
    } else {
      await this.#expectLogs(asking, criteria, first, last, isOpen)
    }
  }

  async #expectLogs(
    asking: Promise<unknown>,
    criteria: Criteria,
    first: number,
    last: number,
    isOpen: boolean,
  ): Promise<void> {
    const logs = logsIn(this.#blocks.slice(first, last + 1), criteria)
    if (isOpen && logs.length > MAX_LOGS) {
      await expect(asking).rejects.toMatchObject({ code: -32005 })
    } else if (!isOpen && last - first + 1 > MAX_BLOCKS) {
      await expect(asking).rejects.toThrow('block range too large')
    } else {
      expect(await asking).toEqual(logs.map((log) => told(log)))
    }
  }

  async #logsOfBlock(criteria: Criteria, at: number): Promise<void> {
    const block = this.#blocks[at]
    const blockHash = block?.hash ?? word(0xff)
    const asking = this.#request('eth_getLogs', { ...criteria, blockHash })
    if (block === undefined) await expect(asking).rejects.toThrow('unknown block')
    else expect(await asking).toEqual(logsIn([block], criteria).map((log) => told(log)))
  }

  async #subscribe(
    params: readonly [kind: string, ...more: unknown[]],
    tell: ModelSubscription['tell'],
  ): Promise<void> {
    const id = (await this.#request('eth_subscribe', ...params)) as string
    const isOfTransactions = params[0] === 'newPendingTransactions'
    this.#subscriptions.push({ id, expected: [], tell, isOfTransactions })
  }

  async #unsubscribe(at: number): Promise<void> {
    const [subscription] = this.#subscriptions.splice(at, 1)
    if (subscription === undefined) return
    const { id, expected } = subscription
    expect(await this.#request('eth_unsubscribe', id)).toBe(true)
    this.#expectReceived(id, expected)
    await expect(this.#request('eth_unsubscribe', id)).rejects.toThrow('subscription not found')
  }

  #expectReceived(id: string, expected: readonly unknown[]): void {
    const received = this.#received.get(id) ?? []
    const short = received.map((item) => {
      const { topics, hash } = item as { topics?: unknown; hash?: unknown }
      return topics === undefined ? (hash ?? item) : item
    })
    expect(short).toEqual(expected)
  }
}

function encodeRange({ fromBlock, toBlock }: Range) {
  const encode = (ref: number | string): string => (typeof ref === 'number' ? toQuantity(ref) : ref)
  return {
    ...(fromBlock !== undefined && { fromBlock: encode(fromBlock) }),
    ...(toBlock !== undefined && { toBlock: encode(toBlock) }),
  }
}
