import { type DialectName, dialectNames, findDialectName } from '../../node/options/dialectNames.ts'
import { invalidParams, type RpcError } from '../errors/rpcError.ts'

/** Returns the dialect of `?compat=…` in a URL; undefined without it, an error if it is unknown. */
export function requestedDialect(url: string): DialectName | RpcError | undefined {
  const start = url.indexOf('?')
  if (start === -1) return undefined
  const given = new URLSearchParams(url.slice(start + 1)).get('compat')
  return given === null ? undefined : (findDialectName(given) ?? unknownDialect(given))
}

/** Error of an unknown dialect. */
export function unknownDialect(given: string): RpcError {
  const shown = JSON.stringify(given.length > 30 ? `${given.slice(0, 30)}…` : given)
  return invalidParams(`compat: want one of ${dialectNames.join(', ')}, got ${shown}`)
}
