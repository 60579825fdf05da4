import {
  allowlistKey,
  capitalised,
  isLegacyName,
  LEGACY_PREFIX,
  type LegacyMethods,
  legacyFinder,
  legacyName,
} from '../../node/options/legacyNames.ts'
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

/** Error of an unknown method. */
export function methodNotFound(name: string): RpcError {
  const message = `the method ${truncateName(name)} does not exist/is not available`
  return new RpcError(rpcCode.methodNotFound, message)
}

/** A client's name of any length. */
export function truncateName(name: string): string {
  return name.length > SHOWN ? `${name.slice(0, SHOWN)}…` : name
}
