import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DEV_GENESIS_FILE } from '../packageFiles.ts'
import { type NodeConfig, type OptionName, readConfig } from './config.ts'
import { readAppToml } from './toml/appToml.ts'

/** Files of a home directory. */
export function homeFiles(home: string): { readonly appToml: string; readonly genesis: string } {
  return {
    appToml: join(home, 'config', 'app.toml'),
    genesis: join(home, 'config', 'genesis.json'),
  }
}

/**
 * Validates options, adds those of the home directory, if any, and defaults. A home without a
 * genesis has the package's.
 *
 * @param hasGenesis whether the caller provides a genesis that is not a file
 * @throws ConfigError, AppTomlError
 */
export function readHomeConfig(
  given: Readonly<Partial<Record<OptionName, unknown>>>,
  hasGenesis = false,
): NodeConfig {
  const flags = readConfig(given)
  if (flags.home === undefined) return flags
  const files = homeFiles(flags.home)
  const { values, warnings } = readAppToml(files.appToml, flags)
  const set = Object.entries(given).filter(([, value]) => value !== undefined)
  const options = { ...values, ...Object.fromEntries(set) }
  if (flags.genesis !== undefined || hasGenesis) return { ...readConfig(options), warnings }
  if (existsSync(files.genesis)) {
    return { ...readConfig({ ...options, genesis: files.genesis }), warnings }
  }
  const fallback = `${files.genesis}: no such file; using ${DEV_GENESIS_FILE} of the package`
  return { ...readConfig(options), warnings: [...warnings, fallback] }
}
