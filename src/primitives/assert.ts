/** Throws a plain `Error` (a bug, never a refusal) unless `condition` holds. */
export function assert(condition: unknown, expected: string): asserts condition {
  if (!condition) throw new Error(`bug: expected ${expected}`)
}
