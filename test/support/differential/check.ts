import { differences } from './compare.ts'
import { generateScenario, type Kind, type Plan, type Way } from './generate.ts'
import { type Mode, type Observation, observe } from './observation.ts'
import type { Pair } from './pair.ts'
import { Random } from './programs/random.ts'
import type { Scenario } from './scenario.ts'
import { createWorld } from './world.ts'

/** A scenario on which the executors differ, with the difference. */
export interface Mismatch {
  readonly plan: Plan
  readonly kind: Kind
  readonly scenario: Scenario
  readonly mode: Mode
  readonly differences: readonly string[]
}

/** Runs a scenario on both executors and returns the differences. */
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
    // An observer must not change the result.
    const unwatched = await observe(pair.engine, scenario, world, {})
    const blind = engine.map((observation) => ({ ...observation, told: [] }))
    found.push(...differences(blind, unwatched).map((text) => `unwatched: ${text}`))
  }
  return { found, seen }
}

/** One of the modes with full observation. */
function someMode(random: Random, way: Way): Mode {
  if (way === 'watch') {
    const stackWords = random.pick([0, 1, 3, 16, 16, 1024])
    const steps = { stackWords, memory: random.chance(2), returnData: random.chance(2) }
    return { watch: { frames: !random.chance(8), ...(random.chance(6) ? {} : { steps }) } }
  }
  return way === 'undo' ? { undo: true } : way === 'access' ? { access: true } : {}
}

/** Most programs run in the cheaper modes. */
function someWay(random: Random): Way {
  if (random.chance(8)) return 'watch'
  if (random.chance(16)) return 'undo'
  return random.chance(3) ? 'access' : 'plain'
}

/** All relevant modes, to replay one scenario. */
export const allModes: readonly Mode[] = [
  {},
  { access: true },
  { undo: true },
  { watch: { frames: true } },
  { watch: { frames: true, steps: { stackWords: 1024, memory: true, returnData: true } } },
  { watch: { frames: false, steps: { stackWords: 3, memory: false, returnData: false } } },
]

/**
 * Runs the scenario of a plan on both executors, and a third of the scenarios again with less gas:
 * about the used gas, or any amount below. `runs` counts the programs.
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

/** A gas limit that certainly changes the result. */
function tightGas(random: Random, seen: Observation | undefined, used: bigint): bigint {
  const kind = random.below(4)
  if (kind === 0) return used - 1n
  if (kind === 1) return used + BigInt(random.below(3))
  const steps = (seen?.told ?? []).flatMap((told) =>
    told.event === 'step' && told.step.depth === 0 ? [told.step] : [],
  )
  const [first] = steps
  if (first !== undefined) {
    // Exactly enough for one of the opcodes, or one less.
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
