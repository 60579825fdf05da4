import { resolve } from 'node:path'
import type { Genesis } from '../../chain/genesis/genesis.ts'
import { forkScheduleOf } from '../../chain/genesis/genesisBlock.ts'
import type { DevAccount } from '../../node/accounts/devAccounts.ts'
import { type AssembledNode, assembleNode } from '../../node/assembleNode.ts'
import type { Node } from '../../node/node.ts'
import type { NodeConfig } from '../../node/options/config.ts'
import { LEGACY_PREFIX, readAllowlist } from '../../node/options/legacyNames.ts'
import { stateFiles } from '../../node/options/stateOptions.ts'
import type { Logger } from '../../primitives/logger.ts'
import type { RemoteChain } from '../../remote/remoteChain.ts'
import { warnOfDenied } from '../../rpc/core/deniedMethods.ts'
import { suggestGasPrice } from '../../rpc/methods/suggestFees.ts'
import { formatAddress } from '../../server/http/httpServer.ts'
import { writeJsonFile } from '../files/jsonFile.ts'
import { removeStaleReadyFile, writeReadyFile } from '../files/readyFile.ts'
import type { BannerFacts } from '../log/banner.ts'
import { forkTraffic } from '../log/forkTraffic.ts'
import { createRunLog } from '../log/runLog.ts'
import type { Settings } from '../settings/readSettings.ts'
import { configOut } from './configOut.ts'
import { type Listening, listen } from './listen.ts'
import { prepareTransactions } from './prepareTransactions.ts'
import { type Shutdown, watchParent } from './signals.ts'

/** Time from the ready line until what the first transaction needs is loaded. */
const AFTER_START_MS = 20

/** Destination of output and source of the end of a run. */
export interface ProcessEnvironment {
  readonly version: string
  /** Destination of errors. */
  readonly logger: Logger
  readonly shutdown: Shutdown
}

/**
 * Starts a node and resolves when it listens and the ready line is printed.
 *
 * @throws GenesisError, ConfigError, CommandError
 */
export async function runNode(settings: Settings, around: ProcessEnvironment): Promise<void> {
  const { version, shutdown } = around
  const { config, precompiles } = settings
  const { readyFile } = config
  if (readyFile !== undefined) await removeStaleReadyFile(readyFile)
  const { load, save } = stateFiles(config)
  const log = createRunLog(config, around.logger)
  const { logger, activity } = log
  shutdown.add(() => log.close())
  const assembled = await assembleNode(
    config,
    {
      version,
      logger,
      ...(precompiles !== undefined && { precompiles }),
      onNode: (made) => activity?.attach(made),
    },
    settings.genesis,
  )
  const { node } = assembled
  warnOfDenied(config, logger)
  shutdown.add(() => node.close())
  shutdown.add(async () => {
    const { remote } = node.chain
    if (remote !== undefined) logger.info(forkTraffic(remote))
  })
  if (config.exitWithParent) watchParent(shutdown.end)
  if (load !== undefined) {
    const { loadStateFile } = await import('../files/stateFile.ts')
    await loadStateFile(node.chain, load)
  }
  if (save !== undefined) {
    const { StateSaver } = await import('../files/stateFile.ts')
    const saver = new StateSaver(node.chain, save, logger)
    await saver.check()
    shutdown.add(() => saver.close())
  }
  const where = await listen(node, config, { shutdown, requestLog: activity })
  if (config.configOut !== undefined) {
    const { derivationPath } = config
    const { blocks, mining } = node.chain
    const baseFee = mining.nextBaseFee
    const gasPrice = suggestGasPrice({ blocks, mining, gasPrice: node.gasPrice })
    writeJsonFile(config.configOut, configOut({ ...assembled, derivationPath, baseFee, gasPrice }))
  }
  await log.started(() => factsOf({ version, config, ...assembled }))
  const ready = readyFacts(assembled, where)
  if (readyFile !== undefined) {
    const remove = writeReadyFile(readyFile, ready)
    shutdown.add(async () => remove())
  }
  log.listening(where)
  setTimeout(() => void prepareTransactions(node.chain), AFTER_START_MS).unref()
}

/** Contents of the ready file. */
function readyFacts(
  { node, genesis, accounts }: AssembledNode,
  { http, webSocket, ipc, comet, rest }: Listening,
) {
  return {
    pid: process.pid,
    instanceId: node.chain.instanceId,
    url: `http://${formatAddress(http)}`,
    ws: `ws://${formatAddress(webSocket ?? http)}`,
    ipc: ipc === undefined ? null : resolve(ipc),
    ...(comet && { comet: `http://${formatAddress(comet)}` }),
    ...(rest && { rest: `http://${formatAddress(rest)}` }),
    chainId: Number(genesis.chainId),
    accounts: accounts.map(({ evm }) => evm),
  }
}

async function factsOf(run: {
  readonly version: string
  readonly config: NodeConfig
  readonly genesis: Genesis
  readonly accounts: readonly DevAccount[]
  readonly mnemonic: string
  readonly node: Node
}): Promise<BannerFacts> {
  const { version, config, genesis, accounts } = run
  const { chain } = run.node
  const latest = await chain.state.viewAt({ tag: 'latest' })
  const first = chain.blocks.genesis
  return {
    version,
    accounts: await latest.read((state) =>
      accounts.map((account) => ({ ...account, balance: state.getBalance(account.evm) })),
    ),
    accountsWanted: config.accounts,
    bech32Prefix: genesis.native.bech32Prefix,
    denomination: genesis.native.denomination,
    mnemonic: run.mnemonic,
    derivationPath: config.derivationPath,
    chainId: genesis.chainId,
    nativeChainId: genesis.native.hasAssociations === false ? undefined : chain.nativeChainId,
    hardfork: forkScheduleOf(genesis)(first.header.number, genesis.timestamp),
    baseFee: chain.mining.nextBaseFee,
    gasLimit: genesis.gasLimit,
    genesis: { timestamp: first.header.timestamp, number: first.number, hash: first.hash },
    ...(chain.remote !== undefined && { fork: forkFacts(chain.remote) }),
    ...(config.keep !== undefined && { keep: config.keep }),
    ...(hasOtherLegacyMethods(run.node) && { legacyMethods: [...run.node.legacy.enabled] }),
    ...(config.db !== undefined && {
      database: { directory: config.db, height: chain.blocks.latest.number },
    }),
  }
}

function forkFacts({ url, chainId, block }: RemoteChain): NonNullable<BannerFacts['fork']> {
  return { url, chainId, block: Number(block.number), hash: block.hash }
}

function hasOtherLegacyMethods({ legacy: { enabled } }: Node): boolean {
  const usual = readAllowlist(LEGACY_PREFIX, undefined).legacy.enabled
  return enabled.size !== usual.size || [...enabled].some((name) => !usual.has(name))
}
