import type { Genesis } from '../chain/genesis.ts'
import { forkScheduleOf } from '../chain/genesisBlock.ts'
import { assembleNode } from '../node/assembleNode.ts'
import type { NodeConfig } from '../node/config.ts'
import type { DevAccount } from '../node/devAccounts.ts'
import type { Node } from '../node/node.ts'
import type { Logger } from '../primitives/logger.ts'
import { suggestGasPrice } from '../rpc/suggestFees.ts'
import { createBanner } from './banner.ts'
import { configOut } from './configOut.ts'
import { listen } from './listen.ts'
import { watchParent } from './parentWatch.ts'
import type { Settings } from './readSettings.ts'
import type { Shutdown } from './shutdown.ts'
import { removeFile, writeJsonFile } from './writeJsonFile.ts'

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
  const { readyFile } = config
  // A node that was killed may have left one behind, and whoever waits must not take it for this one's.
  if (readyFile !== undefined) removeFile(readyFile)
  const { node, genesis, accounts, mnemonic } = await assembleNode(
    config,
    { version, logger, ...(precompiles !== undefined && { precompiles }) },
    settings.genesis,
  )
  shutdown.add(() => node.close())
  if (config.exitWithParent) watchParent(shutdown.end)
  const { address, wsAddress, ipc } = await listen(node, config, shutdown)
  if (config.configOut !== undefined) {
    const { derivationPath } = config
    const { nextBaseFee: baseFee } = node.chain
    const gasPrice = suggestGasPrice(node)
    const facts = { accounts, mnemonic, derivationPath, genesis, baseFee, gasPrice }
    writeJsonFile(config.configOut, configOut(facts))
  }
  if (!config.silent) print(await bannerOf({ version, config, genesis, accounts, mnemonic, node }))
  if (wsAddress !== undefined) print(`WebSocket on ${wsAddress}\n`)
  if (ipc !== undefined) print(`IPC on ${ipc}\n`)
  if (readyFile !== undefined) {
    writeJsonFile(readyFile, {
      pid: process.pid,
      url: `http://${address}`,
      ws: `ws://${wsAddress ?? address}`,
      ipc: ipc ?? null,
      chainId: Number(genesis.chainId),
      accounts: accounts.map(({ evm }) => evm),
    })
    shutdown.add(async () => removeFile(readyFile))
  }
  print(`Listening on ${address}\n`)
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
