import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { getFork, type SavedFork } from '../chain/fork/savedFork.ts'
import { feeCollector } from '../modules/moduleAccounts.ts'
import type { Address } from '../primitives/address.ts'
import type { Logger } from '../primitives/logger.ts'
import type { RemoteChain, RemoteOptions } from '../remote/remoteChain.ts'
import type { NodeConfig } from './options/config.ts'
import { remoteOptions } from './options/forkOptions.ts'

/** File of every LevelDB. */
const MARK = 'CURRENT'

/** Another fork than that of the options. */
export interface ForkTarget {
  /** Default: that of the options. */
  readonly url?: string | undefined
  /** Default: the newest block. */
  readonly blockNumber?: bigint | undefined
}

/**
 * Opens the remote chain of the options. A directory that has a chain decides the block, if the
 * options do not.
 *
 * @param db directory of the chain
 * @throws RemoteError, StoreError, ChainError
 */
export async function openFork(
  options: RemoteOptions,
  db: string | undefined,
): Promise<RemoteChain> {
  const isPinned = (options.blockNumber ?? -1n) >= 0n || options.transactionHash !== undefined
  const saved = isPinned ? undefined : await readSavedFork(db)
  const block = saved === undefined ? {} : { blockNumber: saved.number }
  return open({ ...options, ...block })
}

/**
 * Opens a remote chain instead of that of the options. Other hosts do not get their headers.
 *
 * @throws ConfigError, RemoteError
 */
export async function openOtherFork(
  config: NodeConfig,
  target: ForkTarget,
  logger: Logger,
  accounts: readonly Address[],
): Promise<RemoteChain> {
  const { fork, forkHeader } = config
  const url = target.url ?? fork
  const isSameHost = url !== undefined && fork !== undefined && hostOf(url) === hostOf(fork)
  const given = new Set([...config.given, 'fork'])
  const options = remoteOptions(
    {
      ...config,
      fork: url,
      forkBlockNumber: target.blockNumber,
      forkTransactionHash: undefined,
      forkChainId: isSameHost ? config.forkChainId : undefined,
      forkHeader: isSameHost ? forkHeader : {},
      given,
    },
    logger,
  )
  if (options === undefined) throw new Error('a fork without a URL')
  return open({ ...options, accounts })
}

/** Loads the client of remote chains, which only forks need. */
async function open(options: RemoteOptions): Promise<RemoteChain> {
  const { openRemoteChain } = await import('../remote/openRemoteChain.ts')
  return openRemoteChain({ ...options, associated: feeCollector.evm })
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url
}

async function readSavedFork(directory: string | undefined): Promise<SavedFork | undefined> {
  if (directory === undefined || !existsSync(join(directory, MARK))) return undefined
  const { openDatabase } = await import('../store/database/database.ts')
  const database = await openDatabase(directory, { sync: false })
  try {
    return getFork(database)
  } finally {
    await database.close()
  }
}
