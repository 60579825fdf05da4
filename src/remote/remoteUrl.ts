import { sha256 } from '../primitives/crypto/sha256.ts'
import { utf8ToBytes } from '../primitives/encoding/bytes.ts'
import { bytesToBareHex } from '../primitives/encoding/hex.ts'
import { RemoteError } from './remoteError.ts'
import { decodePercents, isKnownSegment, Secrets } from './secrets.ts'

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
  /** User, password, and keys of path and query. */
  readonly secrets: Secrets
}

/** 19 digits and 16 hexadecimal ones hold any height. */
const BLOCK_SUFFIX = /^(.+)@(-?\d{1,19}|0x[0-9a-f]{1,16})$/i
const SCHEME = /^([a-z][a-z0-9+.-]*):\/\//i
const LOCAL = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/
const HIDDEN = '***'
const BLOCK_TAG = /^(?:latest|earliest|pending|safe|finalized)?$/i
/** A host that would be a user name if what follows an `@` were another host. */
const CERTAIN_HOST = /^(?:localhost|\d+(?:\.\d+){3}|\[[\da-f:.]+\])(?::\d*)?$/i
const PROBABLE_HOST = /^(?:[^:@]+:\d+|[^:@]+(?:\.[^:@]+)+)$/
/** Neither a port nor a domain, or the start of an IPv4 address. */
const NO_HOST = /^(?:(?!localhost$)[^.:[]*|\d+(?:\.\d*){1,2})$/i

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
  if (block === undefined && hasBadBlock(base)) {
    throw badUrl('not a block number after @: want N, -N or 0xN (in a path, write @ as %40)')
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
  const user = `${decodePercents(username)}:${decodePercents(password)}`
  const authorization =
    user === ':' ? undefined : `Basic ${Buffer.from(user, 'utf8').toString('base64')}`
  return {
    source: base,
    endpoint,
    authorization,
    blockNumber: block === undefined ? undefined : BigInt(block),
    shown: shownForm(endpoint),
    isLocal: LOCAL.test(endpoint.hostname),
    id: bytesToBareHex(sha256(utf8ToBytes(`${authorization ?? ''} ${endpoint.href}`))),
    secrets: Secrets.ofUrl(endpoint, { username, password }),
  }
}

function shownForm({ protocol, host, pathname, search }: URL): string {
  const path = pathname
    .split('/')
    .map((segment) => (isKnownSegment(segment) ? segment : HIDDEN))
    .join('/')
  return `${protocol}//${host}${path === '/' ? '' : path}${search === '' ? '' : `?${HIDDEN}`}`
}

/** Whether the end is a wrong block number, not the host after a user and password. */
function hasBadBlock(text: string): boolean {
  const [address = '', ...rest] = text.replace(SCHEME, '').split('?')[0]?.split('/') ?? []
  const at = address.lastIndexOf('@')
  if (at === -1) return (rest.at(-1) ?? '').includes('@')
  const before = address.slice(0, at)
  const after = address.slice(at + 1)
  if (CERTAIN_HOST.test(before) || BLOCK_TAG.test(after)) return true
  return PROBABLE_HOST.test(before) && NO_HOST.test(after)
}

function badUrl(reason: string): RemoteError {
  return new RemoteError({ code: 'BAD_FORK', url: '', reason })
}
