import type { Pointer } from './interpreter.ts'

/** Entries in the order in which they came into the access list; those that did not are left out. */
export function listed(
  entries: readonly Pointer[],
  orderOf: (entry: Pointer) => number,
): Pointer[] {
  return entries.filter((entry) => orderOf(entry) !== 0).sort((a, b) => orderOf(a) - orderOf(b))
}
