import type { Chain } from '../chain/chain.ts'
import type { CosmosHashes } from '../chain/cosmosHashes.ts'
import type { FilterSpace } from '../chain/filters/filterSpace.ts'
import type { LogLimits } from '../chain/logQuery.ts'
import type { Logger } from '../primitives/logger.ts'
import type { LegacyMethods } from './legacyNames.ts'
import type { Wallet } from './wallet.ts'

/** What a running node offers to the layers above it. */
export interface Node {
  readonly chain: Chain
  readonly wallet: Wallet
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
  readonly logger: Logger
  close(): Promise<void>
}
