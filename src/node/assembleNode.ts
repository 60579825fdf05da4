import type { Genesis } from '../chain/genesis.ts'
import { type Clock, clockFrom, fixedClock, systemClock } from '../primitives/clock.ts'
import { derivedHashes, derivedIds } from '../primitives/derivedIds.ts'
import { randomMnemonic } from '../primitives/hdWallet.ts'
import type { Logger } from '../primitives/logger.ts'
import { buildGenesis, fundedAccounts } from './buildGenesis.ts'
import type { NodeConfig } from './config.ts'
import { createNode } from './createNode.ts'
import { createWallet } from './createWallet.ts'
import { type DevAccount, deriveDevAccounts } from './devAccounts.ts'
import { ConfigRefused } from './errors.ts'
import { Labels } from './labels.ts'
import { readAllowlist } from './legacyNames.ts'
import { Logging } from './logging.ts'
import { miningControls } from './miningOptions.ts'
import type { Node } from './node.ts'
import { DEV_GENESIS_FILE, defaultClientVersion, packageFile } from './packageFiles.ts'
import { readGenesisFile } from './readGenesisFile.ts'
import { readPlugins } from './readPlugins.ts'

const DETERMINISTIC_SEED = 'rockpool'

/** A node, and what it was made of. */
export interface Assembly {
  readonly node: Node
  readonly genesis: Genesis
  /** The development accounts that the node signs for. */
  readonly accounts: readonly DevAccount[]
  /** Of which they are. */
  readonly mnemonic: string
}

/** What a node is made of that no option says. */
export interface Surroundings {
  readonly version: string
  readonly logger: Logger
  /** The user's own precompiled contracts, as they gave them. */
  readonly precompiles?: unknown
  /** Is told of the node and of each branch before anything happens there. */
  readonly onNode?: (node: Node) => void
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
  { version, logger, precompiles, onNode }: Surroundings,
  genesisJson?: unknown,
): Promise<Assembly> {
  if (config.dbSync && config.db === undefined) {
    throw new ConfigRefused({ code: 'BAD_OPTION', option: 'dbSync', reason: 'needs --db' })
  }
  const isOwn = genesisJson !== undefined || config.genesis !== undefined
  const json = genesisJson ?? readGenesisFile(config.genesis ?? packageFile(DEV_GENESIS_FILE))
  const mnemonic = mnemonicOf(config)
  const derived = deriveDevAccounts({ ...config, mnemonic })
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
    logging: new Logging(logger, !config.disableConsoleLog),
    labels: new Labels([
      ...accounts.map(({ evm }, i) => [evm, `dev${i}`] as const),
      ...(genesis.labels ?? []),
    ]),
    ...(onNode !== undefined && { onNode }),
    ...(config.gasPrice !== undefined && { gasPrice: config.gasPrice }),
    clock: clockOf(config, genesis),
    ...(config.deterministic && {
      newId: derivedIds(DETERMINISTIC_SEED),
      newInstanceId: derivedHashes(`${DETERMINISTIC_SEED}/chain`),
    }),
  })
  return { node, genesis, accounts, mnemonic }
}

function mnemonicOf({ given, mnemonic, mnemonicRandom, deterministic }: NodeConfig): string {
  if (mnemonicRandom === undefined) return mnemonic
  const option = 'mnemonicRandom'
  const other = given.has('mnemonic') ? '--mnemonic' : deterministic ? '--deterministic' : undefined
  if (other === undefined) return randomMnemonic(mnemonicRandom)
  throw new ConfigRefused({ code: 'BAD_OPTION', option, reason: `contradicts ${other}` })
}

function clockOf({ deterministic, timestamp }: NodeConfig, genesis: Genesis): Clock {
  // Such a clock never catches up with the blocks, which are then a second apart.
  if (deterministic) return fixedClock(Number(genesis.timestamp))
  return timestamp === undefined ? systemClock : clockFrom(Number(timestamp))
}
