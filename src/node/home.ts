import { join } from 'node:path'
import { readAppToml } from './appToml.ts'
import { type NodeConfig, type OptionName, readConfig } from './config.ts'

/** The files of a home directory. */
export function homeFiles(home: string): { readonly appToml: string; readonly genesis: string } {
  return {
    appToml: join(home, 'config', 'app.toml'),
    genesis: join(home, 'config', 'genesis.json'),
  }
}

/**
 * Checks options, takes those that are not given from the home directory where there is one, and fills in defaults.
 *
 * @throws ConfigRefused, AppTomlRefused
 */
export function readSettings(given: Readonly<Partial<Record<OptionName, unknown>>>): NodeConfig {
  const flags = readConfig(given)
  if (flags.home === undefined) return flags
  const files = homeFiles(flags.home)
  const { values, warnings } = readAppToml(files.appToml, flags)
  const set = Object.entries(given).filter(([, value]) => value !== undefined)
  const config = readConfig({ genesis: files.genesis, ...values, ...Object.fromEntries(set) })
  return { ...config, warnings }
}
