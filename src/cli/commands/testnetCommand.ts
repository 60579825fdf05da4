import { join } from 'node:path'
import { createNodeKeys } from '../../abci/testnet/nodeKeys.ts'
import { portsOf, writeTestnet } from '../../abci/testnet/testnetFiles.ts'
import { testnetGenesisJson } from '../../abci/testnet/testnetGenesis.ts'
import { deriveDevAccounts } from '../../node/accounts/devAccounts.ts'
import { readConfig } from '../../node/options/config.ts'
import { integer } from '../../node/options/optionReaders.ts'
import { readGenesisFile } from '../../node/options/readGenesisFile.ts'
import { DEV_GENESIS_FILE, packageFile } from '../../node/packageFiles.ts'
import { stderrLogger } from '../../primitives/logger.ts'
import { systemClock } from '../../primitives/time/clock.ts'
import { requireEmptyDirectory } from '../../store/database/createDatabase.ts'
import { CommandError, fileFailure } from '../failure.ts'
import { runTestnet } from '../run/runTestnet.ts'
import { closeOnSignal } from '../run/signals.ts'
import { quoted } from '../run/usedCommand.ts'
import type { CommandInput } from './command.ts'

/** CometBFT takes longer names, but native transactions of this chain do not. */
const CHAIN_ID = /^[a-zA-Z0-9][a-zA-Z0-9._-]{0,49}$/
const MAX_VALIDATORS = 50

/**
 * The command `testnet`: writes the files of a network on this machine, and runs it with `--run`.
 *
 * @throws CommandError; StoreError if the directory is not empty; GenesisError
 */
export async function testnetCommand({ options, print }: CommandInput): Promise<void> {
  const number = (name: string, fallback: number, least: number, most: number) => {
    const given = options[name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())]
    return readNumber(name, given ?? String(fallback), least, most)
  }
  const count = number('validators', 4, 1, MAX_VALIDATORS)
  const basePort = number('base-port', 26_650, 1, 65_535 - 10 * MAX_VALIDATORS)
  const port = number('port', 8545, 1, 65_535 - MAX_VALIDATORS)
  const directory = typeof options.output === 'string' ? options.output : 'testnet'
  const chainId = typeof options.chainId === 'string' ? options.chainId : 'rockpool-testnet'
  if (!CHAIN_ID.test(chainId)) {
    throw new CommandError('--chain-id: want up to 50 letters, digits, dots, - and _', 2)
  }
  await requireEmptyDirectory(directory)
  const keys = Array.from({ length: count }, createNodeKeys)
  const accounts = deriveDevAccounts(readConfig({ accounts: Math.max(count, 10) }))
  const genesis = testnetGenesisJson({
    chainId,
    time: BigInt(systemClock.now()),
    file: readGenesisFile(
      typeof options.genesis === 'string' ? options.genesis : packageFile(DEV_GENESIS_FILE),
    ),
    keys,
    operators: accounts.slice(0, count).map(({ native }) => native),
  })
  const plan = { directory, keys, genesis, basePort, port }
  try {
    await writeTestnet(plan)
  } catch (error) {
    throw fileFailure(directory, error, 'written')
  }
  const urls = keys.map((_, i) => `http://127.0.0.1:${portsOf(plan, i).rpc}`)
  print(`wrote ${count} nodes of ${chainId} to ${directory}; JSON-RPC: ${urls.join(' ')}\n`)
  if (options.run !== true) {
    print(`start them with: sh ${quoted(join(directory, 'start.sh'))}\n`)
    return
  }
  const shutdown = closeOnSignal((error) => {
    if (error instanceof CommandError) process.stderr.write(`Error: ${error.message}\n`)
    else stderrLogger.error('closing failed', error)
  })
  await runTestnet(plan, shutdown)
  print('running; interrupt to end\n')
}

function readNumber(name: string, value: string | true, least: number, most: number): number {
  try {
    return integer(least, most)(value === true ? '' : value)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new CommandError(`--${name}: ${error.message}`, 2)
  }
}
