import { isHex } from '../primitives/encoding/hex.ts'
import { isJsonObject } from '../primitives/encoding/json.ts'

/** Path segments that are no key. Any other may be one, even if it looks like a word. */
const KNOWN_SEGMENTS: ReadonlySet<string> = new Set(
  [
    ['', 'api', 'rpc', 'jsonrpc', 'json-rpc', 'http', 'https', 'ws', 'ext', 'bc', 'C', 'evm'],
    ['node', 'public', 'archive', 'mainnet', 'testnet', 'devnet', 'sepolia', 'holesky', 'hoodi'],
    ['eth', 'ethereum', 'sei', 'base', 'bsc', 'polygon', 'arbitrum', 'optimism', 'avalanche'],
  ].flat(),
)
const VERSION = /^v\d{1,2}$/
const AUTH_SCHEME = /^(?:basic|bearer)\s+/i
const HIDDEN = '***'
/** Texts of this length are no part of other words or numbers. */
const LONG = 8
/** Shorter words, and numbers, are hidden as parts of the URL only. */
const MIN_WORD = 3

/** Whether a path segment is certainly no key. */
export function isKnownSegment(segment: string): boolean {
  return KNOWN_SEGMENTS.has(segment) || VERSION.test(segment)
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}

/** Decodes percent escapes. Text with a malformed one is taken literally. */
export function decodePercents(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * Texts that a remote may echo and that reach no log, error or answer. Long ones are hidden
 * anywhere, short words as whole words, and what is shorter only as a part of the URL, because it
 * would hide block numbers and the like.
 */
export class Secrets {
  readonly #texts: readonly string[]
  /** Parts of the URL that contain a short secret. */
  readonly #parts: readonly string[]
  readonly #pattern: RegExp | undefined

  private constructor(texts: readonly string[], parts: readonly string[]) {
    this.#texts = texts
    this.#parts = parts
    const alternatives = new Map([
      ...parts.map((part) => [part, escaped(part)] as const),
      ...texts.flatMap((text) => {
        if (text.length >= LONG) return [[text, escaped(text)] as const]
        const isWord = text.length >= MIN_WORD && /\p{L}/u.test(text)
        const word = `(?<![\\p{L}\\d])${escaped(text)}(?![\\p{L}\\d])`
        return isWord ? [[text, word] as const] : []
      }),
    ])
    // Longest first, so that no part of one stays.
    const sorted = [...alternatives].sort(([a], [b]) => b.length - a.length)
    const source = sorted.map(([, alternative]) => alternative).join('|')
    this.#pattern = source === '' ? undefined : new RegExp(source, 'gu')
  }

  /** @param credentials user and password, as they stood in the URL */
  static ofUrl(
    { pathname, search }: URL,
    { username, password }: { readonly username: string; readonly password: string },
  ): Secrets {
    const segments = pathname.split('/').filter((segment) => !isKnownSegment(segment))
    const parameters = search
      .slice(1)
      .split('&')
      .filter((parameter) => parameter !== '')
    // A parameter without a value may itself be the key.
    const values = parameters.map(
      (parameter) => /^[^=]*=(.+)$/.exec(parameter)?.[1] ?? parameter.replace('=', ''),
    )
    const user = `${decodePercents(username)}:${decodePercents(password)}`
    const basic = user === ':' ? '' : Buffer.from(user, 'utf8').toString('base64')
    const written = [username, password, ...segments, ...values, search.slice(1)]
    return new Secrets(
      [
        basic,
        basic.replace(/=+$/, ''),
        ...written.flatMap((text) => {
          const decoded = decodePercents(text)
          return [
            text,
            decoded,
            decodePercents(text.replaceAll('+', ' ')),
            encodeURIComponent(decoded),
          ]
        }),
      ],
      [
        ...(segments.length > 0 ? [pathname] : []),
        ...parameters.filter((parameter) => parameter.includes('=')),
        ...(user === ':' ? [] : [`${username}:${password}@`]),
      ],
    )
  }

  /** Adds the values of headers. */
  withHeaders(headers: Readonly<Record<string, string>>): Secrets {
    const values = Object.values(headers)
    const added = values.flatMap((value) => [value, value.replace(AUTH_SCHEME, '')])
    return new Secrets([...this.#texts, ...added], this.#parts)
  }

  /** Returns the text without any of them. */
  scrub(text: string): string {
    return this.#pattern === undefined ? text : text.replaceAll(this.#pattern, HIDDEN)
  }

  /** Returns a JSON value with scrubbed texts. Hexadecimal data stays as it is. */
  scrubJson(value: unknown): unknown {
    if (typeof value === 'string') return isHex(value) ? value : this.scrub(value)
    if (Array.isArray(value)) return value.map((entry) => this.scrubJson(entry))
    if (!isJsonObject(value)) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, entry]) => [this.scrub(name), this.scrubJson(entry)]),
    )
  }
}
