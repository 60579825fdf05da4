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
import type { LegacyMethods } from './options/legacyNames.ts'

/** What a running node offers to the layers above it. */
export interface Node {
  readonly chain: Chain
  readonly wallet: Wallet
  /** For whom it sends transactions without their keys. */
  readonly impersonations: Impersonations
  /** Filters of logs, blocks and transactions that clients poll. */
  readonly filters: FilterSpace
  /** Those of the legacy methods, whose ids mean nothing to the others. */
  readonly legacyFilters: FilterSpace
  /** Finds EVM transactions by the hashes that they have for Cosmos. */
  readonly cosmosHashes: CosmosHashes
  /** How much one query for logs may ask for. */
  readonly logLimits: LogLimits
  /** Which legacy methods may be called, and under which names. */
  readonly legacy: LegacyMethods
  /** What `web3_clientVersion` answers. */
  readonly clientVersion: string
  /**
   * What `eth_gasPrice` answers unless the next base fee is higher, in wei; undefined: what it
   * finds best.
   */
  readonly gasPrice: bigint | undefined
  /** Gives the ids of filters and subscriptions, each another one. */
  newId(): Hex
  readonly logger: Logger
  /** What it tells of what happens, shared with its branches, as are the labels. */
  readonly logging: Logging
  readonly labels: Labels
  /** The chain's snapshots, and their names. */
  readonly snapshots: NamedSnapshots
  /**
   * Branches that clients reach by their names: those of this node, and of the node that it is
   * itself a named branch of.
   */
  readonly branches: NamedBranches<Node>
  /** Through whom each change goes that is to be recorded; undefined: none is. */
  readonly recorder: Recorder | undefined
  /**
   * A node of its own around a branch of the chain, with the same wallet and limits. Costs the same
   * whatever the state's size.
   */
  branch(): Promise<Node>
  /**
   * The same, among {@link branches} under a name.
   *
   * @throws BranchError BRANCH_EXISTS or TOO_MANY_BRANCHES
   */
  branchNamed(name: string): Promise<Node>
  /**
   * Begins anew with block 0, as after the start: without snapshots, impersonations and what waits.
   *
   * @throws ChainError PAST_IN_USE
   */
  reset(): Promise<void>
  /** Aborted when the node begins to close. */
  readonly closing: AbortSignal
  /** Closes its branches, too. Idempotent. */
  close(): Promise<void>
}

/** A node for those who change nothing of what its chain is made of. */
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
