import { setTimeout as pause } from 'node:timers/promises'
import { RemoteError } from '../remoteError.ts'
import type { RemoteUrl } from '../remoteUrl.ts'
import { BatchSender, type SenderOptions } from './batchSender.ts'
import { type CallOptions, type RpcCall, type Sent, troubleError } from './rpcCall.ts'

/** Calls of a batch until the remote refuses one of that size. */
const MAX_BATCH = 200
/** Share of a round trip that calls wait for others while one is under way, and the most. */
const WINDOW_SHARE = 0.1
const MAX_WINDOW_MS = 5
/** Weight of the newest round trip in the mean. */
const NEWEST_SHARE = 0.2
/** Longest pause before a repetition. */
const MAX_PAUSE_MS = 30_000

/** Settings of a client. */
export interface RpcClientOptions extends SenderOptions {
  /** Repetitions of a call after failures that may pass. */
  readonly retries: number
  /** First pause before a repetition, which doubles. */
  readonly retryBackoffMs: number
  /** What an earlier client learned. */
  readonly maxBatch: number | undefined
}

/**
 * A client of JSON-RPC over HTTP. The calls of one turn of the event loop go out in one batch,
 * equal calls in flight are one, and failures that may pass are repeated.
 */
export class RpcClient {
  readonly url: RemoteUrl
  readonly #options: RpcClientOptions
  readonly #sender: BatchSender
  readonly #inFlight = new Map<string, Promise<unknown>>()
  readonly #abort = new AbortController()
  #queue: RpcCall[] = []
  #lastId = 0
  /** HTTP requests under way, and the mean time that one takes. */
  #underWay = 0
  #meanMs = 0
  #maxBatch: number

  constructor(url: RemoteUrl, options: RpcClientOptions) {
    this.url = url
    this.#options = options
    this.#sender = new BatchSender(url, options)
    this.#maxBatch = options.maxBatch ?? MAX_BATCH
  }

  /** Calls of a batch that the remote accepts; undefined if it never refused any. */
  get learnedBatch(): number | undefined {
    return this.#maxBatch === MAX_BATCH ? undefined : this.#maxBatch
  }

  /** @throws RemoteError */
  call(method: string, params: readonly unknown[], options: CallOptions = {}): Promise<unknown> {
    const key = JSON.stringify([method, params, options])
    const running = this.#inFlight.get(key)
    if (running !== undefined) return running
    const result = new Promise<unknown>((resolve, reject) => {
      if (this.#abort.signal.aborted) {
        reject(closedError(method))
        return
      }
      if (this.#queue.length === 0) this.#flushSoon()
      this.#queue.push({ id: ++this.#lastId, method, params, options, resolve, reject })
    })
    this.#inFlight.set(key, result)
    const forget = () => void this.#inFlight.delete(key)
    result.then(forget, forget)
    return result
  }

  /** Rejects all calls and closes all connections. */
  close(): void {
    this.#abort.abort()
    this.#sender.close()
    for (const call of this.#queue.splice(0)) call.reject(closedError(call.method))
  }

  /** At the end of this turn; a little later if others are likely to come: one is under way. */
  #flushSoon(): void {
    const windowMs = Math.min(this.#meanMs * WINDOW_SHARE, MAX_WINDOW_MS)
    if (this.#underWay > 0 && windowMs >= 1) setTimeout(() => this.#flush(), windowMs)
    else setImmediate(() => this.#flush())
  }

  #flush(): void {
    for (const part of parts(this.#queue.splice(0), this.#maxBatch)) void this.#settle(part)
  }

  /** Settles all calls. Never rejects. */
  async #settle(calls: readonly RpcCall[]): Promise<void> {
    let rest = calls
    let askedMs = 0
    for (let failures = 0; rest.length > 0; failures++) {
      const { retryable, refused, pauseMs, mayBeBatch } = await this.#send(rest)
      if (refused.length > 0) await this.#settleInParts(refused)
      rest = retryable.map(({ call }) => call)
      if (rest.length === 0) return
      if (mayBeBatch && failures > 0 && rest.length > 1) return this.#settleInParts(rest)
      askedMs += pauseMs ?? 0
      if (askedMs > this.#options.timeoutMs) {
        for (const { call, error } of retryable) call.reject(this.#impatient(error, askedMs))
        return
      }
      if (failures >= this.#options.retries || !(await this.#backOff(failures, pauseMs))) {
        for (const { call, error } of retryable) call.reject(error)
        return
      }
      this.#options.counts.retries++
    }
  }

  /** Finds how many calls the remote takes at a time, with one request after the other. */
  async #settleInParts(calls: readonly RpcCall[]): Promise<void> {
    let size = calls.length
    let sent: Sent
    do {
      size = Math.max(1, size >> 2)
      sent = await this.#send(calls.slice(0, size))
    } while (size > 1 && (sent.refused.length > 0 || sent.mayBeBatch))
    const { retryable, trouble, mayBeBatch } = sent
    if (size === 1 && (trouble !== undefined || mayBeBatch)) {
      // The batch was not the cause.
      for (const { call, error } of retryable) call.reject(error)
      const cause = trouble ?? { code: 'REMOTE_UNREACHABLE', reason: 'HTTP status 500' }
      for (const call of calls) call.reject(troubleError(call, cause, this.url.shown))
      return
    }
    this.#maxBatch = Math.min(this.#maxBatch, size)
    const left = [...retryable.map(({ call }) => call), ...calls.slice(size)]
    await Promise.all(parts(left, this.#maxBatch).map((part) => this.#settle(part)))
  }

  async #send(calls: readonly RpcCall[]): Promise<Sent> {
    const waitMs = this.#sender.reserve(calls.length)
    if (waitMs > 0) await this.#wait(waitMs)
    const sent = this.#abort.signal.aborted ? undefined : await this.#timed(calls)
    if (sent !== undefined && !this.#abort.signal.aborted) return sent
    const retryable = calls.map((call) => ({ call, error: closedError(call.method) }))
    return { retryable, refused: [] }
  }

  async #timed(calls: readonly RpcCall[]): Promise<Sent> {
    const began = performance.now()
    this.#underWay++
    const sent = await this.#sender.send(calls)
    this.#underWay--
    const ms = performance.now() - began
    this.#meanMs += (ms - this.#meanMs) * (this.#meanMs === 0 ? 1 : NEWEST_SHARE)
    return sent
  }

  /** Says that the remote asks for longer pauses than the client waits. */
  #impatient(error: RemoteError, askedMs: number): RemoteError {
    const { details } = error
    if (details.code !== 'REMOTE_UNREACHABLE') return error
    const wait = `it asks to wait ${askedMs / 1000} s`
    const limit = `more than the time-out of ${this.#options.timeoutMs / 1000} s`
    return new RemoteError({ ...details, reason: `${details.reason}, and ${wait}, ${limit}` })
  }

  /** Returns false if the client was closed meanwhile. */
  async #backOff(failures: number, askedMs: number | undefined): Promise<boolean> {
    const ms = Math.min(this.#options.retryBackoffMs * 2 ** failures, MAX_PAUSE_MS)
    return this.#wait(askedMs === 0 ? 0 : Math.max(ms, askedMs ?? 0))
  }

  async #wait(ms: number): Promise<boolean> {
    if (this.#abort.signal.aborted) return false
    try {
      await pause(ms, undefined, { signal: this.#abort.signal })
      return true
    } catch {
      return false
    }
  }
}

function closedError(method: string): RemoteError {
  return new RemoteError({ code: 'REMOTE_CLOSED', method })
}

function parts<T>(whole: readonly T[], size: number): readonly T[][] {
  const count = Math.ceil(whole.length / size)
  return Array.from({ length: count }, (_, i) => whole.slice(i * size, (i + 1) * size))
}
