import {
  allowlistKey,
  capitalised,
  isLegacyName,
  LEGACY_PREFIX,
  type LegacyMethods,
  legacyFinder,
  legacyName,
} from '../../node/options/legacyNames.ts'
import { closestWord, didYouMean } from '../../primitives/closestWord.ts'
import { RpcError, rpcCode } from '../errors/rpcError.ts'
import type { Method } from './method.ts'

/** Maximum length of names in messages. */
const SHOWN = 200

/** Allows calls of the enabled legacy methods. Does not affect other methods. */
export class LegacyGate {
  readonly #legacy: LegacyMethods
  readonly #find: (name: string) => string | undefined

  constructor(legacy: LegacyMethods) {
    this.#legacy = legacy
    this.#find = legacyFinder(legacy.prefix)
  }

  /** Returns the served `methods` under the names of the node. */
  served(methods: ReadonlyMap<string, Method>): ReadonlyMap<string, Method> {
    const { prefix, enabled } = this.#legacy
    const entries = [...methods].map(([name, method]) => {
      return [isLegacyName(name, LEGACY_PREFIX) ? legacyName(name, prefix) : name, method] as const
    })
    return new Map(entries.filter(([name]) => !isLegacyName(name, prefix) || enabled.has(name)))
  }

  /**
   * Returns whether a name is an enabled legacy method; in the wrong case it then matches no
   * method.
   */
  lets(name: string): boolean {
    const { prefix, enabled } = this.#legacy
    return isLegacyName(name, prefix) && enabled.has(this.#find(name) ?? '')
  }

  /** Returns the error of a disabled name, or undefined. */
  check(name: string): RpcError | undefined {
    const { prefix } = this.#legacy
    if (!isLegacyName(name, prefix) || this.lets(name)) return undefined
    return legacyNotEnabled(this.#find(name) ?? truncateName(name), prefix)
  }
}

/** Error of a legacy method, or a similar name, that is not enabled. */
export function legacyNotEnabled(name: string, prefix: string): RpcError {
  const message = `${name} is not enabled on this node. The surfaces ${prefix}_* and ${prefix}2_* are deprecated and scheduled for removal: prefer eth_* and debug_*. To have it until then, add it to ${allowlistKey(prefix)} under [evm] in app.toml, or to --enabled-legacy-native-apis.`
  return new RpcError(rpcCode.methodNotFound, message, `legacy_${prefix}_deprecated`)
}

/** HTTP header of responses to legacy calls. */
export function deprecationHeader(prefix: string): {
  readonly name: string
  readonly text: string
} {
  return {
    name: `${capitalised(prefix)}-Legacy-RPC-Deprecation`,
    text: `All methods ${prefix}_* and ${prefix}2_* are deprecated and scheduled for removal: migrate to eth_* and supported APIs`,
  }
}

const REAL_PREFIX = 'sei'
const findReal = legacyFinder(REAL_PREFIX)

/** Error of an unknown method, with a hint at what may be meant. */
export function methodNotFound(name: string, known: Iterable<string> = []): RpcError {
  const message = `the method ${truncateName(name)} does not exist/is not available`
  const hint =
    findReal(name) !== undefined
      ? `; start the node with --legacy-prefix ${REAL_PREFIX} or --profile ${REAL_PREFIX}`
      : similarMethod(name, [...known])
  return new RpcError(rpcCode.methodNotFound, message + hint)
}

/**
 * Returns `; did you mean eth_call?`, or an empty string. In a known namespace only its methods are
 * similar; any name is in an unknown one.
 */
export function similarMethod(name: string, known: readonly string[]): string {
  if (name.length > SHOWN) return ''
  const namespace = name.slice(0, name.indexOf('_') + 1)
  const siblings = known.filter((each) => namespace !== '' && each.startsWith(namespace))
  if (siblings.length === 0) return didYouMean(name, known)
  const rest = (each: string): string => each.slice(namespace.length)
  const closest = closestWord(rest(name), siblings.map(rest))
  return closest === undefined ? '' : `; did you mean ${namespace}${closest}?`
}

/** A client's name of any length. */
export function truncateName(name: string): string {
  return name.length > SHOWN ? `${name.slice(0, SHOWN)}…` : name
}
