import { RemoteError } from '../remoteError.ts'
import type { RemoteUrl } from '../remoteUrl.ts'
import type { Secrets } from '../secrets.ts'
import { type CallAnswer, readBatchAnswer } from './batchAnswer.ts'
import { type HttpAnswer, HttpEndpoint, NetworkFailure } from './httpEndpoint.ts'
import {
  isBatchError,
  isBehindError,
  isRateError,
  type RetryableCall,
  type RpcCall,
  type Sent,
  type Trouble,
  troubleError,
} from './rpcCall.ts'
import { Slots } from './slots.ts'
import type { TrafficCounts } from './trafficCounts.ts'
import { UnitLimiter } from './unitLimiter.ts'

/** HTTP requests at a time. */
const MAX_PARALLEL = 8
/** Statuses that may pass, whatever the body says. */
const PASSING: readonly number[] = [408, 425, 429, 502, 503, 504, 520, 521, 522, 523, 524]

/** Settings of a sender. */
export interface SenderOptions {
  readonly headers: Readonly<Record<string, string>>
  /** Limit of one HTTP request. */
  readonly timeoutMs: number
  /** As in {@link UnitLimiter}. */
  readonly unitsPerSecond: number | null | undefined
  readonly counts: TrafficCounts
}

/** Sends calls with one HTTP request, and settles those that have a final answer. */
export class BatchSender {
  readonly #url: RemoteUrl
  readonly #secrets: Secrets
  readonly #counts: TrafficCounts
  readonly #endpoint: HttpEndpoint
  readonly #limiter: UnitLimiter
  readonly #slots = new Slots(MAX_PARALLEL)

  constructor(url: RemoteUrl, options: SenderOptions) {
    const { authorization } = url
    const headers = { ...(authorization !== undefined && { authorization }), ...options.headers }
    this.#url = url
    this.#secrets = url.secrets.withHeaders(options.headers)
    this.#counts = options.counts
    this.#endpoint = new HttpEndpoint(url.endpoint, headers, options.timeoutMs)
    this.#limiter = new UnitLimiter(options.unitsPerSecond)
  }

  /** Returns how long these calls have to wait for their compute units, in milliseconds. */
  reserve(calls: number): number {
    return this.#limiter.take(calls, performance.now())
  }

  async send(calls: readonly RpcCall[]): Promise<Sent> {
    await this.#slots.take()
    try {
      const body = Buffer.from(bodyOf(calls), 'utf8')
      this.#counts.requests++
      this.#counts.calls += calls.length
      this.#counts.bytesSent += body.length
      const answer = await this.#endpoint.post(body)
      this.#counts.bytesReceived += answer.bytes
      return this.#read(calls, answer)
    } catch (error) {
      if (!(error instanceof NetworkFailure)) throw error
      // A node that answered before may be restarting. Of another the URL is wrong.
      if (error.isAbsent && this.#counts.bytesReceived === 0) {
        return this.#reject(calls, { code: 'REMOTE_UNREACHABLE', reason: error.message })
      }
      return this.#repeat(calls, error.message, error.isStale ? 0 : undefined)
    } finally {
      this.#slots.free()
    }
  }

  /** Closes all connections. Requests on them fail. */
  close(): void {
    this.#endpoint.close()
  }

  #read(calls: readonly RpcCall[], answer: HttpAnswer): Sent {
    const { status, text, retryAfterMs } = answer
    if (PASSING.includes(status)) {
      if (status === 429) this.#limiter.refused()
      return this.#repeat(calls, `HTTP status ${status}`, retryAfterMs)
    }
    const ids = calls.map(({ id }) => id)
    const read = readBatchAnswer(text, ids, this.#secrets)
    if (read.kind === 'calls') return this.#readCalls(calls, read.answers, retryAfterMs)
    if (status === 500) return { ...this.#repeat(calls, 'HTTP status 500'), mayBeBatch: true }
    const trouble = this.#troubleOf(answer, read.kind === 'refused' ? read.message : read.reason)
    // An error for the whole batch may be about its rate.
    if (read.kind === 'refused' && isRateError(read.code, read.message)) {
      this.#limiter.refused()
      return this.#repeat(calls, this.#secrets.scrub(read.message), retryAfterMs)
    }
    if (calls.length > 1) return { retryable: [], refused: calls, trouble }
    return this.#reject(calls, trouble)
  }

  #reject(calls: readonly RpcCall[], trouble: Trouble): Sent {
    for (const call of calls) call.reject(troubleError(call, trouble, this.#url.shown))
    return { retryable: [], refused: [], trouble }
  }

  #troubleOf({ status, location }: HttpAnswer, words: string): Trouble {
    const reason = this.#secrets.scrub(words)
    if (status < 300) return { code: 'BAD_REMOTE_ANSWER', reason }
    if (location !== undefined) {
      return { code: 'REMOTE_UNREACHABLE', reason: 'it redirects to another URL: use that one' }
    }
    return { code: 'REMOTE_UNREACHABLE', reason: `HTTP status ${status}, ${reason}` }
  }

  #repeat(calls: readonly RpcCall[], words: string, pauseMs?: number): Sent {
    const reason = this.#secrets.scrub(words)
    const retryable = calls.map((call) =>
      this.#retryable(call, { code: 'REMOTE_UNREACHABLE', reason }),
    )
    return { retryable, refused: [], pauseMs }
  }

  #retryable(call: RpcCall, trouble: Trouble): RetryableCall {
    return { call, error: troubleError(call, trouble, this.#url.shown) }
  }

  #readCalls(
    calls: readonly RpcCall[],
    answers: ReadonlyMap<number, CallAnswer>,
    pauseMs: number | undefined,
  ): Sent {
    const retryable: RetryableCall[] = []
    const refused: RpcCall[] = []
    for (const call of calls) {
      const answer = answers.get(call.id) ?? { kind: 'nonsense', reason: 'no answer to the call' }
      const rest = this.#settle(call, answer, calls.length > 1)
      if (rest === 'refused') refused.push(call)
      else if (rest !== undefined) retryable.push(rest)
    }
    return { retryable, refused, pauseMs }
  }

  /** Settles a call, unless it is to be repeated. */
  #settle(
    call: RpcCall,
    answer: CallAnswer,
    isInBatch: boolean,
  ): RetryableCall | 'refused' | undefined {
    const { needsBlock = false, isNullBehind = false } = call.options
    if (answer.kind === 'result') {
      if (answer.result === null && isNullBehind) {
        return this.#retryable(call, { code: 'REMOTE_LACKS_BLOCK', reason: 'it answers null' })
      }
      call.resolve(answer.result)
      return undefined
    }
    if (answer.kind === 'nonsense') {
      const reason = this.#secrets.scrub(answer.reason)
      call.reject(troubleError(call, { code: 'BAD_REMOTE_ANSWER', reason }, this.#url.shown))
      return undefined
    }
    const { code: rpcCode, message: words } = answer
    const message = this.#secrets.scrub(words)
    const data = this.#secrets.scrubJson(answer.data)
    if (isRateError(rpcCode, words)) {
      this.#limiter.refused()
      return this.#retryable(call, { code: 'REMOTE_UNREACHABLE', reason: message })
    }
    if (isInBatch && isBatchError(words)) return 'refused'
    if (needsBlock && isBehindError(rpcCode, words)) {
      return this.#retryable(call, { code: 'REMOTE_LACKS_BLOCK', reason: message })
    }
    const { method } = call
    const details = { code: 'REMOTE_ANSWERED_ERROR', method, rpcCode, message, data } as const
    call.reject(new RemoteError(details))
    return undefined
  }
}

function bodyOf(calls: readonly RpcCall[]): string {
  const texts = calls.map(({ id, method, params }) =>
    JSON.stringify({ jsonrpc: '2.0', id, method, params }),
  )
  return texts.length === 1 ? (texts[0] ?? '') : `[${texts.join(',')}]`
}
