import { type DialectName, dialectNames, findDialectName } from '../../node/options/dialectNames.ts'
import { invalidParams, type RpcError } from '../errors/rpcError.ts'

/**
 * The dialect that a URL asks for by `?compat=…`; undefined where it asks for none, an error where
 * there is no such.
 */
export function requestedDialect(url: string): DialectName | RpcError | undefined {
  const start = url.indexOf('?')
  if (start === -1) return undefined
  const given = new URLSearchParams(url.slice(start + 1)).get('compat')
  return given === null ? undefined : (findDialectName(given) ?? unknownDialect(given))
}

/** The error of a name that no dialect has. */
export function unknownDialect(given: string): RpcError {
  const shown = JSON.stringify(given.length > 30 ? `${given.slice(0, 30)}…` : given)
  return invalidParams(`compat: want one of ${dialectNames.join(', ')}, got ${shown}`)
}
