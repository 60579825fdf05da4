/** A step: position, opcode, cost, the stack before it, and other fields. */
export type Row = readonly [
  pc: number,
  op: string,
  gasCost: bigint,
  stack: readonly bigint[],
  more?: object,
]

/** Struct logs of a frame whose gas decreases by each cost. */
export function logs(depth: number, gas: bigint, rows: readonly Row[]): object[] {
  let left = gas
  return rows.map(([pc, name, gasCost, stack, more]) => {
    const before = left
    left -= gasCost
    const words = stack.map((word) => `0x${word.toString(16)}`)
    return {
      pc,
      op: name,
      gas: Number(before),
      gasCost: Number(gasCost),
      depth,
      stack: words,
      ...more,
    }
  })
}

export const word = (n: bigint | number) => `0x${n.toString(16).padStart(64, '0')}`
export const storage = (slots: Readonly<Record<number, number>>) => ({
  storage: Object.fromEntries(Object.entries(slots).map(([k, v]) => [word(BigInt(k)), word(v)])),
})

export function without(log: object, ...names: readonly string[]): object {
  return Object.fromEntries(Object.entries(log).filter(([name]) => !names.includes(name)))
}
