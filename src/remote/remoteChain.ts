import type { Address } from '../primitives/address.ts'
import type { Hash, Hex } from '../primitives/encoding/hex.ts'
import type { Logger } from '../primitives/logger.ts'
import type { RemoteState } from './remoteState.ts'
import type { RemoteStats } from './remoteStats.ts'

/** A JSON object as the remote answered it, with unknown fields. */
export type RemoteJson = Readonly<Record<string, unknown>>

/** A block of the remote chain. */
export interface RemoteBlock {
  readonly number: bigint
  readonly hash: Hash
  readonly parentHash: Hash
  /** Seconds since 1970. */
  readonly timestamp: bigint
  readonly gasLimit: bigint
  readonly gasUsed: bigint
  /** In wei; undefined before London. */
  readonly baseFeePerGas: bigint | undefined
  /** The whole block as answered, with hashes of its transactions. */
  readonly json: RemoteJson
}

/** Transactions to repeat on the forked block, so that the state is that after the last of them. */
export interface RemoteReplay {
  /** The block that contains them, whose parent is the forked block. */
  readonly block: RemoteBlock
  /** Transactions as answered, from the block's first to the one asked for. */
  readonly transactions: readonly RemoteJson[]
}

/** Throws a RangeError with the reason if the answer is wrong. */
export type AnswerCheck = (answer: unknown) => Promise<void>

/** A live chain, pinned at one block. */
export interface RemoteChain {
  /** URL without credentials, for logs and answers. */
  readonly url: string
  /** URL as given, with credentials: not for output. */
  readonly source: string
  readonly chainId: bigint
  /** First pause before a repetition, in milliseconds. */
  readonly retryBackoffMs: number
  /** The forked block. */
  readonly block: RemoteBlock
  /** Whether it has Sei's precompiles and rules: a chain id of Sei, or its precompiles answer. */
  readonly isSei: boolean
  /** Whether the opcode CLZ, of Osaka, exists at the forked block; undefined if unknown. */
  readonly hasClz: boolean | undefined
  /** Prefix of native addresses; undefined if the chain has none, or no account showed it. */
  readonly bech32Prefix: string | undefined
  /** With `transactionHash`: what the local chain repeats first. */
  readonly replay: RemoteReplay | undefined
  readonly state: RemoteState
  /** Counts since the start. */
  readonly stats: RemoteStats
  /**
   * Passes a request on. Requests of one turn of the event loop go out in one batch, equal requests
   * in flight are one.
   *
   * @throws RemoteError, with code and message of the remote if it answered with an error
   */
  request(method: string, params: readonly unknown[]): Promise<unknown>
  /**
   * As {@link request}, for an answer that never changes, such as a block at or before the forked
   * one. Memory and disk keep it. Null is not kept: the node may be behind.
   *
   * @param check a further check of the answer, before it is kept
   * @throws RemoteError, also if the answer is not about the block or transaction asked for
   */
  requestFinal(method: string, params: readonly unknown[], check?: AnswerCheck): Promise<unknown>
  /**
   * Replaces the URL by another, which must serve the same chain and block.
   *
   * @throws RemoteError and keeps the old URL
   */
  setUrl(url: string): Promise<void>
  /** Waits for writes of the disk cache and closes connections. Later requests fail. */
  close(): Promise<void>
}

/** What an earlier run found at the same place of a chain. */
export interface KnownBlock {
  readonly number: bigint
  readonly hash: Hash
  readonly isSei: boolean
}

/** How to reach the remote and where to fork. */
export interface RemoteOptions {
  /** `http(s)://…`, with user, password and `@BLOCK` as given. */
  readonly url: string
  /** Negative: that many blocks behind the newest. Default: the block in the URL, or the newest. */
  readonly blockNumber?: bigint
  /** Forks at the parent of this transaction's block; see {@link RemoteChain.replay}. */
  readonly transactionHash?: Hex
  /** Accounts that the fork reads at its start: loaded with the first request, if possible. */
  readonly accounts?: readonly Address[]
  /** An account that has a native address on every Sei chain: it shows their prefix. */
  readonly associated?: Address
  /** Saves the request for it. */
  readonly chainId?: bigint
  /** The forked block, if it must be this one. The cache then has it under any URL. */
  readonly known?: KnownBlock
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>
  /** Limit of one HTTP request, in milliseconds (default 45 000). */
  readonly timeoutMs?: number
  /** Repetitions after a failure that may pass (default 5). */
  readonly retries?: number
  /** First pause before a repetition, which doubles, in milliseconds (default 1000). */
  readonly retryBackoffMs?: number
  /**
   * Limit of Alchemy's compute units. Null: none. Default: Anvil's, 330, from the first refusal for
   * the rate on.
   */
  readonly computeUnitsPerSecond?: number | null
  /** Directory of the disk cache, or undefined for none. */
  readonly cacheDirectory?: string
  /** Answers from the disk cache alone. */
  readonly isOffline?: boolean
  /** Gets warnings about the cache. */
  readonly logger?: Logger
}
