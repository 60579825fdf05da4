/** Whether everything is to be tried, and often: `npm run test:full`. */
export const FULL = process.env.TEST_FULL === '1'

/** A number that one kind of run has, or the other. */
interface Counts {
  readonly quick: number
  readonly full: number
}

/**
 * How often a property is tried: as FUZZ_RUNS says, of which a slow one takes its share, or as the
 * kind of run asks for.
 */
export function runs({ quick, full }: Counts, share = 1): number {
  const wanted = readNumber('FUZZ_RUNS')
  if (wanted !== undefined) return Math.max(1, Math.ceil(wanted * share))
  return FULL ? full : quick
}

/**
 * The cases that a run tries: a quick one only the first, of which each stands for some of the
 * others.
 */
export function some<T>(first: number, cases: readonly T[]): readonly T[] {
  return FULL ? cases : cases.slice(0, first)
}

/** A number of the environment. */
export function readNumber(name: string): number | undefined {
  const text = process.env[name]
  if (text === undefined) return undefined
  const number = Number(text)
  if (Number.isSafeInteger(number) && number >= 0) return number
  throw new Error(`${name} is ${text}; it must be a whole number`)
}
