import type { Hex } from '../primitives/encoding/hex.ts'
import { askFinal } from './askFinal.ts'
import type { AnswerCache } from './cache/answerCache.ts'
import type { CacheDirectory } from './cache/cacheDirectory.ts'
import type { StateCache } from './cache/stateCache.ts'
import type { TrafficCounts } from './client/trafficCounts.ts'
import { checkFinalAnswer, hasCheck } from './finalAnswers.ts'
import type { Pin } from './pinBlock.ts'
import { probeNode } from './probeNode.ts'
import { readBlock, readQuantity } from './remoteAnswers.ts'
import type { AnswerCheck, RemoteBlock, RemoteChain, RemoteReplay } from './remoteChain.ts'
import { RemoteError } from './remoteError.ts'
import { RemoteNode } from './remoteNode.ts'
import type { RemoteStats } from './remoteStats.ts'
import { parseRemoteUrl } from './remoteUrl.ts'
import { type CacheCounts, ForkedState } from './state/forkedState.ts'

/** Parts of a live chain. */
export interface LiveChainParts {
  readonly node: RemoteNode
  readonly chainId: bigint
  readonly isSei: boolean
  readonly hasClz: boolean | undefined
  readonly bech32Prefix: string | undefined
  readonly pin: Pin
  readonly cache: StateCache
  readonly answers: AnswerCache
  readonly directory: CacheDirectory | undefined
  readonly counts: TrafficCounts & CacheCounts
}

/** {@link RemoteChain} over a node and its caches. */
export class LiveChain implements RemoteChain {
  readonly chainId: bigint
  readonly isSei: boolean
  readonly hasClz: boolean | undefined
  readonly bech32Prefix: string | undefined
  readonly block: RemoteBlock
  readonly replay: RemoteReplay | undefined
  readonly state: ForkedState
  readonly #parts: LiveChainParts
  #node: RemoteNode

  constructor(parts: LiveChainParts) {
    const { node, chainId, isSei, hasClz, bech32Prefix, pin, cache, counts } = parts
    this.chainId = chainId
    this.isSei = isSei
    this.hasClz = hasClz
    this.bech32Prefix = bech32Prefix
    this.block = pin.block
    this.replay = pin.replay
    this.state = new ForkedState(node, pin.block, cache, { isSei, counts })
    this.#parts = parts
    this.#node = node
  }

  get url(): string {
    return this.#node.url.shown
  }

  get source(): string {
    return this.#node.url.source
  }

  get retryBackoffMs(): number {
    return this.#node.settings.retryBackoffMs
  }

  get stats(): RemoteStats {
    return { ...this.#parts.counts }
  }

  request(method: string, params: readonly unknown[]): Promise<unknown> {
    return this.#node.call(method, params)
  }

  async requestFinal(
    method: string,
    params: readonly unknown[],
    check?: AnswerCheck,
  ): Promise<unknown> {
    const { answers } = this.#parts
    const key = JSON.stringify([method, params])
    const known = await answers.get(key)
    if (known !== undefined) {
      if ((await whyWrong(method, params, known.answer, check)) === undefined) return known.answer
      answers.forget(key)
    }
    const node = this.#node
    const answer = await askFinal(node, method, params)
    const reason = await whyWrong(method, params, answer, check)
    if (reason !== undefined) throw node.nonsense(method, reason)
    if (answer !== null && hasCheck(method)) answers.put(key, answer)
    return answer
  }

  async setUrl(text: string): Promise<void> {
    const { settings } = this.#node
    const url = parseRemoteUrl(text)
    const facts = (await this.#parts.directory?.readFacts(url)) ?? {}
    const next = new RemoteNode(url, settings, facts)
    try {
      await Promise.all([this.#checkChain(next), this.#checkBlock(next), probeNode(next)])
    } catch (error) {
      next.close()
      throw error
    }
    await this.#saveFacts()
    this.#node.close()
    this.#node = next
    this.state.node = next
  }

  async close(): Promise<void> {
    const { cache, answers } = this.#parts
    this.#node.close()
    await Promise.all([cache.flush(), answers.flush(), this.#saveFacts()])
  }

  async #saveFacts(): Promise<void> {
    await this.#parts.directory?.addFacts(this.#node.url, this.#node.facts)
  }

  /** @throws RemoteError */
  async #checkChain(node: RemoteNode): Promise<void> {
    const chainId = await node.ask('eth_chainId', [], readQuantity)
    if (chainId === this.chainId) return
    throw otherChain(node, `it has the chain id ${chainId}, the fork ${this.chainId}`)
  }

  /** @throws RemoteError */
  async #checkBlock(node: RemoteNode): Promise<void> {
    const { number, hash } = this.block
    const found = await node.ask('eth_getBlockByHash', [hash satisfies Hex, false], (answer) =>
      answer === null ? undefined : readBlock(answer),
    )
    if (found?.hash !== hash) throw otherChain(node, `it does not have block ${number}, ${hash}`)
  }
}

/** Undefined for a right answer. */
async function whyWrong(
  method: string,
  params: readonly unknown[],
  answer: unknown,
  check: AnswerCheck | undefined,
): Promise<string | undefined> {
  try {
    checkFinalAnswer(method, params, answer)
    await check?.(answer)
    return undefined
  } catch (error) {
    if (error instanceof RangeError) return error.message
    throw error
  }
}

function otherChain(node: RemoteNode, reason: string): RemoteError {
  return new RemoteError({ code: 'BAD_FORK', url: node.url.shown, reason })
}
