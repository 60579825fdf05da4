import { type ForkOverrides, forkGenesis } from '../chain/fork/forkGenesis.ts'
import type { Genesis } from '../chain/genesis/genesis.ts'
import { randomMnemonic } from '../primitives/crypto/hdWallet.ts'
import { derivedHashes, derivedIds, sequentialIds } from '../primitives/ids.ts'
import type { Logger } from '../primitives/logger.ts'
import {
  type Clock,
  clockFrom,
  fixedClock,
  systemClock,
  type Ticker,
} from '../primitives/time/clock.ts'
import type { KnownBlock, RemoteChain } from '../remote/remoteChain.ts'
import { type DevAccount, deriveDevAccounts } from './accounts/devAccounts.ts'
import { createWallet } from './accounts/wallet.ts'
import { buildGenesis, fundedAccounts, gasLimitOf } from './buildGenesis.ts'
import { createNode } from './createNode.ts'
import { ConfigError } from './errors.ts'
import { JOURNAL_FORMAT, journalFork, journalOptions } from './journal/journal.ts'
import { Recording, requireNewChain } from './journal/recording.ts'
import { Logging } from './logging.ts'
import { Labels } from './named/labels.ts'
import type { Node } from './node.ts'
import { openFork, openOtherFork } from './openFork.ts'
import type { NodeConfig } from './options/config.ts'
import { remoteOptions } from './options/forkOptions.ts'
import { readAllowlist } from './options/legacyNames.ts'
import { initialMining } from './options/miningOptions.ts'
import { readGenesisFile } from './options/readGenesisFile.ts'
import { readPlugins } from './options/readPlugins.ts'
import { DEV_GENESIS_FILE, defaultClientVersion, packageFile } from './packageFiles.ts'

const DETERMINISTIC_SEED = 'rockpool'
/** Time of block 0 with `--deterministic`: 2025-01-01. */
const DETERMINISTIC_TIME = 1_735_689_600n

/** A node and its inputs. */
export interface AssembledNode {
  readonly node: Node
  readonly genesis: Genesis
  /** Development accounts that the node signs for. */
  readonly accounts: readonly DevAccount[]
  /** Mnemonic of the accounts. */
  readonly mnemonic: string
}

/** Inputs of a node besides options. */
export interface NodeEnvironment {
  readonly version: string
  readonly logger: Logger
  /** Custom precompiles as given. */
  readonly precompiles?: unknown
  /** Called with the node and each branch before anything happens there. */
  readonly onNode?: (node: Node) => void
  /** Replaces the clock of the options. */
  readonly clock?: Clock
  readonly ticker?: Ticker
  /** Whether the genesis is that of the package, of any version. */
  readonly hasPackageGenesis?: boolean
  /** The block that the fork of the options must have. */
  readonly forkedBlock?: KnownBlock
  /** Whether no reset replaces the chain by that of a fork, as while it is recorded. */
  readonly keepsChain?: boolean
}

/**
 * Creates a node from options. If they set the time of block 0, the node's clock continues from
 * there; otherwise it is the machine's, and the package's genesis gets its time.
 *
 * @param genesisJson a genesis that replaces the file of `config.genesis`
 * @throws GenesisError, ConfigError, ChainError, StoreError, RemoteError
 */
export async function assembleNode(
  config: NodeConfig,
  around: NodeEnvironment,
  genesisJson?: unknown,
): Promise<AssembledNode> {
  if (config.dbSync && config.db === undefined) {
    throw new ConfigError({ code: 'BAD_OPTION', option: 'dbSync', reason: 'needs --db' })
  }
  const { forkedBlock: known } = around
  const options = remoteOptions(config, around.logger)
  const start = startOf(config, around, genesisJson)
  const accounts = [...start.local.alloc.keys()]
  const remote =
    options && (await openFork({ ...options, accounts, ...(known && { known }) }, config.db))
  try {
    return await assembleOn(remote, start, config, around)
  } catch (error) {
    await remote?.close()
    throw error
  }
}

/** Dialects of nodes whose filters and subscriptions are `0x1`, `0x2` and so on. */
const COUNTING: ReadonlySet<string> = new Set(['ganache', 'hardhat', 'hardhat2', 'hardhat3'])

/** What a node begins with, without the remote chain of a fork. */
interface LocalStart {
  /** The genesis as given. */
  readonly json: unknown
  /** Whether it is not that of the package. */
  readonly isOwn: boolean
  readonly mnemonic: string
  readonly derived: readonly DevAccount[]
  readonly local: Genesis
}

/** @throws GenesisError, ConfigError */
function startOf(
  config: NodeConfig,
  { clock = systemClock, hasPackageGenesis }: NodeEnvironment,
  genesisJson: unknown,
): LocalStart {
  const hasGenesis = genesisJson !== undefined || config.genesis !== undefined
  const isOwn = hasGenesis && hasPackageGenesis !== true
  const json = genesisJson ?? readGenesisFile(config.genesis ?? packageFile(DEV_GENESIS_FILE))
  const mnemonic = mnemonicOf(config)
  const derived = deriveDevAccounts({ ...config, mnemonic })
  const startTime = config.deterministic ? DETERMINISTIC_TIME : BigInt(clock.now())
  const local = buildGenesis(config, json, { isOwn, accounts: derived, startTime })
  return { json, isOwn, mnemonic, derived, local }
}

async function assembleOn(
  remote: RemoteChain | undefined,
  { json, isOwn, mnemonic, derived, local }: LocalStart,
  config: NodeConfig,
  around: NodeEnvironment,
): Promise<AssembledNode> {
  const { version, logger, precompiles, onNode, ticker } = around
  const genesisOn = (chain: RemoteChain | undefined): Genesis =>
    chain === undefined ? local : forkGenesis(local, chain, forkOverrides(config))
  const genesis = genesisOn(remote)
  // A custom genesis file determines which accounts exist; without one all do, even with a balance
  // of 0.
  const accounts = isOwn ? fundedAccounts(genesis, derived) : derived
  const { legacy, unknown } = readAllowlist(config.legacyPrefix, config.enabledLegacyNativeApis)
  const strangers = unknown.map((name) => `unknown legacy method on the allowlist: ${name}`)
  for (const warning of [...config.warnings, ...strangers]) logger.error(`Warning: ${warning}`)
  const { clock = clockOf(config, genesis) } = around
  const recording = recordingOf(config, clock, around)
  const keepsChain = recording !== undefined || around.keepsChain === true
  const node = await createNode({
    genesis,
    ...(remote !== undefined && { remote }),
    ...(!keepsChain && {
      async otherOrigin(target) {
        if (target === undefined) return { genesis: local }
        const other = await openOtherFork(config, target, logger, [...local.alloc.keys()])
        return { genesis: genesisOn(other), remote: other }
      },
    }),
    wallet: createWallet(accounts),
    clientVersion: config.clientVersion ?? defaultClientVersion(version),
    ...(config.db !== undefined && { db: { directory: config.db, sync: config.dbSync } }),
    ...(config.keep !== undefined && { keep: config.keep }),
    hasAddressIndex: !config.noAddressIndex,
    ...(config.callGasCap !== undefined && { callGasCap: config.callGasCap }),
    mining: initialMining(config),
    slotsInEpoch: config.slotsInEpoch,
    skipsPoolBalance: config.disablePoolBalanceChecks,
    autoImpersonate: config.autoImpersonate,
    callTimeoutMs: config.callTimeout * 1000,
    traceTimeoutMs: config.traceTimeout * 1000,
    maxFilters: config.maxFilters,
    filterIdleMs: config.filterTimeout * 1000,
    logLimits: { maxLogs: config.maxLogs, maxBlocks: config.maxLogBlocks },
    legacy,
    reference: config.reference,
    ...(precompiles !== undefined && { plugins: readPlugins(precompiles, genesis.chainId) }),
    logger,
    logging: new Logging(logger, !config.disableConsoleLog),
    labels: new Labels([
      ...accounts.map(({ evm }, i) => [evm, `dev${i}`] as const),
      ...(genesis.labels ?? []),
    ]),
    onNode(made) {
      recording?.attach(made)
      onNode?.(made)
    },
    disableMinPriorityFee: config.disableMinPriorityFee,
    vmErrorsOnRpcResponse: config.vmErrorsOnRpcResponse,
    ...(config.networkId !== undefined && { networkId: config.networkId }),
    ...(config.gasPrice !== undefined && { gasPrice: config.gasPrice }),
    clock: recording?.clock ?? clock,
    ...(ticker !== undefined && { ticker }),
    ...(recording !== undefined && {
      recorder: recording,
      wrapTick: recording.tick,
      onClosed: () => recording.close(),
    }),
    ...(config.deterministic && {
      newId: derivedIds(DETERMINISTIC_SEED),
      newInstanceId: derivedHashes(`${DETERMINISTIC_SEED}/chain`),
    }),
    ...(COUNTING.has(config.compat) && { newId: sequentialIds() }),
  })
  try {
    recording?.begin({
      format: JOURNAL_FORMAT,
      rockpool: version,
      options: journalOptions(config, mnemonic),
      isOwnGenesis: isOwn,
      isOnDisk: config.db !== undefined,
      ...(remote !== undefined && { fork: journalFork(remote) }),
      block: node.chain.blocks.latest.number,
      hash: node.chain.blocks.latest.hash,
      genesis: isOwn ? json : { ...Object(json), timestamp: String(genesis.timestamp) },
    })
  } catch (error) {
    await node.close()
    throw error
  }
  return {
    node,
    genesis: { ...genesis, timestamp: node.chain.blocks.genesis.header.timestamp },
    accounts,
    mnemonic,
  }
}

function forkOverrides(config: NodeConfig): ForkOverrides {
  const { chainId, blockBaseFeePerGas: baseFeePerGas, seiRules } = config
  const gasLimit = gasLimitOf(config)
  return {
    useSeiRules: seiRules,
    ...(chainId !== undefined && { chainId }),
    ...(gasLimit !== undefined && { gasLimit }),
    ...(baseFeePerGas !== undefined && { baseFeePerGas }),
  }
}

/** @throws ConfigError if the options cannot be recorded */
function recordingOf(
  { record, db }: NodeConfig,
  clock: Clock,
  { logger, precompiles }: NodeEnvironment,
): Recording | undefined {
  if (record === undefined) return undefined
  if (precompiles !== undefined) {
    const reason = '--record does not support custom precompiled contracts'
    throw new ConfigError({ code: 'BAD_OPTION', option: 'record', reason })
  }
  requireNewChain(db)
  return new Recording(record, clock, logger)
}

function mnemonicOf({ given, mnemonic, mnemonicRandom, deterministic }: NodeConfig): string {
  if (mnemonicRandom === undefined) return mnemonic
  const option = 'mnemonicRandom'
  const other = given.has('mnemonic') ? '--mnemonic' : deterministic ? '--deterministic' : undefined
  if (other === undefined) return randomMnemonic(mnemonicRandom)
  throw new ConfigError({ code: 'BAD_OPTION', option, reason: `contradicts ${other}` })
}

function clockOf({ deterministic, timestamp }: NodeConfig, genesis: Genesis): Clock {
  // Such a clock stays behind the blocks, which are one second apart.
  if (deterministic) return fixedClock(Number(genesis.timestamp))
  return timestamp === undefined ? systemClock : clockFrom(Number(timestamp))
}
