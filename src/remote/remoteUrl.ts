import { sha256 } from '../primitives/crypto/sha256.ts'
import { utf8ToBytes } from '../primitives/encoding/bytes.ts'
import { bytesToBareHex } from '../primitives/encoding/hex.ts'
import { RemoteError } from './remoteError.ts'

/** Where a remote node listens. */
export interface RemoteUrl {
  /** As given, without the block. */
  readonly source: string
  /** With keys in path and query, without user and password. */
  readonly endpoint: URL
  /** Value of the Authorization header, from user and password. */
  readonly authorization: string | undefined
  /** Block of a suffix `@BLOCK`. */
  readonly blockNumber: bigint | undefined
  /** For logs and answers: without user, password, keys and query. */
  readonly shown: string
  /** Whether the node runs on this machine. */
  readonly isLocal: boolean
  /** Digest of everything that decides who answers. */
  readonly id: string
  /** Returns the text without any secret of the URL. */
  scrub(text: string): string
}

const BLOCK_SUFFIX = /^(.+)@(-?\d+)$/
const SCHEME = /^([a-z][a-z0-9+.-]*):\/\//i
/** A path segment that is no key: `rpc`, `v2`, `mainnet-beta`. */
const PLAIN_SEGMENT = /^(?:v\d+|[a-z]+(?:[-_.][a-z0-9]+){0,3}|evm\d*)?$/
const MAX_PLAIN = 20
const LOCAL = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/
const HIDDEN = '***'
/** Shorter texts would hide parts of words. */
const MIN_SECRET = 4

/**
 * Parses the URL of a remote node, with an optional `@BLOCK` at its end. A host and port alone are
 * plain HTTP.
 *
 * @throws RemoteError BAD_FORK
 */
export function parseRemoteUrl(text: string): RemoteUrl {
  const [, base = text, block] = BLOCK_SUFFIX.exec(text) ?? []
  const [, scheme] = SCHEME.exec(base) ?? []
  const name = scheme?.toLowerCase() ?? 'http'
  if (name !== 'http' && name !== 'https') {
    throw badUrl(`the scheme must be http or https, not ${name}: use the node's HTTP URL`)
  }
  if (scheme === undefined && /^[./~]/.test(base)) {
    throw badUrl("IPC is not supported: use the node's HTTP URL")
  }
  let endpoint: URL
  try {
    endpoint = new URL(scheme === undefined ? `http://${base}` : base)
  } catch {
    // The text may contain a key.
    throw badUrl('not a URL: want http(s)://HOST[:PORT][/PATH][@BLOCK]')
  }
  const { username, password } = endpoint
  endpoint.username = ''
  endpoint.password = ''
  endpoint.hash = ''
  const user = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  const authorization =
    user === ':' ? undefined : `Basic ${Buffer.from(user, 'utf8').toString('base64')}`
  const secrets = secretsOf(endpoint, [username, password])
  return {
    source: base,
    endpoint,
    authorization,
    blockNumber: block === undefined ? undefined : BigInt(block),
    shown: shownForm(endpoint),
    isLocal: LOCAL.test(endpoint.hostname),
    id: bytesToBareHex(sha256(utf8ToBytes(`${authorization ?? ''} ${endpoint.href}`))),
    scrub: (words) => secrets.reduce((left, secret) => left.replaceAll(secret, HIDDEN), words),
  }
}

function shownForm({ protocol, host, pathname, search }: URL): string {
  const path = pathname
    .split('/')
    .map((segment) => (isPlain(segment) ? segment : HIDDEN))
    .join('/')
  return `${protocol}//${host}${path === '/' ? '' : path}${search === '' ? '' : `?${HIDDEN}`}`
}

function isPlain(segment: string): boolean {
  return segment.length <= MAX_PLAIN && PLAIN_SEGMENT.test(segment)
}

/** Longest first, so that no part of one stays. */
function secretsOf({ pathname, searchParams }: URL, credentials: readonly string[]): string[] {
  const segments = pathname.split('/').filter((segment) => !isPlain(segment))
  return [...credentials, ...segments, ...searchParams.values()]
    .flatMap((text) => [text, decodeURIComponent(text)])
    .filter((text) => text.length >= MIN_SECRET)
    .sort((a, b) => b.length - a.length)
}

function badUrl(reason: string): RemoteError {
  return new RemoteError({ code: 'BAD_FORK', url: '', reason })
}
