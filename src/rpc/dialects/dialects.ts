import type { DialectName } from '../../node/options/dialectNames.ts'
import type { Method } from '../core/method.ts'
import { anvil } from './anvil.ts'
import type { Dialect } from './dialect.ts'
import { ganache } from './ganache.ts'
import { geth } from './geth.ts'
import { hardhat2, hardhat3 } from './hardhat.ts'
import { sei } from './sei.ts'

/** All dialects except the node's own. */
const dialects: Readonly<Record<DialectName, Dialect | undefined>> = {
  rockpool: undefined,
  anvil,
  // The server passes requests of Hardhat 2 to its own dialect.
  hardhat: hardhat3,
  hardhat2,
  hardhat3,
  ganache,
  geth,
  sei,
}

/** Methods and errors of one dialect. */
export interface DialectView {
  readonly name: DialectName
  /** Undefined: the node's own. */
  readonly dialect: Dialect | undefined
  readonly served: ReadonlyMap<string, Method>
}

/**
 * Returns the methods of each dialect.
 *
 * @param served methods in the node's own dialect
 * @param denied names of methods that no dialect has
 */
export function forDialect(
  served: ReadonlyMap<string, Method>,
  denied: readonly string[] = [],
): (name: DialectName) => DialectView {
  const known = new Map<DialectName, DialectView>()
  return (name) => {
    const found = known.get(name) ?? makeSpeech(name, served, denied)
    known.set(name, found)
    return found
  }
}

/** Returns the names of methods that only some dialects have. */
export function addedMethods(): readonly string[] {
  return Object.values(dialects).flatMap((dialect) => [...(dialect?.added?.keys() ?? [])])
}

function makeSpeech(
  name: DialectName,
  served: ReadonlyMap<string, Method>,
  denied: readonly string[],
): DialectView {
  const dialect = dialects[name]
  if (dialect === undefined) return { name, dialect, served }
  const there = [...served].filter(([wireName]) => dialect.missing?.has(wireName) !== true)
  const entries = there.map(([wireName, method]) => {
    const replaced = dialect.methods.get(method) ?? method
    return [wireName, dialect.forName?.(wireName, replaced) ?? replaced] as const
  })
  const added = [...(dialect.added ?? [])].filter(([wireName]) => !denied.includes(wireName))
  return { name, dialect, served: new Map([...entries, ...added]) }
}
