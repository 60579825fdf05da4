import type { Hash } from '../../primitives/encoding/hex.ts'
import type { NativeSendRequest } from '../native/nativeClient.ts'
import type { NodeConfig, OptionName } from '../options/config.ts'
import type { DialectName } from '../options/dialectNames.ts'
import { optionGroups } from '../options/optionGroups.ts'

/** Number of the format that is written, and the only one that is read. */
export const JOURNAL_FORMAT = 1

/** The first line of a journal: what the chain began with. */
export interface JournalHeader {
  readonly format: typeof JOURNAL_FORMAT
  /** Version of the node that wrote it. */
  readonly rockpool: string
  /**
   * Options on which the chain depends, as they were given. The mnemonic is among them, where it is
   * not the default one.
   */
  readonly options: Readonly<Partial<Record<OptionName, unknown>>>
  readonly genesis: unknown
  /** Whether the genesis is the user's own, and not the package's. */
  readonly isOwnGenesis: boolean
  /** Whether the chain was in a directory, where some changes are refused that memory allows. */
  readonly isOnDisk: boolean
  /** Number and hash of the block that it began with. */
  readonly block: number
  readonly hash: Hash
}

/** What changes a chain: a request, or a call in process that no request stands for. */
export type JournalEvent = JournalRequest | JournalCall

/**
 * A request. `compat` is the dialect that was spoken, where it is not the node's own: some mean
 * other units.
 */
export interface JournalRequest {
  readonly method: string
  readonly params?: unknown
  readonly compat?: DialectName
}

/** A call in process, or the block of a timer. */
export type JournalCall =
  | { readonly call: 'branch' }
  | { readonly call: 'close' }
  | { readonly call: 'timer' }
  | { readonly call: 'nativeSend'; readonly request: NativeSendRequest }
  | { readonly call: 'nativeBroadcast'; readonly bytes: string }

/** A line of a journal: what happened, and where the chain was then. */
export interface JournalEntry {
  readonly event: JournalEvent
  /** Which chain: 0 is the node's own, then its branches in the order in which they were made. */
  readonly branch: number
  /** What the machine's clock said: seconds since 1970. */
  readonly time: number
  /** The newest block when it was done; undefined: the chain was closed. */
  readonly head: JournalHead | undefined
  /** Why it was refused; undefined: it was not. */
  readonly error: string | undefined
}

/** Where a chain is. */
export interface JournalHead {
  readonly block: number
  readonly hash: Hash
}

/**
 * Options of other groups on which a chain depends: those that complete a transaction, and which
 * methods there are.
 */
const FURTHER: readonly OptionName[] = [
  'keep',
  'callGasCap',
  'gasPrice',
  'legacyPrefix',
  'enabledLegacyNativeApis',
]
const GROUPS = ['Chain', 'Accounts', 'Mining and time']
/** What stands in the header in another form. */
const ELSEWHERE: readonly OptionName[] = ['genesis', 'mnemonicRandom']

/**
 * The options that a chain depends on, as they were given.
 *
 * @param mnemonic that it was made with
 */
export function journalOptions(config: NodeConfig, mnemonic: string): JournalHeader['options'] {
  const names = [...GROUPS.flatMap((group) => optionGroups.get(group) ?? []), ...FURTHER]
  const given = names
    .filter((name) => config.given.has(name) && !ELSEWHERE.includes(name))
    .map((name) => [name, config.raw[name]] as const)
  return {
    ...Object.fromEntries(given),
    ...(config.mnemonicRandom !== undefined && { mnemonic }),
  }
}
