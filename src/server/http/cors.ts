import type { IncomingHttpHeaders } from 'node:http'

/** The CORS headers of those that may ask: https://fetch.spec.whatwg.org/#http-cors-protocol */
export interface Cors {
  /** Names and values in turns, for any answer. */
  headers(request: IncomingHttpHeaders): readonly string[]
  /**
   * The same for the answer to a browser that asks whether a page may send a request; undefined
   * where none asks that.
   */
  preflight(request: IncomingHttpHeaders): readonly string[] | undefined
}

/** A day. */
const MAX_AGE_S = '86400'

/**
 * @param isOpen whether every page may ask
 * @param exposed the header that pages may read
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

  /** Of those that may ask each is told its own name: there is no header for a list. */
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
      // Browsers ask before a public page may reach a local address: https://wicg.github.io/private-network-access/
      if (request['access-control-request-private-network'] === 'true') {
        answer.push('access-control-allow-private-network', 'true')
      }
      answer.push('access-control-max-age', MAX_AGE_S)
      return answer
    },
  }
}
