import { Application } from '../../abci/app/application.ts'
import { cometBroadcaster } from '../../abci/network/broadcaster.ts'
import type { Network } from '../../abci/network/network.ts'
import { NetworkHost } from '../../abci/network/networkHost.ts'
import { SnapshotStore } from '../../abci/sync/snapshotStore.ts'
import { type AbciAddress, formatAbciAddress } from '../../abci/wire/abciAddress.ts'
import { serveAbci } from '../../abci/wire/abciServer.ts'
import { deriveDevAccounts } from '../../node/accounts/devAccounts.ts'
import { createWallet } from '../../node/accounts/wallet.ts'
import { fundedAccounts } from '../../node/buildGenesis.ts'
import { createChainExecution } from '../../node/createNode.ts'
import { createNodeFromChain } from '../../node/createNodeFromChain.ts'
import { Logging } from '../../node/logging.ts'
import { Labels } from '../../node/named/labels.ts'
import type { Node } from '../../node/node.ts'
import { type NodeConfig, optionNames, options } from '../../node/options/config.ts'
import { readAllowlist } from '../../node/options/legacyNames.ts'
import { readGenesisFile } from '../../node/options/readGenesisFile.ts'
import { DEV_GENESIS_FILE, defaultClientVersion, packageFile } from '../../node/packageFiles.ts'
import { errorCode } from '../../primitives/errorCode.ts'
import type { Logger } from '../../primitives/logger.ts'
import { systemClock } from '../../primitives/time/clock.ts'
import { warnOfDenied } from '../../rpc/core/deniedMethods.ts'
import { formatAddress } from '../../server/http/httpServer.ts'
import { isSocket } from '../../server/ipc/staleSocket.ts'
import { networkOptions } from '../commands/networkOptions.ts'
import { CommandError, describeListenFailure, fileFailure } from '../failure.ts'
import { createRunLog, type RunLog } from '../log/runLog.ts'
import type { Settings } from '../settings/readSettings.ts'
import { listen, listenEarly } from './listen.ts'
import type { ProcessEnvironment } from './runNode.ts'
import { watchParent } from './signals.ts'

/** Options of the command `abci` besides those of a node. */
export interface NetworkOptions {
  readonly address: AbciAddress
  /** URL of CometBFT's RPC server. */
  readonly cometRpc: string
  readonly snapshots: {
    /** Blocks between snapshots; 0: none. */
    readonly interval: number
    /** Number of snapshots that are kept. */
    readonly keep: number
  }
}

/**
 * Serves a chain to CometBFT, and JSON-RPC from its first block on; the ports listen before.
 * Resolves when CometBFT can connect.
 *
 * @throws CommandError, ConfigError, GenesisError, ChainError, StoreError
 */
export async function runNetwork(
  settings: Settings,
  network: NetworkOptions,
  { version, logger: errors, shutdown }: ProcessEnvironment,
): Promise<void> {
  const { config } = settings
  requireNetworkOptions(settings)
  const log = createRunLog(config, errors)
  shutdown.add(() => log.close())
  const { logger } = log
  if (config.exitWithParent) watchParent(shutdown.end)
  for (const warning of config.warnings) logger.error(`Warning: ${warning}`)
  warnOfDenied(config, logger)
  const genesis =
    settings.genesis ?? (config.genesis === undefined ? undefined : readGenesisFile(config.genesis))
  const waiting = await listenEarly(config, shutdown)
  const { keep } = config
  const execution = await createChainExecution(config.reference)
  const host = await NetworkHost.open(
    {
      ...execution,
      clock: systemClock,
      logger,
      callTimeoutMs: config.callTimeout * 1000,
      hasAddressIndex: !config.noAddressIndex,
      ...(keep !== undefined && { keep }),
      ...(config.callGasCap !== undefined && { callGasCap: config.callGasCap }),
      broadcaster: cometBroadcaster(network.cometRpc),
    },
    config.db === undefined ? undefined : { directory: config.db, sync: config.dbSync },
  )
  shutdown.add(() => host.close())
  const snapshots = await openSnapshots(config, network, logger)
  shutdown.add(async () => snapshots?.idle())
  const application = new Application({
    ...{ host, version, keep, logger, snapshots },
    defaultGenesis: () => genesis ?? readGenesisFile(packageFile(DEV_GENESIS_FILE)),
    onRunning: async (running) => {
      const node = createNode(running, config, { version, logger, log })
      shutdown.add(() => node.close())
      log.listening(await listen(node, config, { shutdown, requestLog: log.activity, waiting }))
    },
  })
  await application.start()
  const address = formatAbciAddress(network.address)
  try {
    const server = await serveAbci(application, network.address, logger)
    shutdown.add(() => server.close())
  } catch (error) {
    if (network.address.kind === 'unix') throw socketFailure(network.address.path, error)
    const free = formatAbciAddress({ ...network.address, port: 0 })
    const failure = describeListenFailure(error, address, `--address ${free}`)
    throw failure ? new CommandError(failure.message, failure.exitCode) : error
  }
  const later = `; JSON-RPC on ${formatAddress(waiting.http)} begins with the first block`
  process.stdout.write(
    `Waiting for CometBFT on ${address}${host.latest === undefined ? later : ''}\n`,
  )
}

/** Returns the error for a path on which no socket can listen. */
function socketFailure(path: string, error: unknown): unknown {
  const isTaken = errorCode(error) === 'EADDRINUSE'
  if (!isTaken) return fileFailure(path, error, 'written')
  const reason = isSocket(path) ? 'is already in use' : 'is not a socket'
  return new CommandError(`${path} ${reason}. Use another path with --address`, 1)
}

/** @throws CommandError */
async function openSnapshots(
  { db }: NodeConfig,
  { snapshots: { interval, keep } }: NetworkOptions,
  logger: Logger,
): Promise<SnapshotStore | undefined> {
  if (db === undefined) {
    if (interval === 0) return undefined
    throw new CommandError('--snapshot-interval: needs --db', 2)
  }
  return SnapshotStore.open({ directory: `${db}.snapshots`, interval, keep }, logger)
}

/** Creates the node that serves JSON-RPC. */
function createNode(
  { chain, genesis }: Network,
  config: NodeConfig,
  {
    version,
    logger,
    log,
  }: { readonly version: string; readonly logger: Logger; readonly log: RunLog },
): Node {
  const accounts = fundedAccounts(genesis, deriveDevAccounts(config))
  const { legacy } = readAllowlist(config.legacyPrefix, config.enabledLegacyNativeApis)
  return createNodeFromChain(chain, {
    wallet: createWallet(accounts),
    clientVersion: config.clientVersion ?? defaultClientVersion(version),
    gasPrice: config.gasPrice,
    disableMinPriorityFee: config.disableMinPriorityFee,
    vmErrorsOnRpcResponse: config.vmErrorsOnRpcResponse,
    ...(config.networkId !== undefined && { networkId: config.networkId }),
    traceTimeoutMs: config.traceTimeout * 1000,
    legacy,
    filters: {
      maxFilters: config.maxFilters,
      idleMs: config.filterTimeout * 1000,
      limits: { maxLogs: config.maxLogs, maxBlocks: config.maxLogBlocks },
    },
    logger,
    logging: new Logging(logger, !config.disableConsoleLog),
    labels: new Labels([
      ...accounts.map(({ evm }, i) => [evm, `dev${i}`] as const),
      ...(genesis.labels ?? []),
    ]),
    onNode: (made) => log.activity?.attach(made),
  })
}

/**
 * Refuses options that are not in {@link networkOptions}, balances of accounts, and plugins.
 *
 * @throws CommandError
 */
export function requireNetworkOptions({
  config,
  nameOf,
  precompiles,
}: Pick<Settings, 'config' | 'nameOf' | 'precompiles'>): void {
  const refused = optionNames.find(
    (name) => config.given.has(name) && !networkOptions.includes(name),
  )
  if (refused !== undefined) {
    const name = nameOf(refused) ?? `--${options[refused].flag}`
    throw new CommandError(`${name}: not with rockpool abci, where the network decides it`, 2)
  }
  if (config.account.some(({ balance }) => balance !== undefined)) {
    const name = nameOf('account') ?? nameOf('accounts') ?? '--account'
    throw new CommandError(`${name}: no balances with rockpool abci, where the network decides`, 2)
  }
  if (precompiles !== undefined) {
    throw new CommandError('precompiles: not with rockpool abci, whose nodes must agree', 2)
  }
}
