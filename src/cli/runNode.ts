import type { Genesis } from '../chain/genesis.ts'
import { forkScheduleOf } from '../chain/genesisBlock.ts'
import { assembleNode } from '../node/assembleNode.ts'
import type { NodeConfig } from '../node/config.ts'
import type { DevAccount } from '../node/devAccounts.ts'
import type { Node } from '../node/node.ts'
import type { Logger } from '../primitives/logger.ts'
import { createServer, formatAddress } from '../server/httpServer.ts'
import { createBanner } from './banner.ts'
import { CommandFailed, describeListenFailure } from './failure.ts'
import type { Settings } from './readSettings.ts'
import type { Shutdown } from './shutdown.ts'

/** Where a run's output goes and who ends it. */
export interface Surroundings {
  readonly version: string
  readonly logger: Logger
  readonly shutdown: Shutdown
  /** Writes to stdout. */
  print(text: string): void
}

/**
 * Starts a node and resolves when it listens and the ready line is printed.
 *
 * @throws GenesisRefused, CommandFailed
 */
export async function runNode(settings: Settings, around: Surroundings): Promise<void> {
  const { version, logger, shutdown, print } = around
  const { config, precompiles } = settings
  const { node, genesis, accounts, mnemonic } = await assembleNode(
    config,
    { version, logger, ...(precompiles !== undefined && { precompiles }) },
    settings.genesis,
  )
  shutdown.add(() => node.close())
  const { port, wsPort } = config
  const bound = await listen(node, { config, option: 'port', port }, shutdown)
  const second = await listenForWebSocket()
  if (!config.silent) print(await bannerOf({ version, config, genesis, accounts, mnemonic, node }))
  if (second !== undefined) print(`WebSocket on ${formatAddress(second)}\n`)
  print(`Listening on ${formatAddress(bound)}\n`)

  /** The port of HTTP serves WebSocket anyway. */
  async function listenForWebSocket() {
    if (wsPort === undefined) return undefined
    if (wsPort === bound.port) return bound
    return listen(node, { config, option: 'ws-port', port: wsPort }, shutdown)
  }
}

async function listen(
  node: Node,
  {
    config,
    option,
    port,
  }: { readonly config: NodeConfig; readonly option: string; readonly port: number },
  shutdown: Shutdown,
) {
  const { host } = config
  const server = createServer(node, {
    allowOrigin: config.allowOrigin,
    bodyLimitBytes: config.requestSizeLimit,
    batchLimit: config.batchLimit,
  })
  shutdown.add(() => server.close())
  try {
    return await server.listen({ host, port })
  } catch (error) {
    const failure = describeListenFailure(error, formatAddress({ host, port }), option)
    throw failure ? new CommandFailed(failure.message, failure.exitCode) : error
  }
}

async function bannerOf(run: {
  readonly version: string
  readonly config: NodeConfig
  readonly genesis: Genesis
  readonly accounts: readonly DevAccount[]
  readonly mnemonic: string
  readonly node: Node
}): Promise<string> {
  const { version, config, genesis, accounts } = run
  const { chain } = run.node
  const { state } = await chain.viewAt({ tag: 'latest' })
  const first = chain.getBlock(0n) ?? chain.latest
  return createBanner({
    version,
    accounts: accounts.map((account) => ({
      ...account,
      balance: state.getBalance(account.evm),
    })),
    accountsWanted: config.accounts,
    bech32Prefix: genesis.native.bech32Prefix,
    denomination: genesis.native.denomination,
    mnemonic: run.mnemonic,
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
  })
}
