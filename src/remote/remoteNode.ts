import type { RemoteFacts } from './cache/cacheDirectory.ts'
import type { CallOptions } from './client/rpcCall.ts'
import { RpcClient, type RpcClientOptions } from './client/rpcClient.ts'
import { RemoteError } from './remoteError.ts'
import type { RemoteUrl } from './remoteUrl.ts'
import type { Secrets } from './secrets.ts'

/** Most characters of a reason: enough for two hashes. */
const SHOWN = 240

/** Settings of the client, which stay when the URL changes. */
export type NodeSettings = Omit<RpcClientOptions, 'maxBatch'> & {
  /** Never sends anything. */
  readonly isOffline: boolean
}

/** The node behind a URL, and what was learned about it. */
export class RemoteNode {
  readonly settings: NodeSettings
  readonly url: RemoteUrl
  readonly #client: RpcClient
  readonly #secrets: Secrets
  #facts: RemoteFacts

  /** @param facts what earlier runs learned */
  constructor(url: RemoteUrl, settings: NodeSettings, facts: RemoteFacts) {
    this.url = url
    this.settings = settings
    this.#client = new RpcClient(url, { ...settings, maxBatch: facts.maxBatch })
    this.#secrets = url.secrets.withHeaders(settings.headers)
    this.#facts = facts
  }

  get facts(): RemoteFacts {
    const { learnedBatch: maxBatch } = this.#client
    return { ...this.#facts, ...(maxBatch !== undefined && { maxBatch }) }
  }

  learn(facts: RemoteFacts): void {
    this.#facts = { ...this.#facts, ...facts }
  }

  /** @throws RemoteError */
  call(method: string, params: readonly unknown[], options?: CallOptions): Promise<unknown> {
    if (!this.settings.isOffline) return this.#client.call(method, params, options)
    return Promise.reject(this.offline(`${method} ${JSON.stringify(params)}`))
  }

  /** Makes the error of what the cache lacks. */
  offline(missing: string): RemoteError {
    return new RemoteError({ code: 'REMOTE_OFFLINE', url: this.url.shown, missing })
  }

  /**
   * Calls a method and reads its result.
   *
   * @param read throws a RangeError with the reason if it is not what the method returns
   * @throws RemoteError
   */
  async ask<T>(
    method: string,
    params: readonly unknown[],
    read: (result: unknown) => T,
    options?: CallOptions,
  ): Promise<T> {
    const result = await this.call(method, params, options)
    try {
      return read(result)
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      throw this.nonsense(method, error.message)
    }
  }

  /**
   * Makes the error of an answer that is not what the method returns.
   *
   * @param unsafe the reason, which may quote the answer in full
   */
  nonsense(method: string, unsafe: string): RemoteError {
    // Cut after scrubbing: a part of a secret would stay.
    const words = this.#secrets.scrub(unsafe).replaceAll(/\p{Cc}/gu, ' ')
    const reason = words.length > SHOWN ? `${words.slice(0, SHOWN)}…` : words
    return new RemoteError({ code: 'BAD_REMOTE_ANSWER', method, url: this.url.shown, reason })
  }

  /** Rejects all calls and closes all connections. */
  close(): void {
    this.#client.close()
  }
}
