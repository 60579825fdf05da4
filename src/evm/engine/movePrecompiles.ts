import type { Address } from '../../primitives/address.ts'
import type { Precompile } from '../precompiles/precompile.ts'

/** The table with some of its contracts elsewhere: from where, to where. */
export function movePrecompiles(
  table: ReadonlyMap<Address, Precompile>,
  moves: ReadonlyMap<Address, Address> | undefined,
): ReadonlyMap<Address, Precompile> {
  if (moves === undefined || moves.size === 0) return table
  const moved = new Map(table)
  for (const from of moves.keys()) moved.delete(from)
  for (const [from, to] of moves) {
    const precompile = table.get(from)
    if (precompile !== undefined) moved.set(to, precompile)
  }
  return moved
}
