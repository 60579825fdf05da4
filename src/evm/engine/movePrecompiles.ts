import type { Address } from '../../primitives/address.ts'
import type { Precompile } from '../precompiles/precompile.ts'
import type { Message } from '../run/executor.ts'

/** The table with some of its contracts elsewhere, and without those in whose place code runs. */
export function movePrecompiles(
  table: ReadonlyMap<Address, Precompile>,
  { movedPrecompiles: moves, replacedPrecompiles: replaced }: Message,
): ReadonlyMap<Address, Precompile> {
  if (!moves?.size && !replaced?.size) return table
  const moved = new Map(table)
  for (const from of moves?.keys() ?? []) moved.delete(from)
  for (const address of replaced ?? []) moved.delete(address)
  for (const [from, to] of moves ?? []) {
    const precompile = table.get(from)
    if (precompile !== undefined) moved.set(to, precompile)
  }
  return moved
}
