import { DomainError } from '../../primitives/domainError.ts'
import { isJsonObject, type Json } from '../../primitives/encoding/json.ts'
import type { Logger } from '../../primitives/logger.ts'
import { TimeSlice } from '../../primitives/time/timeSlice.ts'
import { toRpcError } from '../../rpc/errors/errorTable.ts'
import * as blockMethods from './blockMethods.ts'
import * as broadcastMethods from './broadcastMethods.ts'
import { CometError } from './cometError.ts'
import { type Caller, type CometMethod, readJsonParams, readUriParams } from './cometMethod.ts'
import type { CometScene } from './cometScene.ts'
import * as infoMethods from './infoMethods.ts'
import * as subscriptionMethods from './subscriptionMethods.ts'
import * as transactionMethods from './transactionMethods.ts'

const { nodeInfo: _info, ...info } = infoMethods
const { findTransaction: _find, searchTransactions: _search, ...transactions } = transactionMethods

const methods: ReadonlyMap<string, CometMethod> = new Map<string, CometMethod>(
  Object.entries({
    ...info,
    ...blockMethods,
    ...transactions,
    ...broadcastMethods,
    ...subscriptionMethods,
  }),
)

/** Names of the methods that HTTP has. */
export const httpMethods: readonly string[] = [...methods]
  .filter(([, { needsWebSocket }]) => !needsWebSocket)
  .map(([name]) => name)

/** CometBFT's id of requests with a query string. */
const URI_ID = -1

/** An answer to a request. */
export interface CometAnswer {
  readonly json: Json
  readonly isError: boolean
}

/** Answers requests of CometBFT's RPC. */
export class CometDispatcher {
  readonly #scene: CometScene
  readonly #logger: Logger
  readonly #batchLimit: number

  /** @param batchLimit most requests of a batch */
  constructor(scene: CometScene, logger: Logger, batchLimit: number) {
    this.#scene = scene
    this.#logger = logger
    this.#batchLimit = batchLimit
  }

  /**
   * Answers a body: a request or a batch. Undefined for notifications alone.
   *
   * @param subscriber the subscriptions of the connection, if it has any
   */
  async body(text: string, subscriber?: Caller['subscriber']): Promise<CometAnswer | undefined> {
    let parsed: unknown
    try {
      parsed = JSON.parse(text)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      return failure(null, new CometError(-32700, `error unmarshalling request: ${reason}`))
    }
    if (!Array.isArray(parsed)) return this.#request(parsed, subscriber)
    if (parsed.length > this.#batchLimit) {
      const reason = `batch request exceeds maximum (${this.#batchLimit}) allowed number of requests`
      return failure(null, new CometError(-32600, reason))
    }
    const answers: Json[] = []
    const slice = new TimeSlice()
    for (const each of parsed) {
      if (slice.isExpired) await slice.yield()
      const answer = await this.#request(each, subscriber)
      if (answer !== undefined) answers.push(answer.json)
    }
    return answers.length === 0 ? undefined : { json: answers, isError: false }
  }

  /** Answers a request with a query string; undefined for an unknown method. */
  async uri(name: string, query: URLSearchParams): Promise<CometAnswer | undefined> {
    const method = methods.get(name)
    if (method === undefined || method.needsWebSocket) return undefined
    return this.#answer(URI_ID, () =>
      method.run(this.#scene, readUriParams(method, query), { id: URI_ID, subscriber: undefined }),
    )
  }

  async #request(
    given: unknown,
    subscriber: Caller['subscriber'],
  ): Promise<CometAnswer | undefined> {
    const id = isJsonObject(given) ? idOf(given.id) : undefined
    if (!isJsonObject(given) || typeof given.method !== 'string') {
      const reason = 'invalid request: want an object with a method'
      return failure(id ?? null, new CometError(-32600, reason))
    }
    const { method: name, params } = given
    // A notification.
    if (id === undefined) return undefined
    return this.#answer(id, () => {
      const method = methods.get(name)
      if (method === undefined || (method.needsWebSocket && subscriber === undefined)) {
        throw new CometError(-32601)
      }
      return method.run(this.#scene, readJsonParams(method, params), { id, subscriber })
    })
  }

  async #answer(id: Json, run: () => Json | Promise<Json>): Promise<CometAnswer> {
    try {
      return { json: { jsonrpc: '2.0', id, result: await run() }, isError: false }
    } catch (error) {
      return failure(id, this.#errorOf(error))
    }
  }

  #errorOf(error: unknown): CometError {
    if (error instanceof CometError) return error
    if (error instanceof DomainError) {
      return new CometError(-32603, toRpcError(error.details)?.message ?? error.message)
    }
    this.#logger.error('a request to the port of CometBFT failed', error)
    return new CometError(-32603, 'internal error')
  }
}

function failure(id: Json, { code, message, data }: CometError): CometAnswer {
  const error = { code, message, ...(data !== undefined && { data }) }
  return { json: { jsonrpc: '2.0', id, error }, isError: true }
}

function idOf(id: unknown): Json | undefined {
  return typeof id === 'string' || typeof id === 'number' ? id : undefined
}
