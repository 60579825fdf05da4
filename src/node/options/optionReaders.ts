import { findHardfork, type Hardfork, hardforks } from '../../evm/rules/hardfork.ts'
import { didYouMean } from '../../primitives/closestWord.ts'
import {
  parseDerivationPath,
  parseMnemonic,
  WORD_COUNTS,
} from '../../primitives/crypto/hdWallet.ts'
import { parseLegacyPrefix } from './legacyNames.ts'

/** Which values an option takes, beside their text. */
export interface OptionForm {
  /** The type of what JavaScript gives, as TypeScript writes it. */
  readonly type: string
  /** JSON schema of what a file holds. */
  readonly schema: Readonly<Record<string, unknown>>
}

/**
 * Reads an option's value, given as text (command line) or as itself (JavaScript).
 *
 * @throws RangeError whose message is the reason.
 */
export interface OptionReader<T> extends OptionForm {
  (value: unknown): T
}

function reader<T>(form: OptionForm, read: (value: unknown) => T): OptionReader<T> {
  return Object.assign(read, form)
}

const QUANTITY = /^(?:0x[0-9a-fA-F]{1,64}|[0-9]{1,78})$/
const COINS = /^([0-9]{1,60})(?:\.([0-9]{1,18}))?$/
const SECONDS = /^[0-9]{1,10}(?:\.[0-9]{1,3})?$/
/** Pages from files, and in frames without rights, are of the origin null. */
const ORIGIN_WORDS = ['*', 'local', 'null']
const INSTANCE_NAME = /^(?!\d+$)[a-z0-9](?:[a-z0-9_-]{0,38}[a-z0-9])?$/
/**
 * Names of devices on Windows, whatever ending follows.
 *
 * @see https://learn.microsoft.com/en-us/windows/win32/fileio/naming-a-file
 */
const DEVICE_NAME = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])$/
const MAX_UINT256 = (1n << 256n) - 1n

const TEXT: OptionForm = { type: 'string', schema: { type: 'string', minLength: 1 } }
const NAMES: OptionForm = {
  type: 'readonly string[] | string',
  schema: { type: ['array', 'string'], items: { type: 'string' } },
}

/** A whole number from `min` to `max`. */
export function integer(min: number, max: number): OptionReader<number> {
  const schema = { type: 'integer', minimum: min, maximum: max }
  return reader({ type: 'number', schema }, (value) =>
    Number(readQuantity(value, BigInt(min), BigInt(max))),
  )
}

/** A number of bytes, at most `max`, or false for no limit: a text has less than 2 GiB anyway. */
export function sizeLimit(max: number): OptionReader<number> {
  const size = integer(1, max)
  return reader(
    { type: 'number | false', schema: { type: ['integer', 'boolean'], minimum: 1, maximum: max } },
    (value) => (value === false ? 2 ** 31 - 1 : size(value)),
  )
}

/** A whole number of any size, decimal or `0x`. */
export function quantity(min = 0n, max = MAX_UINT256): OptionReader<bigint> {
  const schema = { type: ['integer', 'string'], minimum: Number(min), pattern: QUANTITY.source }
  return reader({ type: 'number | bigint | string', schema }, (value) =>
    readQuantity(value, min, max),
  )
}

/** A time in seconds, with at most three places, from `min` to `max`. */
export function seconds(min: number, max: number): OptionReader<number> {
  const schema = { type: 'number', minimum: min, maximum: max }
  return reader({ type: 'number', schema }, (value) => {
    const number = SECONDS.test(String(value)) ? Number(value) : Number.NaN
    if (number >= min && number <= max) return number
    throw new RangeError(`want seconds from ${min} to ${max}, got ${show(value)}`)
  })
}

/** One of several words. */
export function choice<W extends string>(words: readonly W[]): OptionReader<W> {
  const type = words.map((word) => `'${word}'`).join(' | ')
  return reader({ type, schema: { enum: words } }, (value) => {
    const found = words.find((word) => word === value)
    if (found !== undefined) return found
    throw noneOf(words, value)
  })
}

/** Coins of 10^18 wei, with at most 18 places; gives wei. */
export const coins: OptionReader<bigint> = reader(
  {
    type: 'number | string',
    schema: { type: ['number', 'string'], minimum: 0, pattern: COINS.source },
  },
  readCoins,
)

/** Text of one line and at least one character. */
export const text: OptionReader<string> = reader(TEXT, readText)

/** On or off. */
export const toggle: OptionReader<boolean> = reader(
  { type: 'boolean', schema: { type: 'boolean' } },
  (value) => {
    if (typeof value === 'boolean') return value
    throw new RangeError(`want true or false, got ${show(value)}`)
  },
)

/** A BIP-39 mnemonic. */
export const mnemonic: OptionReader<string> = reader(TEXT, (value) => {
  if (typeof value === 'string') return parseMnemonic(value)
  throw new RangeError(`want words, got ${show(value)}`)
})

/** How many words a mnemonic has. */
export const wordCount: OptionReader<number> = reader(
  { type: 'number', schema: { enum: WORD_COUNTS } },
  (value) => {
    const found = WORD_COUNTS.find((count) => String(count) === String(value))
    if (found !== undefined) return found
    throw new RangeError(`want one of ${WORD_COUNTS.join(', ')}, got ${show(value)}`)
  },
)

/** A BIP-32 path. */
export const derivationPath: OptionReader<string> = reader(TEXT, (value) =>
  parseDerivationPath(String(value)),
)

/** A fork's name. */
export const hardfork: OptionReader<Hardfork> = reader(
  { type: 'string', schema: { type: 'string', examples: hardforks } },
  (value) => {
    const fork = typeof value === 'string' ? findHardfork(value) : undefined
    if (fork !== undefined) return fork
    throw noneOf(hardforks, value)
  },
)

/** Names, as a list or as text with commas between them. */
export const names: OptionReader<readonly string[]> = reader(NAMES, (value) => {
  const list: unknown = typeof value === 'string' ? value.split(',') : value
  if (!Array.isArray(list) || list.some((name) => typeof name !== 'string')) {
    throw new RangeError(
      `want names with commas between them, or a list of them, got ${show(value)}`,
    )
  }
  return list.map((name: string) => name.trim()).filter((name) => name !== '')
})

/** What a node in the background is called: it is a name of files, on every system, and no number of a process. */
export const instanceName: OptionReader<string> = reader(TEXT, (value) => {
  if (typeof value === 'string' && DEVICE_NAME.test(value)) {
    throw new RangeError(`${show(value)} is a device on Windows: want another name`)
  }
  if (typeof value === 'string' && INSTANCE_NAME.test(value)) return value
  throw new RangeError(
    `want up to 40 small letters, digits, - and _, not digits alone, got ${show(value)}`,
  )
})

/** Bare host names, `*` for any. */
export const hostNames: OptionReader<readonly string[]> = reader(NAMES, (value) =>
  names(value).map(readHostName),
)

/** Web origins, `*` for any, `local` for those of this machine; false for none. */
export const origins: OptionReader<readonly string[]> = reader(
  {
    type: `${NAMES.type} | false`,
    schema: { type: ['array', 'string', 'boolean'], items: { type: 'string' } },
  },
  (value) => (value === false ? [] : names(value).map(readOrigin)),
)

/** What stands for `native` in the names of legacy methods. */
export const legacyPrefix: OptionReader<string> = reader(TEXT, (value) => {
  if (typeof value === 'string') return parseLegacyPrefix(value)
  throw new RangeError(`want a prefix, got ${show(value)}`)
})

/** Lets an option be left out. */
export function optional<T>(present: OptionReader<T>): OptionReader<T | undefined> {
  const { type, schema } = present
  return reader({ type, schema }, (value) => (value === undefined ? undefined : present(value)))
}

function readCoins(value: unknown): bigint {
  const [match, whole = '', fraction = ''] = COINS.exec(String(value)) ?? []
  if (match === undefined) throw new RangeError(`want an amount of coins, got ${show(value)}`)
  const wei = BigInt(whole + fraction.padEnd(18, '0'))
  if (wei > MAX_UINT256) throw new RangeError('more than an account can hold')
  return wei
}

function readOrigin(entry: string): string {
  if (ORIGIN_WORDS.includes(entry)) return entry
  const text = entry.replace(/\/$/, '')
  if (/^[a-z][a-z0-9+.-]*:\/\/[^/\s]+$/i.test(text)) return text
  throw new RangeError(
    `want origins such as https://app.example, or ${ORIGIN_WORDS.join(', ')}, got ${show(entry)}`,
  )
}

/** As it stands in a `Host` header, without the port. */
function readHostName(entry: string): string {
  if (entry === '*') return entry
  const name = /^[^\s/:@?#\\[\]*,]+$/.test(entry) ? hostnameOf(entry) : undefined
  if (name !== undefined) return name
  throw new RangeError(
    `want a bare host name such as node.example, without scheme, port and path, or *, got ${show(entry)}`,
  )
}

/** What a URL makes of a host name; undefined where it can be none. */
function hostnameOf(name: string): string | undefined {
  return URL.canParse(`http://${name}`) ? new URL(`http://${name}`).hostname : undefined
}

function readText(value: unknown): string {
  if (typeof value === 'string' && /^[^\p{Cc}]+$/u.test(value)) return value
  throw new RangeError(`want one line of text, got ${show(value)}`)
}

function readQuantity(value: unknown, min: bigint, max: bigint): bigint {
  const number = toBigInt(value)
  if (number === undefined || number < min || number > max) {
    const range = max === MAX_UINT256 ? `of at least ${min}` : `from ${min} to ${max}`
    throw new RangeError(`want a whole number ${range}, got ${show(value)}`)
  }
  return number
}

function toBigInt(value: unknown): bigint | undefined {
  if (typeof value === 'bigint') return value
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : undefined
  return typeof value === 'string' && QUANTITY.test(value) ? BigInt(value) : undefined
}

function noneOf(words: readonly string[], value: unknown): RangeError {
  const hint = typeof value === 'string' ? didYouMean(value, words) : ''
  return new RangeError(`want one of ${words.join(', ')}, got ${show(value)}${hint}`)
}

function show(value: unknown): string {
  const shown = typeof value === 'string' ? JSON.stringify(value) : String(value)
  return shown.length <= 60 ? shown : `${shown.slice(0, 60)}…`
}
