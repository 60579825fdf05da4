/** Whether all tests run with large counts: `npm run test:full`. */
export const FULL = process.env.TEST_FULL === '1'

/** Selects a number by the kind of run. */
interface Counts {
  readonly quick: number
  readonly full: number
}

/**
 * Number of runs of a property: FUZZ_RUNS, reduced for a slow property, or the number for the kind
 * of run.
 */
export function runs({ quick, full }: Counts, share = 1): number {
  const wanted = readNumber('FUZZ_RUNS')
  if (wanted !== undefined) return Math.max(1, Math.ceil(wanted * share))
  return FULL ? full : quick
}

/**
 * Cases of a run. A quick run uses only the first ones, each of which represents several others.
 */
export function some<T>(first: number, cases: readonly T[]): readonly T[] {
  return FULL ? cases : cases.slice(0, first)
}

/** Reads a number from the environment. */
export function readNumber(name: string): number | undefined {
  const text = process.env[name]
  if (text === undefined) return undefined
  const number = Number(text)
  if (Number.isSafeInteger(number) && number >= 0) return number
  throw new Error(`${name} is ${text}; it must be a whole number`)
}
