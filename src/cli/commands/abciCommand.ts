import { DEFAULT_ABCI_ADDRESS, parseAbciAddress } from '../../abci/wire/abciAddress.ts'
import { integer } from '../../node/options/optionReaders.ts'
import { packageVersion } from '../../node/packageFiles.ts'
import { stderrLogger } from '../../primitives/logger.ts'
import { CommandError } from '../failure.ts'
import { runNetwork } from '../run/runNetwork.ts'
import { closeOnSignal } from '../run/signals.ts'
import { readSettings } from '../settings/readSettings.ts'
import type { CommandInput } from './command.ts'

const DEFAULT_COMET_RPC = 'http://127.0.0.1:26657'
const DEFAULT_SNAPSHOTS = 2

/**
 * The command `abci`: serves the chain to a CometBFT node, and its JSON-RPC from the first block
 * on. Returns when it listens.
 *
 * @throws CommandError, ConfigError; GenesisError, ChainError, StoreError of the chain on disk
 */
export async function abciCommand({ options, given }: CommandInput): Promise<void> {
  const network = {
    address: read('address', options.address ?? DEFAULT_ABCI_ADDRESS, parseAbciAddress),
    cometRpc: read('comet-rpc', options.cometRpc ?? DEFAULT_COMET_RPC, readUrl),
    snapshots: {
      interval: read('snapshot-interval', options.snapshotInterval ?? '0', integer(0, 1e9)),
      keep: read('snapshot-keep', options.snapshotKeep ?? `${DEFAULT_SNAPSHOTS}`, integer(1, 100)),
    },
  }
  const place = { environment: process.env, folder: process.cwd() }
  const settings = await readSettings(given, place)
  const shutdown = closeOnSignal((error) => stderrLogger.error('closing failed', error))
  const around = { version: packageVersion(), logger: stderrLogger, shutdown }
  await runNetwork(settings, network, around)
}

function read<T>(flag: string, value: string | true, parse: (text: string) => T): T {
  try {
    return parse(value === true ? '' : value)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new CommandError(`--${flag}: ${error.message}`, 2)
  }
}

function readUrl(text: string): string {
  // CometBFT itself writes tcp:// for its RPC server.
  const url = text.replace(/^tcp:\/\//, 'http://')
  if (URL.canParse(url) && /^https?:/.test(url)) return url
  throw new RangeError(`want a URL such as ${DEFAULT_COMET_RPC}, got ${JSON.stringify(text)}`)
}
