import { checkPlan, compareOn, type Mismatch } from './check.ts'
import { describeMismatch } from './describe.ts'
import { minimise } from './minimise.ts'
import type { Pair } from './pair.ts'

/** The cause of a mismatch. */
export interface Explanation {
  readonly text: string
  /** The smallest program that shows it; undefined if it depends on earlier programs. */
  readonly least: Mismatch | undefined
}

/** Finds what is needed to reproduce a mismatch, with fresh executors. */
export async function explain(
  create: () => Pair,
  mismatch: Mismatch,
  before: readonly number[],
): Promise<Explanation> {
  const again = await compareOn(create(), mismatch.scenario, mismatch.mode)
  if (again.length > 0) {
    const least = await minimise(create, mismatch)
    return { text: describeMismatch(mismatch, least), least }
  }
  const past = await neededPast(create, mismatch, before)
  const text = `${describeMismatch(mismatch)}\nFresh executors agree on it; ${past}.`
  return { text, least: undefined }
}

/** Number of earlier programs that are needed. */
async function neededPast(
  create: () => Pair,
  { plan, scenario, mode }: Mismatch,
  before: readonly number[],
): Promise<string> {
  for (let count = 1; count <= before.length * 2; count *= 2) {
    const pair = create()
    const past = before.slice(-count)
    for (const index of past) await checkPlan(pair, { ...plan, index })
    if ((await compareOn(pair, scenario, mode)).length === 0) continue
    return `they differ after programs ${past[0]} to ${past.at(-1)} (${past.length})`
  }
  return `they agree after the ${before.length} programs before it too`
}
