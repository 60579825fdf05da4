/**
 * Pairs of reasons that are as good as one another: an opcode may be wrong in two ways at once, and
 * which of them it is said to fail of depends on the order in which an interpreter looks. All gas
 * is gone either way.
 */
const pairs: readonly (readonly [reference: string, engine: string])[] = [
  // The library takes gas before it looks at the stack.
  ['out of gas', 'stack underflow'],
  ['out of gas', 'stack limit reached 1024 (1023)'],
  // RETURNDATACOPY out of bounds: the library takes gas for memory first.
  ['out of gas', 'return data out of bounds'],
  ['return data out of bounds', 'out of gas'],
  // What a static call forbids: before or after the gas for it and the look at the stack.
  ['write protection', 'out of gas'],
  ['out of gas', 'write protection'],
  ['write protection', 'stack underflow'],
  ['stack underflow', 'write protection'],
]

const known = new Set(pairs.map(([reference, engine]) => `${reference}|${engine}`))

export function isSameReason(reference: string, engine: string): boolean {
  return reference === engine || known.has(`${sortOf(reference)}|${sortOf(engine)}`)
}

/** A stack underflow without its numbers. */
function sortOf(reason: string): string {
  return reason.replace(/^(stack underflow) .*/, '$1')
}
