import { ConfigError } from '../../node/errors.ts'
import {
  type NodeConfig,
  type OptionName,
  optionNames,
  options,
  readConfig,
} from '../../node/options/config.ts'
import { readHomeConfig } from '../../node/options/home.ts'
import { CommandError } from '../failure.ts'
import { findConfigFile, readConfigFile } from './configFile.ts'
import { readEnvironment } from './environment.ts'

/** Option values, unparsed. */
export type GivenOptions = Readonly<Partial<Record<OptionName, unknown>>>

/** Inputs besides the command line. */
export interface SettingsSource {
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Working directory. */
  readonly folder: string
}

/** The effective settings from all sources. */
export interface Settings {
  readonly config: NodeConfig
  /** Given values, except those of the home. */
  readonly given: GivenOptions
  /**
   * Source of an option's value as the user knows it: `--port`, `ROCKPOOL_PORT`, the file; absent
   * for the default.
   */
  readonly sources: ReadonlyMap<OptionName, string>
  /** Path of the config file, as the user knows it. */
  readonly configFile?: string
  /** Genesis that replaces the file of `config.genesis`. */
  readonly genesis?: object
  readonly precompiles?: unknown
  /** Name of an option in the source that set it; undefined if it is not set. */
  nameOf(option: string): string | undefined
}

/**
 * Combines settings: command line, environment, config file, home, genesis, in this order of
 * precedence.
 *
 * @throws CommandError, ConfigError, AppTomlError
 */
export async function readSettings(flags: GivenOptions, place: SettingsSource): Promise<Settings> {
  readConfig(flags)
  const environment = readEnvironment(place.environment)
  for (const [option, name] of environment.names) {
    checkVariable(name, { [option]: environment.values[option] })
  }
  const { config: path = findConfigFile(place.folder) } = readConfig({
    ...environment.values,
    ...flags,
  })
  const file = path === undefined ? undefined : await readConfigFile(path, place.folder)
  const given: GivenOptions = { ...file?.values, ...environment.values, ...flags }
  const genesis = given.genesis === undefined ? file?.genesis : undefined
  const read = readHomeConfig(given, genesis !== undefined)
  const config = { ...read, warnings: [...environment.warnings, ...read.warnings] }
  const { precompiles } = file ?? {}
  const sources = new Map<OptionName, string>()
  for (const option of optionNames) {
    if (Object.hasOwn(flags, option)) sources.set(option, `--${options[option].flag}`)
    else if (environment.names.has(option)) {
      sources.set(option, environment.names.get(option) ?? '')
    } else if (file !== undefined && Object.hasOwn(file.values, option)) {
      sources.set(option, file.path)
    } else if (config.home !== undefined && config.given.has(option)) {
      sources.set(option, `--home ${config.home}`)
    } else if (config.raw[option] !== undefined && !config.given.has(option)) {
      sources.set(option, config.profile === undefined ? '--compat sei' : '--profile sei')
    }
  }
  if (genesis !== undefined && file !== undefined) sources.set('genesis', file.path)
  return {
    config,
    given,
    sources,
    ...(file !== undefined && { configFile: file.path }),
    ...(genesis !== undefined && { genesis }),
    ...(precompiles !== undefined && { precompiles }),
    nameOf(option) {
      const source = [...sources].find(([name]) => name === option)?.[1]
      const isInFile =
        source === file?.path || (option === 'precompiles' && precompiles !== undefined)
      return isInFile && file !== undefined ? `${file.path}: ${option}` : source
    },
  }
}

function checkVariable(name: string, given: GivenOptions): void {
  try {
    readConfig(given)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    throw new CommandError(`${name}: ${error.details.reason}`, 2)
  }
}
