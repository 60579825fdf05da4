/** Throws a plain `Error`, which indicates a bug, unless `condition` holds. */
export function assert(condition: unknown, expected: string): asserts condition {
  if (!condition) throw new Error(`bug: expected ${expected}`)
}
