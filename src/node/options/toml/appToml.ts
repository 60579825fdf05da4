import { readFileSync } from 'node:fs'
import { parse, TomlError } from 'smol-toml'
import { errorCode } from '../../../primitives/errorCode.ts'
import { AppTomlError, fileReason } from '../../errors.ts'
import { type NodeConfig, type OptionName, optionNames, options } from '../config.ts'
import { allowlistKey, LEGACY_PREFIX } from '../legacyNames.ts'
import type { TomlKey } from '../option.ts'
import { seiTomlKeys } from './seiTomlKeys.ts'

/** Contents of the file. */
export interface AppToml {
  /** Values for `readConfig`. */
  readonly values: Readonly<Partial<Record<OptionName, unknown>>>
  /** Warnings about keys without an effect. */
  readonly warnings: readonly string[]
}

type Section = Readonly<Record<string, unknown>>

const ALLOWLIST_KEY = /^enabled_legacy_(.*)_apis$/

/** Options of the file in the order of the table. */
const settings = optionNames.flatMap((name) => {
  const { toml }: { readonly toml?: TomlKey } = options[name]
  return toml === undefined ? [] : [{ name, toml }]
})

/**
 * Reads the section `[evm]` of an `app.toml` and ignores others.
 *
 * @param flags of the command line, which determine the prefix
 * @throws AppTomlError
 */
export function readAppToml(file: string, flags: NodeConfig): AppToml {
  const section = readSection(file)
  const prefix = flags.given.has('legacyPrefix')
    ? flags.legacyPrefix
    : prefixIn(section, file, flags)
  const keys = new Map(settings.map(({ name, toml }) => [keyUnder(prefix, toml), name]))
  const present = Object.keys(section)
  const values = present.flatMap((key) => {
    const name = keys.get(key)
    return name === undefined ? [] : [[name, readValue(file, key, name, section[key])] as const]
  })
  for (const key of present) checkSeiKey(file, key, section)
  const strangers = present.filter((key) => !keys.has(key) && !Object.hasOwn(seiTomlKeys, key))
  return { values: Object.fromEntries(values), warnings: warningsOf(file, strangers, prefix) }
}

/**
 * Creates an `app.toml` with all keys, comments and defaults. Legacy methods have the prefix in
 * their names.
 */
export function appTomlText(prefix: string = LEGACY_PREFIX): string {
  const entries = settings.map(({ name, toml }) => {
    const { flag, help, fallback }: { flag: string; help: string; fallback: unknown } =
      options[name]
    const value = toml.initial?.(prefix) ?? fallback
    const line = `${keyUnder(prefix, toml)} = ${toml.form.write(value ?? toml.sample)}`
    const note = toml.note === undefined ? '' : `# ${toml.note}\n`
    return `# ${help} (--${flag})\n${note}${value === undefined ? `# ${line}` : line}`
  })
  return `# Settings of a Rockpool node: rockpool --home DIRECTORY reads them. An option on the command line wins.\n\n[evm]\n\n${entries.join('\n\n')}\n`
}

/** @throws AppTomlError if the node does not do what a key of the real chain says */
function checkSeiKey(file: string, key: string, section: Section): void {
  const known = Object.hasOwn(seiTomlKeys, key) ? seiTomlKeys[key] : undefined
  if (known === undefined || known.isMet(section[key], section)) return
  const given = JSON.stringify(section[key])?.slice(0, 100)
  throw refused(file, key, `want ${known.want}, got ${given}: ${known.reason}`)
}

function readSection(file: string): Section {
  const section = parseFile(file).evm ?? {}
  if (isTable(section)) return section
  throw refused(file, '', 'evm must be a table: want a section [evm]')
}

function parseFile(file: string): Section {
  try {
    return parseToml(readFileSync(file, 'utf8'))
  } catch (cause) {
    throw refused(file, '', reasonOf(cause), cause)
  }
}

function reasonOf(cause: unknown): string {
  if (cause instanceof RangeError) return cause.message
  const advice =
    errorCode(cause) === 'ENOENT' ? '; create one with rockpool init --home DIRECTORY' : ''
  return fileReason(cause, 'read') + advice
}

function prefixIn(section: Section, file: string, { legacyPrefix }: NodeConfig): string {
  const { key } = options.legacyPrefix.toml ?? { key: '' }
  if (!Object.hasOwn(section, key)) return legacyPrefix
  return String(readValue(file, key, 'legacyPrefix', section[key]))
}

/** The key of the list contains the prefix. */
function keyUnder(prefix: string, { key }: TomlKey): string {
  return key === allowlistKey(LEGACY_PREFIX) ? allowlistKey(prefix) : key
}

function readValue(file: string, key: string, name: OptionName, value: unknown): unknown {
  const { toml, read }: { readonly toml?: TomlKey; readonly read: (value: unknown) => unknown } =
    options[name]
  try {
    return read(toml?.form.read(value))
  } catch (cause) {
    if (cause instanceof RangeError) throw refused(file, key, cause.message, cause)
    throw cause
  }
}

function warningsOf(file: string, strangers: readonly string[], prefix: string): string[] {
  const isAllowlist = (key: string): boolean => ALLOWLIST_KEY.test(key)
  const lists = strangers.filter(isAllowlist).map((key) => {
    const [, other] = ALLOWLIST_KEY.exec(key) ?? []
    return `${file}: [evm] ${key} has no effect: legacy_prefix is "${prefix}" and not "${other}"; name the key ${allowlistKey(prefix)}, and its entries ${prefix}_…`
  })
  const others = strangers.filter((key) => !isAllowlist(key))
  if (others.length === 0) return lists
  return [...lists, `${file}: keys of [evm] without effect: ${others.join(', ')}`]
}

function isTable(value: unknown): value is Section {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)
  )
}

function refused(file: string, key: string, reason: string, cause?: unknown): AppTomlError {
  return new AppTomlError({ code: 'BAD_APP_TOML', file, key, reason }, { cause })
}

/**
 * Parses TOML. Integers beyond doubles become bigints.
 *
 * @throws RangeError with the reason as its message
 */
export function parseToml(text: string): Readonly<Record<string, unknown>> {
  try {
    return parse(text, { integersAsBigInt: 'asNeeded' })
  } catch (cause) {
    if (!(cause instanceof TomlError)) throw cause
    const [words = ''] = cause.message.replace(/^Invalid TOML document: /, '').split('\n')
    throw new RangeError(`not TOML: line ${cause.line}, column ${cause.column}: ${words}`, {
      cause,
    })
  }
}
