import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { appTomlText } from '../node/appToml.ts'
import { homeFiles } from '../node/home.ts'
import { DEV_GENESIS_FILE, packageFile } from '../node/packageFiles.ts'
import type { CommandInput } from './commands.ts'
import { CommandFailed } from './failure.ts'
import { fileFailure } from './fileFailure.ts'

/**
 * The command `init`: makes the files of a home directory, where neither of them is there.
 *
 * @throws CommandFailed
 */
export async function initCommand({ options, print }: CommandInput): Promise<void> {
  const home = typeof options.home === 'string' ? options.home : join(homedir(), '.rockpool')
  const { appToml, genesis } = homeFiles(home)
  const existing = [appToml, genesis].find((file) => existsSync(file))
  if (existing !== undefined) {
    throw new CommandFailed(`${existing} exists already; nothing was written`, 1)
  }
  try {
    mkdirSync(dirname(appToml), { recursive: true })
    writeFileSync(appToml, appTomlText(), { flag: 'wx' })
    writeFileSync(genesis, readFileSync(packageFile(DEV_GENESIS_FILE)), { flag: 'wx' })
  } catch (error) {
    throw fileFailure(appToml, error, 'written')
  }
  print(`wrote ${appToml} and ${genesis}; start with: rockpool --home ${quoted(home)}\n`)
}

/** As a shell takes it. */
function quoted(path: string): string {
  return /^[\w./~@%+=:,-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`
}
