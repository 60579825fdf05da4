import { isIP } from 'node:net'

/** Accepted web origins and host names. */
export interface AccessOptions {
  /**
   * Web origins such as `https://app.example`; `*` means any, `local` pages of this machine and
   * browser extensions.
   */
  readonly allowOrigin: readonly string[]
  /**
   * Host names; `*` means any. Addresses, `localhost` and names without a dot are always accepted.
   */
  readonly allowHost?: readonly string[]
}

/** Reason of a rejection, in ASCII. */
export type AccessDenial =
  | 'invalid Host header'
  | 'origin not allowed: see --allow-origin'
  | 'host name not allowed: see --allow-host'

/** Web pages run untrusted code, and a node has keys: only configured pages are served. */
export interface AccessPolicy {
  /** Whether all pages are accepted. */
  readonly isOpen: boolean
  /** Undefined if the request is allowed. Clients other than browsers send no origin. */
  check(headers: {
    readonly origin?: string | undefined
    readonly host?: string | undefined
  }): AccessDenial | undefined
}

/** RFC 9110, section 7.2, as clients write it: ASCII without escapes. The port may be empty. */
const HOST = /^(?:[\w-]+(?:\.[\w-]+)*\.?|\[[\da-f:.]+\])(?::\d*)?$/i

const EXTENSIONS = ['chrome-extension:', 'moz-extension:', 'safari-web-extension:']

export function createAccessPolicy({ allowOrigin, allowHost = [] }: AccessOptions): AccessPolicy {
  const origins = new Set(allowOrigin.map((origin) => origin.toLowerCase()))
  const hosts = new Set(allowHost.map((host) => host.toLowerCase()))
  const isOpen = origins.has('*')

  /** Almost all requests have the same host, so its result is cached. */
  let lastHost: string | undefined

  function allowsOrigin(origin: string): boolean {
    if (isOpen || origins.has(origin.toLowerCase())) return true
    return origins.has('local') && isLocal(origin)
  }

  function refusalOfHost(host: string): AccessDenial | undefined {
    if (host === lastHost) return undefined
    const url = HOST.test(host) ? parseUrl(`http://${host}`) : undefined
    if (url === undefined) return 'invalid Host header'
    if (hosts.has('*') || allowsName(url.hostname)) return undefined
    return 'host name not allowed: see --allow-host'
  }

  function allowsName(name: string): boolean {
    // A trailing dot of the root does not change the name.
    const hostname = name.replace(/\.$/, '')
    // A name without a dot belongs to the local network, such as a service of docker compose;
    // attackers cannot own one.
    return (
      isAddress(hostname) || !hostname.includes('.') || isOwnName(hostname) || hosts.has(hostname)
    )
  }

  return {
    isOpen,
    check({ origin, host }) {
      if (host !== undefined && host !== '') {
        const refused = refusalOfHost(host)
        if (refused !== undefined) return refused
        lastHost = host
      }
      if (origin === undefined || allowsOrigin(origin)) return undefined
      return 'origin not allowed: see --allow-origin'
    },
  }
}

function isLocal(origin: string): boolean {
  const url = parseUrl(origin)
  if (url === undefined) return false
  if (EXTENSIONS.includes(url.protocol)) return true
  const isPage = url.protocol === 'http:' || url.protocol === 'https:'
  return isPage && (isOwnName(url.hostname) || isLoopback(url.hostname))
}

/** https://datatracker.ietf.org/doc/html/rfc6761#section-6.3 */
function isOwnName(hostname: string): boolean {
  return hostname === 'localhost' || hostname.endsWith('.localhost')
}

/** The URL parser has normalised addresses. */
function isLoopback(hostname: string): boolean {
  return hostname === '[::1]' || (isIP(hostname) === 4 && hostname.startsWith('127.'))
}

function isAddress(hostname: string): boolean {
  return hostname.startsWith('[') || isIP(hostname) === 4
}

function parseUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined
}
