import { type BlockSealer, engineSealer } from '../chain/block/blockSealer.ts'
import type { Chain } from '../chain/chain.ts'
import type { ChainSettings } from '../chain/chainCore.ts'
import { createChain, openChain } from '../chain/createChain.ts'
import { DEFAULT_FILTER_IDLE_MS, DEFAULT_MAX_FILTERS } from '../chain/filters/filterSpace.ts'
import type { Genesis } from '../chain/genesis/genesis.ts'
import { DEFAULT_LOG_LIMITS, type LogLimits } from '../chain/history/logQuery.ts'
import type { MiningConfig } from '../chain/mining/miningConfig.ts'
import { createEngineExecutor } from '../evm/engine/engineExecutor.ts'
import { chainPrecompiles } from '../evm/precompiles/chainPrecompiles.ts'
import {
  NO_STATEFUL_PRECOMPILES,
  type StatefulPrecompiles,
} from '../evm/precompiles/statefulPrecompile.ts'
import { createReferenceExecutor } from '../evm/reference/referenceExecutor.ts'
import { loadFastKeccak } from '../primitives/crypto/keccak.ts'
import type { Hex } from '../primitives/encoding/hex.ts'
import type { Logger } from '../primitives/logger.ts'
import type { Clock } from '../primitives/time/clock.ts'
import { openDatabase } from '../store/database/database.ts'
import type { Wallet } from './accounts/wallet.ts'
import { createNodeFromChain, type NodeSettings } from './createNodeFromChain.ts'
import type { Node } from './node.ts'
import { LEGACY_PREFIX, type LegacyMethods, readAllowlist } from './options/legacyNames.ts'

/** A directory that holds a chain, or will. */
export interface DatabaseLocation {
  readonly directory: string
  /** Flush every block to the disk. */
  readonly sync: boolean
}

export interface CreateNodeOptions
  extends Pick<NodeSettings, 'logging' | 'labels' | 'onNode' | 'recorder' | 'onClosed'>,
    Pick<ChainSettings, 'ticker' | 'wrapTick'> {
  readonly genesis: Genesis
  readonly wallet: Wallet
  readonly clientVersion: string
  /** Where the chain lives; default: in memory. */
  readonly db?: DatabaseLocation
  /** Newest blocks whose state is kept; default: all. */
  readonly keep?: number
  /** Whether transactions are found by the accounts that took part in them; default: they are. */
  readonly hasAddressIndex?: boolean
  /** Gas that a simulated call has at the most; default: the block gas limit. */
  readonly callGasCap?: bigint
  /** Time that a simulated call may take. */
  readonly callTimeoutMs?: number
  /** How many filters there may be; default: {@link DEFAULT_MAX_FILTERS}. */
  readonly maxFilters?: number
  /**
   * Time after which a filter that nobody asked is gone; default: {@link DEFAULT_FILTER_IDLE_MS}.
   */
  readonly filterIdleMs?: number
  /** How much one query for logs may ask for; default: {@link DEFAULT_LOG_LIMITS}. */
  readonly logLimits?: LogLimits
  /** Which legacy methods may be called; default: the first three, under `native`. */
  readonly legacy?: LegacyMethods
  /** Run everything on @ethereumjs/evm instead of the engine. */
  readonly reference?: boolean
  /** Precompiled contracts beside the chain's own. */
  readonly plugins?: StatefulPrecompiles
  /**
   * Take transactions of any sender without its key; default: only of those that are impersonated.
   */
  readonly autoImpersonate?: boolean
  /** The initial mining configuration, where it differs from the default. */
  readonly mining?: Partial<MiningConfig>
  /** What `eth_gasPrice` answers unless the next base fee is higher, in wei. */
  readonly gasPrice?: bigint
  readonly logger: Logger
  readonly clock: Clock
  /** Where the ids of filters and subscriptions come from; default: random ones. */
  newId?(): Hex
}

/**
 * Puts a node together: chain, executor and the development accounts.
 *
 * @throws GenesisError, ChainError, StoreError
 */
export async function createNode(options: CreateNodeOptions): Promise<Node> {
  const {
    wallet,
    clientVersion,
    db,
    reference,
    plugins = NO_STATEFUL_PRECOMPILES,
    maxFilters = DEFAULT_MAX_FILTERS,
    filterIdleMs = DEFAULT_FILTER_IDLE_MS,
    logLimits = DEFAULT_LOG_LIMITS,
    legacy = readAllowlist(LEGACY_PREFIX, undefined).legacy,
    logging,
    labels,
    onNode,
    recorder,
    onClosed,
    gasPrice,
    newId,
    autoImpersonate = false,
    ...settings
  } = options
  const { logger } = settings
  await loadFastKeccak()
  const createExecutor = reference === true ? createReferenceExecutor : createEngineExecutor
  const executor = createExecutor(
    settings.genesis.chainId,
    new Map([...chainPrecompiles, ...plugins]),
  )
  const sealer = reference === true ? await loadReferenceSealer() : engineSealer
  const chain = await startChain({ ...settings, executor, sealer }, db)
  const filters = { maxFilters, idleMs: filterIdleMs, limits: logLimits }
  return createNodeFromChain(chain, {
    wallet,
    clientVersion,
    gasPrice,
    autoImpersonate,
    ...(newId !== undefined && { newId }),
    legacy,
    filters,
    logger,
    ...(logging !== undefined && { logging }),
    ...(labels !== undefined && { labels }),
    ...(onNode !== undefined && { onNode }),
    ...(recorder !== undefined && { recorder }),
    ...(onClosed !== undefined && { onClosed }),
  })
}

/** Loads @ethereumjs/block, which only the reference needs. */
async function loadReferenceSealer(): Promise<BlockSealer> {
  const { referenceSealer } = await import('../chain/block/referenceSealer.ts')
  return referenceSealer
}

async function startChain(settings: ChainSettings, db?: DatabaseLocation): Promise<Chain> {
  if (db === undefined) return createChain(settings)
  const database = await openDatabase(db.directory, { sync: db.sync })
  try {
    return await openChain(settings, database)
  } catch (error) {
    await database.close()
    throw error
  }
}
