import type { Hash } from '../../primitives/encoding/hex.ts'
import type { RemoteChain } from '../../remote/remoteChain.ts'
import type { NativeSendRequest } from '../native/nativeClient.ts'
import type { NodeConfig, OptionName } from '../options/config.ts'
import type { DialectName } from '../options/dialectNames.ts'
import { optionGroups } from '../options/optionGroups.ts'

/** Version of the journal format. */
export const JOURNAL_FORMAT = 1

/** First line of a journal: the initial state of the chain. */
export interface JournalHeader {
  readonly format: typeof JOURNAL_FORMAT
  /** Version of the recording node. */
  readonly rockpool: string
  /** Options that affect the chain, as given. Includes the mnemonic unless it is the default. */
  readonly options: Readonly<Partial<Record<OptionName, unknown>>>
  readonly genesis: unknown
  /** Whether the genesis is custom rather than the package's. */
  readonly isOwnGenesis: boolean
  /** Whether the chain was on disk, where some changes fail that succeed in memory. */
  readonly isOnDisk: boolean
  /** The remote chain of a fork; absent without one. */
  readonly fork?: JournalFork
  /** Number and hash of the first block. */
  readonly block: number
  readonly hash: Hash
}

/** The remote chain of a fork, without anything secret. */
export interface JournalFork {
  /** Without credentials. */
  readonly url: string
  /** Of the remote chain, in decimal digits. */
  readonly chainId: string
  /** Number and hash of the forked block. */
  readonly number: number
  readonly hash: Hash
  /** Whether the remote is a Sei chain. */
  readonly isSei: boolean
}

/** A change of the chain: a request, or a call in process without one. */
export type JournalEvent = JournalRequest | JournalCall

/** A request. `compat` is its dialect if it is not the node's own, because units differ. */
export interface JournalRequest {
  readonly method: string
  readonly params?: unknown
  readonly compat?: DialectName
}

/** A call in process, or a block of a timer. */
export type JournalCall =
  | { readonly call: 'branch' }
  | { readonly call: 'close' }
  | { readonly call: 'timer' }
  | { readonly call: 'nativeSend'; readonly request: NativeSendRequest }
  | { readonly call: 'nativeBroadcast'; readonly bytes: string }

/** A line of a journal: a change and the chain's newest block after it. */
export interface JournalEntry {
  readonly event: JournalEvent
  /** Chain: 0 is the node's own, then its branches in order of creation. */
  readonly branch: number
  /** The machine's clock in seconds since 1970. */
  readonly time: number
  /** Newest block after the change; undefined if the chain was closed. */
  readonly head: JournalHead | undefined
  /** Message of a failure; undefined after success. */
  readonly error: string | undefined
}

/** Position of a chain. */
export interface JournalHead {
  readonly block: number
  readonly hash: Hash
}

/**
 * Options of other groups that affect the chain: those that complete transactions, which methods
 * exist, and the rules of a fork.
 */
const FURTHER: readonly OptionName[] = [
  'keep',
  'callGasCap',
  'gasPrice',
  'legacyPrefix',
  'enabledLegacyNativeApis',
  'forkTransactionHash',
  'seiRules',
]
const GROUPS = ['Chain', 'Accounts', 'Mining and time']
/** Options with another form in the header. */
const ELSEWHERE: readonly OptionName[] = ['genesis', 'profile', 'mnemonicRandom']

/**
 * Returns the options that affect the chain, as given.
 *
 * @param mnemonic of the node
 */
export function journalOptions(config: NodeConfig, mnemonic: string): JournalHeader['options'] {
  const names = [...GROUPS.flatMap((group) => optionGroups.get(group) ?? []), ...FURTHER]
  const given = names
    .filter((name) => config.raw[name] !== undefined && !ELSEWHERE.includes(name))
    .map((name) => [name, config.raw[name]] as const)
  return {
    ...Object.fromEntries(given),
    ...(config.mnemonicRandom !== undefined && { mnemonic }),
  }
}

/** Returns what a replay needs to open the same fork. */
export function journalFork({ url, chainId, block, isSei }: RemoteChain): JournalFork {
  const { number, hash } = block
  return { url, chainId: String(chainId), number: Number(number), hash, isSei }
}
