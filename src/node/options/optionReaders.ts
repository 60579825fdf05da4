import { findHardfork, type Hardfork, hardforks } from '../../evm/rules/hardfork.ts'
import { type Address, parseAddress } from '../../primitives/address.ts'
import { didYouMean } from '../../primitives/closestWord.ts'
import {
  parseDerivationPath,
  parseMnemonic,
  WORD_COUNTS,
} from '../../primitives/crypto/hdWallet.ts'
import { parseLegacyPrefix } from './legacyNames.ts'

/** Types of the values that an option accepts besides text. */
export interface OptionForm {
  /** TypeScript type of the value. */
  readonly type: string
  /** JSON schema of the value in a config file. */
  readonly schema: Readonly<Record<string, unknown>>
}

/**
 * Parses the value of an option: text from the command line, or a JavaScript value.
 *
 * @throws RangeError with the reason as its message
 */
export interface OptionReader<T> extends OptionForm {
  (value: unknown): T
}

function reader<T>(form: OptionForm, read: (value: unknown) => T): OptionReader<T> {
  return Object.assign(read, form)
}

const ADDRESS = /^0x[0-9a-f]{40}$/i
const QUANTITY = /^(?:0x[0-9a-fA-F]{1,64}|[0-9]{1,78})$/
const COINS = /^([0-9]{1,60})(?:\.([0-9]{1,18}))?$/
const SECONDS = /^[0-9]{1,10}(?:\.[0-9]{1,3})?$/
/** Pages from files and in sandboxed frames have the origin `null`. */
const ORIGIN_WORDS = ['*', 'local', 'null']
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

/** A number of bytes up to `max`, or false for no limit (strings are below 2 GiB). */
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

/** A time in seconds from `min` to `max`, with at most three decimal places. */
export function seconds(min: number, max: number): OptionReader<number> {
  const schema = { type: 'number', minimum: min, maximum: max }
  return reader({ type: 'number', schema }, (value) => {
    const number = SECONDS.test(String(value)) ? Number(value) : Number.NaN
    if (number >= min && number <= max) return number
    throw new RangeError(`must be a number of seconds from ${min} to ${max} (got ${show(value)})`)
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

/** Coins of 10^18 wei, with at most 18 decimal places. Returns wei. */
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
    throw new RangeError(`must be true or false (got ${show(value)})`)
  },
)

/** A BIP-39 mnemonic. */
export const mnemonic: OptionReader<string> = reader(TEXT, (value) => {
  if (typeof value === 'string') return parseMnemonic(value)
  throw new RangeError(`must be a BIP-39 mnemonic (got ${show(value)})`)
})

/** Number of words of a mnemonic. */
export const wordCount: OptionReader<number> = reader(
  { type: 'number', schema: { enum: WORD_COUNTS } },
  (value) => {
    const found = WORD_COUNTS.find((count) => String(count) === String(value))
    if (found !== undefined) return found
    throw new RangeError(`must be one of ${WORD_COUNTS.join(', ')} (got ${show(value)})`)
  },
)

/** A BIP-32 path. */
export const derivationPath: OptionReader<string> = reader(TEXT, (value) =>
  parseDerivationPath(String(value)),
)

/** An EVM address. */
export const address: OptionReader<Address> = reader(
  { type: 'string', schema: { type: 'string', pattern: '^0x[0-9a-fA-F]{40}$' } },
  (value) => {
    if (typeof value === 'string' && ADDRESS.test(value)) return parseAddress(value)
    throw new RangeError(`must be an address: 0x and 40 digits (got ${show(value)})`)
  },
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

/** Names, as a list or as comma-separated text. */
export const names: OptionReader<readonly string[]> = reader(NAMES, (value) => {
  const list: unknown = typeof value === 'string' ? value.split(',') : value
  if (!Array.isArray(list) || list.some((name) => typeof name !== 'string')) {
    throw new RangeError(`must be a list of names, separated by commas (got ${show(value)})`)
  }
  return list.map((name: string) => name.trim()).filter((name) => name !== '')
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

/** Replacement for `native` in the names of legacy methods. */
export const legacyPrefix: OptionReader<string> = reader(TEXT, (value) => {
  if (typeof value === 'string') return parseLegacyPrefix(value)
  throw new RangeError(`must be a prefix (got ${show(value)})`)
})

/** Accepts undefined, too. */
export function optional<T>(present: OptionReader<T>): OptionReader<T | undefined> {
  const { type, schema } = present
  return reader({ type, schema }, (value) => (value === undefined ? undefined : present(value)))
}

function readCoins(value: unknown): bigint {
  const [match, whole = '', fraction = ''] = COINS.exec(String(value)) ?? []
  if (match === undefined) throw new RangeError(`must be an amount of coins (got ${show(value)})`)
  const wei = BigInt(whole + fraction.padEnd(18, '0'))
  if (wei > MAX_UINT256) throw new RangeError('must be at most 2^256 - 1 wei')
  return wei
}

function readOrigin(entry: string): string {
  if (ORIGIN_WORDS.includes(entry)) return entry
  const text = entry.replace(/\/$/, '')
  if (/^[a-z][a-z0-9+.-]*:\/\/[^/\s]+$/i.test(text)) return text
  throw new RangeError(
    `must be origins such as https://app.example, or one of ${ORIGIN_WORDS.join(', ')} (got ${show(entry)})`,
  )
}

/** Parses a host name as in a `Host` header, without the port. */
function readHostName(entry: string): string {
  if (entry === '*') return entry
  const name = /^[^\s/:@?#\\[\]*,]+$/.test(entry) ? hostnameOf(entry) : undefined
  if (name !== undefined) return name
  throw new RangeError(`must be host names such as node.example, or * (got ${show(entry)})`)
}

/** Returns the host name as URLs normalise it, or undefined if it is invalid. */
function hostnameOf(name: string): string | undefined {
  return URL.canParse(`http://${name}`) ? new URL(`http://${name}`).hostname : undefined
}

function readText(value: unknown): string {
  if (typeof value === 'string' && /^[^\p{Cc}]+$/u.test(value)) return value
  throw new RangeError(`must be one line of text (got ${show(value)})`)
}

function readQuantity(value: unknown, min: bigint, max: bigint): bigint {
  const number = toBigInt(value)
  if (number === undefined || number < min || number > max) {
    const range = max === MAX_UINT256 ? `of at least ${min}` : `from ${min} to ${max}`
    throw new RangeError(`must be an integer ${range} (got ${show(value)})`)
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
  return new RangeError(`must be one of ${words.join(', ')} (got ${show(value)})${hint}`)
}

function show(value: unknown): string {
  const shown = typeof value === 'string' ? JSON.stringify(value) : String(value)
  return shown.length <= 60 ? shown : `${shown.slice(0, 60)}…`
}
