import type { DialectName } from '../../node/dialectNames.ts'
import type { Method } from '../method.ts'
import { anvil } from './anvil.ts'
import type { Dialect } from './dialect.ts'
import { ganache } from './ganache.ts'
import { geth } from './geth.ts'
import { hardhat } from './hardhat.ts'
import { sei } from './sei.ts'

/** Every dialect; the node's own is none. */
const dialects: Readonly<Record<DialectName, Dialect | undefined>> = {
  rockpool: undefined,
  anvil,
  hardhat,
  ganache,
  geth,
  sei,
}

/** How methods answer in one dialect. */
export interface Speech {
  /** Undefined: the node's own. */
  readonly dialect: Dialect | undefined
  readonly served: ReadonlyMap<string, Method>
}

/** Says of each dialect how methods answer in it. @param served the methods in the node's own */
export function speechOf(served: ReadonlyMap<string, Method>): (name: DialectName) => Speech {
  const known = new Map<DialectName, Speech>()
  return (name) => {
    const found = known.get(name) ?? makeSpeech(dialects[name], served)
    known.set(name, found)
    return found
  }
}

function makeSpeech(dialect: Dialect | undefined, served: ReadonlyMap<string, Method>): Speech {
  if (dialect === undefined) return { dialect, served }
  const entries = [...served].map(
    ([name, method]) => [name, dialect.methods.get(method) ?? method] as const,
  )
  return { dialect, served: new Map(entries) }
}
