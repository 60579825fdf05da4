import { existsSync, readFileSync } from 'node:fs'
import { dirname, extname, isAbsolute, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ConfigError } from '../../node/errors.ts'
import { type OptionName, optionNames, options, readConfig } from '../../node/options/config.ts'
import { withForkObject } from '../../node/options/forkOptions.ts'
import type { Option } from '../../node/options/option.ts'
import { parseToml } from '../../node/options/toml/appToml.ts'
import { closestWord } from '../../primitives/closestWord.ts'
import { CommandError, fileFailure } from '../failure.ts'

/** Contents of a config file. */
export interface ConfigFile {
  /** Path as the user knows it. */
  readonly path: string
  readonly values: Readonly<Partial<Record<OptionName, unknown>>>
  /** A genesis that is not a path. */
  readonly genesis?: object
  /** Custom precompiles, unchecked. */
  readonly precompiles?: unknown
}

type Table = Readonly<Record<string, unknown>>

const FORMATS = ['ts', 'mts', 'js', 'mjs', 'json', 'toml'] as const

/** Keys that are not options. `$schema` is for editors. */
const OTHER_KEYS = ['$schema', 'precompiles']

/**
 * Returns the config file of a directory, or undefined.
 *
 * @throws CommandError if there are several
 */
export function findConfigFile(folder: string): string | undefined {
  const names = FORMATS.map((format) => `rockpool.config.${format}`)
  const [found, other] = names.filter((name) => existsSync(join(folder, name)))
  if (other === undefined) return found
  throw new CommandError(`found both ${found} and ${other}: choose one with --config`, 2)
}

/**
 * Reads a config file: TOML, JSON, or a module whose default export is the configuration, a promise
 * of it, or a function that returns it. Relative paths are relative to the file.
 *
 * @throws CommandError (exit code 2) that names the file, the key and the reason
 */
export async function readConfigFile(path: string, cwd: string): Promise<ConfigFile> {
  const file = resolve(cwd, path)
  const table = await readTable(path, file)
  const values: Partial<Record<OptionName, unknown>> = {}
  let genesis: object | undefined
  for (const [key, value] of Object.entries(forkInParts(path, table))) {
    if (value === undefined || OTHER_KEYS.includes(key)) continue
    const name = optionNames.find((known) => known === key)
    if (name === undefined) throw refused(path, key, strangeKey(key))
    if (name === 'config') throw refused(path, key, 'not allowed in a config file')
    if (name === 'genesis' && typeof value === 'object' && value !== null) genesis = value
    else values[name] = checked(path, name, fromFolder(dirname(file), path, name, value))
  }
  const { precompiles } = table
  return {
    path,
    values,
    ...(genesis !== undefined && { genesis }),
    ...(precompiles !== undefined && { precompiles }),
  }
}

function forkInParts(path: string, table: Table): Table {
  try {
    return withForkObject(table)
  } catch (error) {
    if (error instanceof RangeError) throw refused(path, 'fork', error.message)
    throw error
  }
}

async function readTable(path: string, file: string): Promise<Table> {
  const format = FORMATS.find((known) => extname(file) === `.${known}`)
  if (format === undefined) {
    throw refused(path, '', `want a file with extension .${FORMATS.join(', .')}`)
  }
  const content = await readContent(path, file, format)
  if (typeof content === 'object' && content !== null && !Array.isArray(content)) {
    return content as Table
  }
  const place = format === 'json' || format === 'toml' ? 'the file' : 'its default export'
  throw refused(path, '', `want ${place} to be an object of options`)
}

async function readContent(
  path: string,
  file: string,
  format: (typeof FORMATS)[number],
): Promise<unknown> {
  const text = readText(path, file)
  if (format === 'toml') return inFile(path, () => parseToml(text))
  if (format === 'json') return inFile(path, () => JSON.parse(text.replace(/^\uFEFF/, '')))
  try {
    const exported = await importDefault(file, format === 'ts' || format === 'mts')
    if (exported === undefined) {
      throw new TypeError('has no default export: want export default { … } with options')
    }
    return readThrough(typeof exported === 'function' ? await exported() : exported)
  } catch (error) {
    // The file's own code failed; the stack shows where.
    const detail = error instanceof Error ? error.message : String(error)
    throw new CommandError(`${path}: ${detail}`, 2)
  }
}

/**
 * Reads a value with its members: getters and proxies of a module may throw.
 *
 * @returns settings as a plain object; other values unchanged
 */
function readThrough(value: unknown): unknown {
  const seen = new Set<unknown>()
  const read = (part: unknown): void => {
    if (typeof part !== 'object' || part === null || seen.has(part)) return
    seen.add(part)
    if (!ArrayBuffer.isView(part)) Object.values(part).forEach(read)
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const settings: Readonly<Record<string, unknown>> = { ...value }
  // Precompiles are arbitrary code of the user.
  for (const [key, part] of Object.entries(settings)) if (key !== 'precompiles') read(part)
  return settings
}

/** Node.js loads TypeScript itself from 22.18 on; otherwise a library does, loaded on demand. */
async function importDefault(file: string, isTypeScript: boolean): Promise<unknown> {
  const stripsTypes = Reflect.get(process.features, 'typescript')
  if (isTypeScript && !stripsTypes) {
    const { createJiti } = await import('jiti')
    const module: unknown = await createJiti(import.meta.url, { fsCache: false }).import(file)
    // Its interop may return the module itself; the default export of a CommonJS module is the
    // module.
    if (typeof module !== 'object' || module === null || !('__esModule' in module)) return module
    return 'default' in module ? module.default : undefined
  }
  const module: { readonly default?: unknown } = await import(pathToFileURL(file).href)
  return module.default
}

function readText(path: string, file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw fileFailure(path, error, 'read')
  }
}

function inFile<T>(path: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof RangeError) throw refused(path, '', error.message)
    if (error instanceof SyntaxError) throw refused(path, '', `not JSON: ${error.message}`)
    throw error
  }
}

/** Returns the error of the option's parser for a value. */
function checked(path: string, name: OptionName, value: unknown): unknown {
  try {
    readConfig({ [name]: value })
    return value
  } catch (error) {
    if (error instanceof ConfigError) throw refused(path, name, error.details.reason)
    // A module's value may not convert to text; anything else is a bug.
    if (Object(value) !== value && typeof value !== 'symbol') throw error
    throw refused(path, name, error instanceof Error ? error.message : String(error))
  }
}

function strangeKey(key: string): string {
  const word = closestWord(key, wordsOfOptions.keys())
  if (word === undefined) return 'unknown option; docs/cli.md lists all options'
  return `unknown option; did you mean ${wordsOfOptions.get(word)}?`
}

/** Returns the key for a flag name in a config file. */
const wordsOfOptions: ReadonlyMap<string, string> = new Map([
  ...OTHER_KEYS.map((key) => [key, key] as const),
  ...optionNames.flatMap((name) => {
    const { flag, aliases = [], negation = flag }: Option<unknown> = options[name]
    return [name, flag, negation, ...aliases].map((word) => [word, name] as const)
  }),
])

function fromFolder(folder: string, path: string, name: OptionName, value: unknown): unknown {
  const { isPath = false }: Option<unknown> = options[name]
  const isRelative = isPath && typeof value === 'string' && value !== '' && !isAbsolute(value)
  return isRelative && dirname(path) !== '.' ? join(folder, value) : value
}

function refused(path: string, key: string, reason: string): CommandError {
  return new CommandError(`${path}: ${key === '' ? '' : `${key}: `}${reason}`, 2)
}
