import { differences } from './compare.ts'
import { generateScenario, type Kind, type Plan, type Way } from './generate.ts'
import { type Mode, type Observation, observe } from './observation.ts'
import type { Pair } from './pair.ts'
import { Random } from './programs/random.ts'
import type { Scenario } from './scenario.ts'
import { createWorld } from './world.ts'

/** A scenario on which the two differ, and how. */
export interface Mismatch {
  readonly plan: Plan
  readonly kind: Kind
  readonly scenario: Scenario
  readonly mode: Mode
  readonly differences: readonly string[]
}

/** Runs a scenario on both and says what differs. */
export async function compareOn(pair: Pair, scenario: Scenario, mode: Mode): Promise<string[]> {
  return (await runBoth(pair, scenario, mode)).found
}

async function runBoth(
  pair: Pair,
  scenario: Scenario,
  mode: Mode,
): Promise<{ readonly found: string[]; readonly seen: readonly Observation[] }> {
  const world = createWorld(scenario)
  const seen = await observe(pair.reference, scenario, world, mode)
  const engine = await observe(pair.engine, scenario, world, mode)
  const found = differences(seen, engine)
  if (mode.watch !== undefined && found.length === 0) {
    // Being watched changes nothing.
    const unwatched = await observe(pair.engine, scenario, world, {})
    const blind = engine.map((observation) => ({ ...observation, told: [] }))
    found.push(...differences(blind, unwatched).map((text) => `unwatched: ${text}`))
  }
  return { found, seen }
}

/** One of the ways in which everything can be seen. */
function someMode(random: Random, way: Way): Mode {
  if (way === 'watch') {
    const stackWords = random.pick([0, 1, 3, 16, 16, 1024])
    const steps = { stackWords, memory: random.chance(2), returnData: random.chance(2) }
    return { watch: { frames: !random.chance(8), ...(random.chance(6) ? {} : { steps }) } }
  }
  return way === 'undo' ? { undo: true } : way === 'access' ? { access: true } : {}
}

/** Most programs are run in the cheaper ways. */
function someWay(random: Random): Way {
  if (random.chance(8)) return 'watch'
  if (random.chance(16)) return 'undo'
  return random.chance(3) ? 'access' : 'plain'
}

/** Every mode that matters, for replaying one scenario. */
export const allModes: readonly Mode[] = [
  {},
  { access: true },
  { undo: true },
  { watch: { frames: true } },
  { watch: { frames: true, steps: { stackWords: 1024, memory: true, returnData: true } } },
  { watch: { frames: false, steps: { stackWords: 3, memory: false, returnData: false } } },
]

/**
 * Runs the scenario of a plan on both, and a third of them once more with less gas: about what was
 * used, or anything below. `runs` is how many programs that was.
 */
export async function checkPlan(
  pair: Pair,
  plan: Plan,
): Promise<{ readonly runs: number; readonly mismatch: Mismatch | undefined }> {
  const { kind, ...scenario } = generateScenario(plan)
  const random = new Random(plan.seed ^ 0x5eed, plan.index)
  const mode = someMode(random, plan.way ?? someWay(random))
  const { found, seen } = await runBoth(pair, scenario, mode)
  if (found.length > 0) {
    return { runs: 1, mismatch: { plan, kind, scenario, mode, differences: found } }
  }
  const used = seen[0]?.outcome?.gasUsed ?? 0n
  if (!random.chance(3) || used === 0n) return { runs: 1, mismatch: undefined }
  const tight = withGas(scenario, tightGas(random, seen[0], used))
  const again = await runBoth(pair, tight, mode)
  const mismatch =
    again.found.length === 0
      ? undefined
      : { plan, kind, scenario: tight, mode, differences: again.found }
  return { runs: 2, mismatch }
}

/** A limit at which something is bound to go differently. */
function tightGas(random: Random, seen: Observation | undefined, used: bigint): bigint {
  const kind = random.below(4)
  if (kind === 0) return used - 1n
  if (kind === 1) return used + BigInt(random.below(3))
  const steps = (seen?.told ?? []).flatMap((told) =>
    told.event === 'step' && told.step.depth === 0 ? [told.step] : [],
  )
  const [first] = steps
  if (first !== undefined) {
    // Just enough for one of the opcodes, or one too little.
    const step = random.pick(steps)
    const limit = first.gas - step.gas + step.cost - BigInt(random.below(2))
    if (limit > 0n && limit < first.gas) return limit
  }
  return BigInt(random.below(Number(used < 2n ** 31n ? used : 2n ** 31n) + 1))
}

function withGas(scenario: Scenario, gasLimit: bigint): Scenario {
  const [first, ...others] = scenario.messages
  if (first === undefined) return scenario
  return { ...scenario, messages: [{ ...first, gasLimit }, ...others] }
}
