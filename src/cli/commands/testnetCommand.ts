import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createNodeKeys } from '../../abci/testnet/nodeKeys.ts'
import {
  portsOf,
  readLayout,
  removeUnfinished,
  type TestnetLayout,
  unusablePort,
  writeTestnet,
} from '../../abci/testnet/testnetFiles.ts'
import { testnetGenesisJson } from '../../abci/testnet/testnetGenesis.ts'
import { deriveDevAccounts } from '../../node/accounts/devAccounts.ts'
import { readConfig } from '../../node/options/config.ts'
import { integer } from '../../node/options/optionReaders.ts'
import { readGenesisFile } from '../../node/options/readGenesisFile.ts'
import { DEV_GENESIS_FILE, packageFile } from '../../node/packageFiles.ts'
import { errorCode } from '../../primitives/errorCode.ts'
import { stderrLogger } from '../../primitives/logger.ts'
import { systemClock } from '../../primitives/time/clock.ts'
import { CommandError, fileFailure } from '../failure.ts'
import { requireCometBft, runTestnet } from '../run/runTestnet.ts'
import { closeOnSignal } from '../run/signals.ts'
import { quoted } from '../run/usedCommand.ts'
import type { CommandInput } from './command.ts'

/** CometBFT takes longer names, but native transactions of this chain do not. */
const CHAIN_ID = /^[a-zA-Z0-9][a-zA-Z0-9._-]{0,49}$/
const MAX_VALIDATORS = 50
/** Options that a network keeps. */
const LAYOUT_OPTIONS = ['validators', 'chainId', 'genesis', 'basePort', 'port']

/**
 * The command `testnet`: writes the files of a network on this machine, and runs it with `--run`,
 * also if the directory has a network.
 *
 * @throws CommandError, GenesisError
 */
export async function testnetCommand({ options, print }: CommandInput): Promise<void> {
  const directory = typeof options.output === 'string' ? options.output : 'testnet'
  const found = await readLayout(directory)
  if (found !== undefined && options.run === true) {
    const [other] = LAYOUT_OPTIONS.filter((name) => options[name] !== undefined)
    if (other !== undefined) {
      const advice = `start it with rockpool testnet --output ${quoted(directory)} --run`
      throw new CommandError(`--${flagOf(other)}: ${directory} has a network already; ${advice}`, 2)
    }
    requireCometBft()
    print(`${describe(found)} is in ${directory}; JSON-RPC: ${urlsOf(found)}\n`)
    await run(directory, found, print)
    return
  }
  const layout = readOptions(options)
  await removeUnfinished(directory)
  await requireEmpty(directory)
  if (options.run === true) requireCometBft()
  await write(directory, layout, options.genesis)
  print(`wrote ${describe(layout)} to ${directory}; JSON-RPC: ${urlsOf(layout)}\n`)
  if (options.run === true) await run(directory, layout, print)
  else print(`start them with: sh ${quoted(join(directory, 'start.sh'))}\n`)
}

/** @throws CommandError */
function readOptions(options: CommandInput['options']): TestnetLayout {
  const number = (name: string, fallback: number, least: number, most: number) => {
    return readNumber(flagOf(name), options[name] ?? String(fallback), least, most)
  }
  const validators = number('validators', 4, 1, MAX_VALIDATORS)
  const basePort = number('basePort', 26_650, 1, 65_535)
  const port = number('port', 8545, 1, 65_535)
  const chainId = typeof options.chainId === 'string' ? options.chainId : 'rockpool-testnet'
  if (!CHAIN_ID.test(chainId)) {
    throw new CommandError('--chain-id: want up to 50 letters, digits, dots, - and _', 2)
  }
  const layout = { chainId, validators, basePort, port }
  const clash = unusablePort(layout)
  if (clash === undefined) return layout
  const reason = clash > 65_535 ? 'is above 65535' : 'would have two servers'
  throw new CommandError(
    `--base-port ${basePort} and --port ${port}: with ${validators} validators, port ${clash} ${reason}`,
    2,
  )
}

async function write(
  directory: string,
  layout: TestnetLayout,
  genesis: string | true | undefined,
): Promise<void> {
  const { chainId, validators } = layout
  const keys = Array.from({ length: validators }, createNodeKeys)
  const accounts = deriveDevAccounts(readConfig({ accounts: Math.max(validators, 10) }))
  const json = testnetGenesisJson({
    chainId,
    time: BigInt(systemClock.now()),
    file: readGenesisFile(typeof genesis === 'string' ? genesis : packageFile(DEV_GENESIS_FILE)),
    keys,
    operators: accounts.slice(0, validators).map(({ native }) => native),
  })
  try {
    await writeTestnet(directory, { ...layout, keys, genesis: json })
  } catch (error) {
    throw fileFailure(directory, error, 'written')
  }
}

async function run(
  directory: string,
  layout: TestnetLayout,
  print: CommandInput['print'],
): Promise<void> {
  const shutdown = closeOnSignal((error) => {
    if (error instanceof CommandError) process.stderr.write(`Error: ${error.message}\n`)
    else stderrLogger.error('closing failed', error)
  })
  await runTestnet(directory, layout, shutdown)
  print('running; interrupt to end\n')
}

function describe({ chainId, validators }: TestnetLayout): string {
  return `${chainId} with ${validators} ${validators === 1 ? 'node' : 'nodes'}`
}

function urlsOf(layout: TestnetLayout): string {
  const ports = Array.from({ length: layout.validators }, (_, i) => portsOf(layout, i).rpc)
  return ports.map((port) => `http://127.0.0.1:${port}`).join(' ')
}

/** @throws CommandError if the directory has files, or is none */
async function requireEmpty(directory: string): Promise<void> {
  const files = await readdir(directory).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return []
    throw fileFailure(directory, error, 'written')
  })
  if (files.length > 0) throw new CommandError(`${directory}: the directory is not empty`, 1)
}

/** Name of an option on the command line. */
function flagOf(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

function readNumber(name: string, value: string | true, least: number, most: number): number {
  try {
    return integer(least, most)(value === true ? '' : value)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new CommandError(`--${name}: ${error.message}`, 2)
  }
}
