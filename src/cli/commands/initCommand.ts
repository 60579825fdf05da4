import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { homeFiles } from '../../node/options/home.ts'
import { LEGACY_PREFIX } from '../../node/options/legacyNames.ts'
import { legacyPrefix } from '../../node/options/optionReaders.ts'
import { appTomlText } from '../../node/options/toml/appToml.ts'
import { DEV_GENESIS_FILE, packageFile } from '../../node/packageFiles.ts'
import { systemClock } from '../../primitives/time/clock.ts'
import { makeDirectory } from '../../store/database/makeDirectory.ts'
import { CommandError, fileFailure } from '../failure.ts'
import { quoted, usedCommand } from '../run/usedCommand.ts'
import type { CommandInput } from './command.ts'

/**
 * The command `init`: creates the files of a home directory if neither exists.
 *
 * @throws CommandError
 */
export async function initCommand({ options, print }: CommandInput): Promise<void> {
  const home = typeof options.home === 'string' ? options.home : join(homedir(), '.rockpool')
  if (home === '') throw new CommandError('--home: want a directory, got an empty text', 2)
  const prefix = readPrefix(options.legacyPrefix ?? LEGACY_PREFIX)
  const { appToml, genesis } = homeFiles(home)
  const existing = [appToml, genesis].find((file) => existsSync(file))
  if (existing !== undefined) {
    throw new CommandError(`${existing} exists already; nothing was written`, 1)
  }
  try {
    makeDirectory(dirname(appToml))
    writeFileSync(appToml, appTomlText(prefix), { flag: 'wx' })
    writeFileSync(genesis, genesisText(), { flag: 'wx' })
  } catch (error) {
    throw fileFailure(appToml, error, 'written')
  }
  print(`wrote ${appToml} and ${genesis}; start with: ${usedCommand()} --home ${quoted(home)}\n`)
}

function readPrefix(text: string | true): string {
  try {
    return legacyPrefix(text)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new CommandError(`--legacy-prefix: ${error.message}`, 2)
  }
}

/**
 * The development chain with the present time, because a genesis file without one starts in 1970.
 * The path of its schema is invalid there.
 */
function genesisText(): string {
  const file: unknown = JSON.parse(readFileSync(packageFile(DEV_GENESIS_FILE), 'utf8'))
  const timestamp = String(systemClock.now())
  return `${JSON.stringify({ ...Object(file), timestamp, $schema: undefined }, null, 2)}\n`
}
