import type { IncomingHttpHeaders } from 'node:http'

/** CORS headers of accepted pages: https://fetch.spec.whatwg.org/#http-cors-protocol */
export interface Cors {
  /** Alternating names and values for a response. */
  headers(request: IncomingHttpHeaders): readonly string[]
  /** Headers of a preflight response; undefined for other requests. */
  preflight(request: IncomingHttpHeaders): readonly string[] | undefined
}

/** One day. */
const MAX_AGE_S = '86400'

/**
 * @param isOpen whether all pages are accepted
 * @param exposed header that pages may read
 */
export function createCors({
  isOpen,
  exposed,
}: {
  readonly isOpen: boolean
  readonly exposed: string
}): Cors {
  const expose = ['access-control-expose-headers', exposed]
  const forAny = ['access-control-allow-origin', '*', ...expose]
  const forOthers = ['vary', 'Origin']

  /** The response names the page's own origin, because the header cannot list several. */
  function headers({ origin }: IncomingHttpHeaders): readonly string[] {
    if (isOpen) return forAny
    if (origin === undefined) return forOthers
    return [...forOthers, 'access-control-allow-origin', origin, ...expose]
  }

  return {
    headers,
    preflight(request) {
      if (request.origin === undefined) return undefined
      if (request['access-control-request-method'] === undefined) return undefined
      const answer = [...headers(request), 'access-control-allow-methods', 'GET, POST']
      const wanted = request['access-control-request-headers']
      if (wanted !== undefined) answer.push('access-control-allow-headers', wanted)
      // Browsers send a preflight before a public page may access a local address:
      // https://wicg.github.io/private-network-access/
      if (request['access-control-request-private-network'] === 'true') {
        answer.push('access-control-allow-private-network', 'true')
      }
      answer.push('access-control-max-age', MAX_AGE_S)
      return answer
    },
  }
}
