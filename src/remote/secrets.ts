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
/** Shorter texts would hide parts of most words and numbers. */
const MIN_LENGTH = 3

/** Whether a path segment is certainly no key. */
export function isKnownSegment(segment: string): boolean {
  return KNOWN_SEGMENTS.has(segment) || VERSION.test(segment)
}

/** Decodes percent escapes. Text with a malformed one is taken literally. */
export function decodePercents(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Texts that a remote may echo and that reach no log, error or answer. */
export class Secrets {
  /** Longest first, so that no part of one stays. */
  readonly #texts: readonly string[]

  private constructor(texts: readonly string[]) {
    this.#texts = [...new Set(texts)]
      .filter((text) => text.length >= MIN_LENGTH)
      .sort((a, b) => b.length - a.length)
  }

  /** @param credentials user and password, as they stood in the URL */
  static ofUrl(
    { pathname, search }: URL,
    { username, password }: { readonly username: string; readonly password: string },
  ): Secrets {
    const segments = pathname.split('/').filter((segment) => !isKnownSegment(segment))
    const values = search
      .slice(1)
      .split('&')
      // A parameter without a value may itself be the key.
      .map((parameter) => /^[^=]*=(.+)$/.exec(parameter)?.[1] ?? parameter.replace('=', ''))
    const user = `${decodePercents(username)}:${decodePercents(password)}`
    const basic = user === ':' ? '' : Buffer.from(user, 'utf8').toString('base64')
    const written = [username, password, ...segments, ...values, search.slice(1)]
    return new Secrets([
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
    ])
  }

  /** Adds the values of headers. */
  withHeaders(headers: Readonly<Record<string, string>>): Secrets {
    const values = Object.values(headers)
    return new Secrets([
      ...this.#texts,
      ...values.flatMap((value) => [value, value.replace(AUTH_SCHEME, '')]),
    ])
  }

  /** Returns the text without any of them. */
  scrub(text: string): string {
    return this.#texts.reduce((left, secret) => left.replaceAll(secret, HIDDEN), text)
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
