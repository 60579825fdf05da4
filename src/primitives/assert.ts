/** Throws a plain `Error`, which marks a bug, unless `condition` holds. */
export function assert(condition: unknown, expected: string): asserts condition {
  if (!condition) throw new Error(`bug: expected ${expected}`)
}
