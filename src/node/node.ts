import type { Chain, ReadableChain } from '../chain/chain.ts'
import type { CosmosHashes } from '../chain/filters/cosmosHashes.ts'
import type { FilterSpace } from '../chain/filters/filterSpace.ts'
import type { LogLimits } from '../chain/history/logQuery.ts'
import type { Hex } from '../primitives/encoding/hex.ts'
import type { Logger } from '../primitives/logger.ts'
import type { Wallet } from './accounts/wallet.ts'
import type { Recorder } from './journal/recording.ts'
import type { Logging } from './logging.ts'
import type { Impersonations } from './named/impersonations.ts'
import type { Labels } from './named/labels.ts'
import type { NamedBranches } from './named/namedBranches.ts'
import type { NamedSnapshots } from './named/namedSnapshots.ts'
import type { ForkTarget } from './openFork.ts'
import type { LegacyMethods } from './options/legacyNames.ts'

/** Interface of a running node for the layers above. */
export interface Node {
  /** Another one after a {@link reset} to another fork. */
  readonly chain: Chain
  readonly wallet: Wallet
  /** Accounts that it sends transactions for without their keys. */
  readonly impersonations: Impersonations
  /** Filters of logs, blocks and transactions. */
  readonly filters: FilterSpace
  /** Filters of the legacy methods, with separate ids. */
  readonly legacyFilters: FilterSpace
  /** Index of EVM transactions by Cosmos hash. */
  readonly cosmosHashes: CosmosHashes
  /** Limits of log queries. */
  readonly logLimits: LogLimits
  /** Time limit of a trace whose request has none. */
  readonly traceTimeoutMs: number
  /** Enabled legacy methods and their names. */
  readonly legacy: LegacyMethods
  /** Result of `web3_clientVersion`. */
  readonly clientVersion: string
  /** Result of `eth_gasPrice` in wei, unless the next base fee is higher; undefined: computed. */
  readonly gasPrice: bigint | undefined
  /** Result of `net_version`. Undefined if it is the chain id. */
  readonly networkId: bigint | undefined
  /** Whether the gas price of Anvil's dialect has no tip. */
  readonly disableMinPriorityFee: boolean
  /** Whether sends of transactions that fail are errors in Ganache's dialect. */
  readonly vmErrorsOnRpcResponse: boolean
  /** Returns unique ids of filters and subscriptions. */
  newId(): Hex
  readonly logger: Logger
  /** Log output, shared with branches, as are the labels. */
  readonly logging: Logging
  readonly labels: Labels
  /** The chain's snapshots with their names. */
  readonly snapshots: NamedSnapshots
  /** Named branches of this node, and of the node that it is itself a named branch of. */
  readonly branches: NamedBranches<Node>
  /** Serializes and records changes; undefined if there is no recording. */
  readonly recorder: Recorder | undefined
  /** Creates a node on a branch of the chain, with the same wallet and limits, in constant time. */
  branch(): Promise<Node>
  /**
   * Creates a branch among {@link branches}.
   *
   * @throws BranchError BRANCH_EXISTS or TOO_MANY_BRANCHES
   */
  branchNamed(name: string): Promise<Node>
  /**
   * Restarts at block 0, without snapshots, impersonations and pending transactions. With a
   * target it forks that remote chain; without one it leaves a fork.
   *
   * @throws ChainError PAST_IN_USE; RemoteError, and nothing is changed
   */
  reset(target?: ForkTarget): Promise<void>
  /**
   * Calls a listener after a {@link reset} that replaced {@link chain}, until the returned function
   * is called.
   */
  onChain(listener: () => void): () => void
  /** Aborted when the node starts to close. */
  readonly closing: AbortSignal
  /** Also closes its branches. Idempotent. */
  close(): Promise<void>
}

/** Read-only interface of a node. */
export interface ReadableNode
  extends Omit<
    Node,
    | 'chain'
    | 'impersonations'
    | 'snapshots'
    | 'branches'
    | 'branch'
    | 'branchNamed'
    | 'reset'
    | 'close'
    | 'recorder'
  > {
  readonly chain: ReadableChain
  readonly impersonations: Readonly<Pick<Impersonations, 'isAuto' | 'accounts' | 'has'>>
  readonly snapshots: Pick<NamedSnapshots, 'list' | 'compare'>
  readonly branches: Pick<NamedBranches<Node>, 'list'>
}
