import { type BlockSealer, engineSealer } from '../chain/block/blockSealer.ts'
import type { Chain } from '../chain/chain.ts'
import type { ChainSettings } from '../chain/chainCore.ts'
import { createChain, createForkedChain, openChain } from '../chain/createChain.ts'
import { DEFAULT_FILTER_IDLE_MS, DEFAULT_MAX_FILTERS } from '../chain/filters/filterSpace.ts'
import type { Genesis } from '../chain/genesis/genesis.ts'
import { DEFAULT_LOG_LIMITS, type LogLimits } from '../chain/history/logQuery.ts'
import type { MiningConfig } from '../chain/mining/miningConfig.ts'
import { createEngineExecutor } from '../evm/engine/engineExecutor.ts'
import { chainPrecompilesOf, consolePrecompiles } from '../evm/precompiles/chainPrecompiles.ts'
import { DEFAULT_SEI_VERSION } from '../evm/precompiles/native/seiVersion.ts'
import {
  NO_STATEFUL_PRECOMPILES,
  type StatefulPrecompiles,
} from '../evm/precompiles/statefulPrecompile.ts'
import type { Executor } from '../evm/run/executor.ts'
import type { Hex } from '../primitives/encoding/hex.ts'
import type { Logger } from '../primitives/logger.ts'
import type { Clock } from '../primitives/time/clock.ts'
import type { RemoteChain } from '../remote/remoteChain.ts'
import type { Wallet } from './accounts/wallet.ts'
import { createNodeFromChain, type NodeSettings } from './createNodeFromChain.ts'
import type { Node } from './node.ts'
import type { ForkTarget } from './openFork.ts'
import { LEGACY_PREFIX, type LegacyMethods, readAllowlist } from './options/legacyNames.ts'

/** Directory of a chain. */
export interface DatabaseLocation {
  readonly directory: string
  /** Sync every block to the disk. */
  readonly sync: boolean
}

/** What a chain begins with. */
export interface ChainOrigin {
  readonly genesis: Genesis
  readonly remote?: RemoteChain | undefined
}

export interface CreateNodeOptions
  extends Pick<NodeSettings, 'logging' | 'labels' | 'onNode' | 'recorder' | 'onClosed'>,
    Pick<ChainSettings, 'ticker' | 'wrapTick' | 'remote' | 'slotsInEpoch' | 'skipsPoolBalance'> {
  readonly genesis: Genesis
  /** Opens another fork for a reset, or the local genesis without one; default: none. */
  otherOrigin?(target: ForkTarget | undefined): Promise<ChainOrigin>
  readonly wallet: Wallet
  readonly clientVersion: string
  /** Directory of the chain; default: in memory. */
  readonly db?: DatabaseLocation
  /** Number of newest blocks whose state is kept; default: all. */
  readonly keep?: number
  /** Whether transactions are indexed by account; default: true. */
  readonly hasAddressIndex?: boolean
  /** Gas limit of a simulated call; default: the block gas limit. */
  readonly callGasCap?: bigint
  /** Time limit of a simulated call. */
  readonly callTimeoutMs?: number
  /** As in {@link NodeSettings}. */
  readonly traceTimeoutMs?: number
  /** Maximum number of filters; default: {@link DEFAULT_MAX_FILTERS}. */
  readonly maxFilters?: number
  /** Time without a poll after which a filter expires; default: {@link DEFAULT_FILTER_IDLE_MS}. */
  readonly filterIdleMs?: number
  /** Limits of log queries; default: {@link DEFAULT_LOG_LIMITS}. */
  readonly logLimits?: LogLimits
  /** Enabled legacy methods; default: the first three, under `native`. */
  readonly legacy?: LegacyMethods
  /** Execute on @ethereumjs/evm instead of the engine. */
  readonly reference?: boolean
  /** Custom precompiles. */
  readonly plugins?: StatefulPrecompiles
  /** Accept transactions of any sender without its key; default: only of impersonated ones. */
  readonly autoImpersonate?: boolean
  /** Initial mining configuration, where it differs from the default. */
  readonly mining?: Partial<MiningConfig>
  /** Result of `eth_gasPrice` in wei, unless the next base fee is higher. */
  readonly gasPrice?: bigint
  /** Result of `net_version`; default: the chain id. */
  readonly networkId?: bigint
  /** Whether the gas price of Anvil's dialect has no tip; default: false. */
  readonly disableMinPriorityFee?: boolean
  /** Whether sends of transactions that fail are errors in Ganache's dialect; default: false. */
  readonly vmErrorsOnRpcResponse?: boolean
  readonly logger: Logger
  readonly clock: Clock
  /** Source of filter and subscription ids; default: random ones. */
  newId?(): Hex
}

/**
 * Creates a node: chain, executor and development accounts.
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
    traceTimeoutMs,
    legacy = readAllowlist(LEGACY_PREFIX, undefined).legacy,
    logging,
    labels,
    onNode,
    recorder,
    onClosed,
    gasPrice,
    networkId,
    disableMinPriorityFee = false,
    vmErrorsOnRpcResponse = false,
    newId,
    autoImpersonate = false,
    genesis,
    remote,
    otherOrigin,
    ...settings
  } = options
  const { logger } = settings
  const { createExecutor, sealer } = await createChainExecution(reference, plugins)
  async function startOn(origin: ChainOrigin, place?: DatabaseLocation): Promise<Chain> {
    const executor = createExecutor(origin.genesis)
    const mining = { ...forkMining(origin.genesis), ...settings.mining }
    const base = { genesis: origin.genesis, ...(origin.remote && { remote: origin.remote }) }
    try {
      return await startChain({ ...settings, ...base, mining, executor, sealer }, place)
    } catch (error) {
      await origin.remote?.close()
      throw error
    }
  }
  const chain = await startOn({ genesis, remote }, db)
  const filters = { maxFilters, idleMs: filterIdleMs, limits: logLimits }
  return createNodeFromChain(chain, {
    wallet,
    clientVersion,
    gasPrice,
    networkId,
    disableMinPriorityFee,
    vmErrorsOnRpcResponse,
    traceTimeoutMs,
    autoImpersonate,
    ...(newId !== undefined && { newId }),
    legacy,
    filters,
    logger,
    ...(logging !== undefined && { logging }),
    ...(labels !== undefined && { labels }),
    ...(onNode !== undefined && { onNode }),
    ...(recorder !== undefined && { recorder }),
    ...(otherOrigin !== undefined &&
      db === undefined && {
        startOther: async (target) => startOn(await otherOrigin(target)),
      }),
    ...(onClosed !== undefined && { onClosed }),
  })
}

/**
 * A fork has the gas limit of its genesis, which may differ from that of the forked block. On a
 * fork of another chain than Sei, the fees go to the miner of that block.
 */
function forkMining({ fork, native, gasLimit }: Genesis): Partial<MiningConfig> {
  if (fork === undefined) return {}
  const isOther = native.hasAssociations === false
  return { gasLimit, ...(isOther && { coinbase: fork.header.miner }) }
}

/** What executes and seals the blocks of a chain. */
export interface ChainExecution {
  /** Creates the executor of a chain with the precompiled contracts of its genesis. */
  createExecutor(genesis: Genesis): Executor
  readonly sealer: BlockSealer
}

/** Loads the engine, or the reference. */
export async function createChainExecution(
  reference = false,
  plugins: StatefulPrecompiles = NO_STATEFUL_PRECOMPILES,
): Promise<ChainExecution> {
  const create = reference ? await loadReferenceExecutor() : createEngineExecutor
  return {
    createExecutor({ chainId, native }) {
      const own =
        native.hasAssociations === false
          ? consolePrecompiles
          : chainPrecompilesOf(native.seiVersion ?? DEFAULT_SEI_VERSION)
      return create(chainId, new Map([...own, ...plugins]))
    },
    sealer: reference ? await loadReferenceSealer() : engineSealer,
  }
}

async function loadReferenceExecutor(): Promise<typeof createEngineExecutor> {
  const { createReferenceExecutor } = await import('../evm/reference/referenceExecutor.ts')
  return createReferenceExecutor
}

/** Loads @ethereumjs/block, which only the reference needs. */
async function loadReferenceSealer(): Promise<BlockSealer> {
  const { referenceSealer } = await import('../chain/block/referenceSealer.ts')
  return referenceSealer
}

async function startChain(settings: ChainSettings, db?: DatabaseLocation): Promise<Chain> {
  if (db === undefined) {
    return settings.remote === undefined ? createChain(settings) : createForkedChain(settings)
  }
  const { openDatabase } = await import('../store/database/database.ts')
  const database = await openDatabase(db.directory, { sync: db.sync })
  try {
    return await openChain(settings, database)
  } catch (error) {
    await database.close()
    throw error
  }
}
