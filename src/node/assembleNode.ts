import type { Genesis } from '../chain/genesis.ts'
import { clockFrom, systemClock } from '../primitives/clock.ts'
import type { Logger } from '../primitives/logger.ts'
import { buildGenesis, fundedAccounts } from './buildGenesis.ts'
import type { NodeConfig } from './config.ts'
import { createNode } from './createNode.ts'
import { createWallet } from './createWallet.ts'
import { type DevAccount, deriveDevAccounts } from './devAccounts.ts'
import { ConfigRefused } from './errors.ts'
import { readAllowlist } from './legacyNames.ts'
import { miningControls } from './miningOptions.ts'
import type { Node } from './node.ts'
import { DEV_GENESIS_FILE, defaultClientVersion, packageFile } from './packageFiles.ts'
import { readGenesisFile } from './readGenesisFile.ts'
import { readPlugins } from './readPlugins.ts'

/** A node, and what it was made of. */
export interface Assembly {
  readonly node: Node
  readonly genesis: Genesis
  /** The development accounts that the node signs for. */
  readonly accounts: readonly DevAccount[]
}

/** What a node is made of that no option says. */
export interface Surroundings {
  readonly version: string
  readonly logger: Logger
  /** The user's own precompiled contracts, as they gave them. */
  readonly precompiles?: unknown
}

/**
 * Makes a node as the options say. Where they set the time of block 0, the node's clock goes on from there; else it is
 * the machine's.
 *
 * @param genesisJson a genesis in place of the file that `config.genesis` names.
 * @throws GenesisRefused, ConfigRefused, ChainRefused, StoreRefused
 */
export async function assembleNode(
  config: NodeConfig,
  { version, logger, precompiles }: Surroundings,
  genesisJson?: unknown,
): Promise<Assembly> {
  if (config.dbSync && config.db === undefined) {
    throw new ConfigRefused({ code: 'BAD_OPTION', option: 'dbSync', reason: 'needs --db' })
  }
  const isOwn = genesisJson !== undefined || config.genesis !== undefined
  const json = genesisJson ?? readGenesisFile(config.genesis ?? packageFile(DEV_GENESIS_FILE))
  const derived = deriveDevAccounts(config)
  const genesis = buildGenesis(config, json, { isOwn, accounts: derived })
  // A genesis file of the user's own says which of them there are; without one they all are, also with a balance of 0.
  const accounts = isOwn ? fundedAccounts(genesis, derived) : derived
  const { legacy, unknown } = readAllowlist(config.legacyPrefix, config.enabledLegacyNativeApis)
  const strangers = unknown.map((name) => `unknown legacy method on the allowlist: ${name}`)
  for (const warning of [...config.warnings, ...strangers]) logger.error(`Warning: ${warning}`)
  const node = await createNode({
    genesis,
    wallet: createWallet(accounts.map(({ privateKey }) => privateKey)),
    clientVersion: config.clientVersion ?? defaultClientVersion(version),
    ...(config.db !== undefined && { db: { directory: config.db, sync: config.dbSync } }),
    ...(config.keep !== undefined && { keep: config.keep }),
    ...(config.callGasCap !== undefined && { callGasCap: config.callGasCap }),
    controls: miningControls(config),
    autoImpersonate: config.autoImpersonate,
    callTimeoutMs: config.callTimeout * 1000,
    maxFilters: config.maxFilters,
    filterIdleMs: config.filterTimeout * 1000,
    logLimits: { maxLogs: config.maxLogs, maxBlocks: config.maxLogBlocks },
    legacy,
    reference: config.reference,
    ...(precompiles !== undefined && { plugins: readPlugins(precompiles, genesis.chainId) }),
    logger,
    clock: config.timestamp === undefined ? systemClock : clockFrom(Number(config.timestamp)),
  })
  return { node, genesis, accounts }
}
