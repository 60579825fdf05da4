/**
 * Pairs of equivalent reasons: an opcode may fail for two reasons at once, and the reported one
 * depends on the order of checks in an interpreter. All gas is consumed in both cases.
 */
const pairs: readonly (readonly [reference: string, engine: string])[] = [
  // The library charges gas before it checks the stack.
  ['out of gas', 'stack underflow'],
  ['out of gas', 'stack limit reached 1024 (1023)'],
  // RETURNDATACOPY out of bounds: the library charges memory gas first.
  ['out of gas', 'return data out of bounds'],
  ['return data out of bounds', 'out of gas'],
  // Write protection: checked before or after the gas and the stack.
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
