import type { Genesis } from '../chain/genesis.ts'
import { forkScheduleOf } from '../chain/genesisBlock.ts'
import { assembleNode } from '../node/assembleNode.ts'
import type { NodeConfig } from '../node/config.ts'
import type { DevAccount } from '../node/devAccounts.ts'
import type { Node } from '../node/node.ts'
import { stateFiles } from '../node/stateOptions.ts'
import type { Logger } from '../primitives/logger.ts'
import type { RequestLog } from '../rpc/requestLog.ts'
import { createServer, formatAddress } from '../server/httpServer.ts'
import type { BannerFacts } from './banner.ts'
import { CommandFailed, describeListenFailure } from './failure.ts'
import { createRunLog } from './log/runLog.ts'
import type { Shutdown } from './shutdown.ts'
import { loadStateFile, StateSaver } from './stateFile.ts'

/** Where a run's output goes and who ends it. */
export interface Surroundings {
  readonly version: string
  /** Where errors go. */
  readonly logger: Logger
  readonly shutdown: Shutdown
}

/**
 * Starts a node and resolves when it listens and the ready line is printed.
 *
 * @throws GenesisRefused, ConfigRefused, CommandFailed
 */
export async function runNode(config: NodeConfig, around: Surroundings): Promise<void> {
  const { version, shutdown } = around
  const { load, save } = stateFiles(config)
  const log = createRunLog(config, around.logger)
  const { logger, activity } = log
  shutdown.add(() => log.close())
  const { node, genesis, accounts } = await assembleNode(config, {
    version,
    logger,
    onNode: (made) => activity?.attach(made),
  })
  shutdown.add(() => node.close())
  if (load !== undefined) await loadStateFile(node.chain, load)
  if (save !== undefined) {
    const saver = new StateSaver(node.chain, save, logger)
    await saver.check()
    shutdown.add(() => saver.close())
  }
  const { port, wsPort } = config
  const bound = await listen(node, { config, option: 'port', port, activity }, shutdown)
  const second = await listenForWebSocket()
  await log.started(() => factsOf({ version, config, genesis, accounts, node }))
  log.listening(bound, second)

  /** The port of HTTP serves WebSocket anyway. */
  async function listenForWebSocket() {
    if (wsPort === undefined) return undefined
    if (wsPort === bound.port) return bound
    return listen(node, { config, option: 'ws-port', port: wsPort, activity }, shutdown)
  }
}

async function listen(
  node: Node,
  {
    config,
    option,
    port,
    activity,
  }: {
    readonly config: NodeConfig
    readonly option: string
    readonly port: number
    readonly activity: RequestLog | undefined
  },
  shutdown: Shutdown,
) {
  const { host } = config
  const server = createServer(node, {
    allowOrigin: config.allowOrigin,
    bodyLimitBytes: config.requestSizeLimit,
    batchLimit: config.batchLimit,
    requestLog: activity,
  })
  shutdown.add(() => server.close())
  try {
    return await server.listen({ host, port })
  } catch (error) {
    const failure = describeListenFailure(error, formatAddress({ host, port }), option)
    throw failure ? new CommandFailed(failure.message, failure.exitCode) : error
  }
}

async function factsOf(run: {
  readonly version: string
  readonly config: NodeConfig
  readonly genesis: Genesis
  readonly accounts: readonly DevAccount[]
  readonly node: Node
}): Promise<BannerFacts> {
  const { version, config, genesis, accounts } = run
  const { chain } = run.node
  const { state } = await chain.viewAt({ tag: 'latest' })
  const first = chain.getBlock(0n) ?? chain.latest
  return {
    version,
    accounts: accounts.map((account) => ({
      ...account,
      balance: state.getBalance(account.evm),
    })),
    accountsWanted: config.accounts,
    bech32Prefix: genesis.native.bech32Prefix,
    denomination: genesis.native.denomination,
    mnemonic: config.mnemonic,
    derivationPath: config.derivationPath,
    chainId: genesis.chainId,
    nativeChainId: chain.nativeChainId,
    hardfork: forkScheduleOf(genesis)(0n, genesis.timestamp),
    baseFee: chain.nextBaseFee,
    gasLimit: genesis.gasLimit,
    genesis: { timestamp: first.header.timestamp, number: first.number, hash: first.hash },
    ...(config.db !== undefined && {
      database: { directory: config.db, height: chain.latest.number },
    }),
  }
}
