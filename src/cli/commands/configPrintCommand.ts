import { parseGenesis } from '../../chain/genesis/parseGenesis.ts'
import { ACCOUNT_OPTIONS } from '../../node/buildGenesis.ts'
import { type OptionName, optionNames, options } from '../../node/options/config.ts'
import { defaultText, type Option } from '../../node/options/option.ts'
import { readGenesisFile } from '../../node/options/readGenesisFile.ts'
import { stderrLogger } from '../../primitives/logger.ts'
import { type GivenOptions, readSettings, type Settings } from '../settings/readSettings.ts'
import type { CommandInput } from './command.ts'

/** Source of a config file that was found by default. */
const FOUND = 'the working directory'

/**
 * The command `config print`: prints the effective configuration.
 *
 * @throws CommandError, ConfigError, AppTomlError
 */
export async function configPrintCommand({ given, options, print }: CommandInput): Promise<void> {
  const place = { environment: process.env, folder: process.cwd() }
  const settings = await readSettings(given, place)
  for (const warning of settings.config.warnings) stderrLogger.error(`Warning: ${warning}`)
  const inGenesis = accountsOf(settings)
  const rows = optionNames.map((name) => {
    const from = settings.sources.get(name)
    if (name === 'accounts' && inGenesis !== undefined) return inGenesis
    if (name === 'config' && from === undefined && settings.configFile !== undefined) {
      return { name, value: settings.configFile, from: FOUND }
    }
    const isGenesis = name === 'genesis' && settings.genesis !== undefined
    const value = isGenesis
      ? settings.genesis
      : givenValue(name, settings.given, settings.config[name])
    if (from === undefined) return { name, value: defaultOf(name), from: 'default' }
    return { name, value: concealed(name, value), from }
  })
  if (options.json === true) {
    const entries = rows.map(({ name, value, from }) => [name, { value, from }])
    print(`${JSON.stringify(Object.fromEntries(entries), plain, 2)}\n`)
    return
  }
  const lines = rows.map(({ name, value, from }) => [name, shown(name, value), from] as const)
  const widths = [0, 1].map((i) => Math.max(...lines.map((line) => (line[i] ?? '').length)))
  const [first = 0, second = 0] = widths
  for (const [name, value, from] of lines) {
    print(`${name.padEnd(first)}  ${value.padEnd(second)}  ${from}\n`)
  }
}

/** A genesis of the user alone funds accounts, unless an account option is given. */
function accountsOf({ config, genesis, sources }: Settings) {
  if (ACCOUNT_OPTIONS.some((name) => config.given.has(name))) return undefined
  const isFile = genesis === undefined && config.genesis !== undefined
  const json = isFile ? readGenesisFile(config.genesis ?? '') : genesis
  if (json === undefined) return undefined
  const from = isFile ? config.genesis : sources.get('genesis')
  return {
    name: 'accounts' as const,
    value: parseGenesis(json).alloc.size,
    from: from ?? 'genesis',
  }
}

/** As given; values of a home as parsed. */
function givenValue(name: OptionName, given: GivenOptions, read: unknown): unknown {
  return given[name] ?? read ?? null
}

function defaultOf(name: OptionName): unknown {
  const { fallback, fallbackText }: Option<unknown> = options[name]
  return typeof fallback === 'bigint' ? fallbackText : (fallback ?? null)
}

function concealed(name: OptionName, value: unknown): unknown {
  const { conceal }: Option<unknown> = options[name]
  return conceal === undefined ? value : conceal(value)
}

function shown(name: OptionName, value: unknown): string {
  if (value === null) return `(${defaultText(options[name]) ?? 'none'})`
  if (Array.isArray(value)) return value.map((each) => shown(name, each)).join(',')
  return typeof value === 'object' ? 'an object' : String(value)
}

function plain(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value
}
