import { expect, test } from 'vitest'
import { completeReads } from '../../../src/state/fork/completeReads.ts'
import { createStateDatabase } from '../../../src/state/stateDatabase.ts'
import { differences } from '../../support/differential/compare.ts'
import { generateScenario } from '../../support/differential/generate.ts'
import { type Observation, observe } from '../../support/differential/observation.ts'
import { createPair } from '../../support/differential/pair.ts'
import { createWorld } from '../../support/differential/world.ts'
import { stateRemote } from '../../support/fork/stateRemote.ts'
import { runs } from '../../support/runs.ts'

const SEED = 20_251_124
const names = { bech32Prefix: 'sei', denomination: 'usei' }

test.each(['engine', 'reference'] as const)(
  'programs run on a fork as on the state itself: %s',
  {
    timeout: 300_000,
  },
  async (name) => {
    const executor = createPair()[name]
    for (let index = 0; index < runs({ quick: 150, full: 3_000 }); index++) {
      const { kind: _kind, ...scenario } = generateScenario({ seed: SEED, index })
      // Accounts that exist although they are empty are in memory only, not in a remote answer.
      if (scenario.keptEmpty.length > 0) continue
      const world = createWorld(scenario)
      const remote = stateRemote(world.fresh())
      const forked = createStateDatabase(names, undefined, { state: remote, isSei: true })
      const local = await observe(executor, scenario, world, {})
      const remotely = await completeReads(
        () => forked.overlay(0),
        (state) => observe(executor, scenario, { fresh: () => state }, {}),
      )
      const found = differences(local.map(withoutRows), remotely.map(withoutRows))
      expect(found, `program ${index} of seed ${SEED}`).toEqual([])
      for (const [i, { rows }] of local.entries()) {
        expect(visible(remotely[i]?.rows), `rows of program ${index}`).toEqual(visible(rows))
      }
      expect(remote.rounds).toBeLessThan(40)
    }
  },
)

function withoutRows(observation: Observation): Observation {
  return { ...observation, rows: new Map() }
}

/** Bytes that stand for a deleted row on a fork, as at the start of a state. */
const TOMBSTONES = [
  /^0{16}$/,
  /^0{40}$/,
  /^0{64}$/,
  /^30$/,
  /^ef726f636b/,
  /^c5d2460186f7/,
  /^0a0475736569120130$/,
]

/**
 * Changed rows that both states have. A fork does not list the storage of a cleared account, and
 * account numbers depend on accounts that it does not know.
 */
function visible(rows: ReadonlyMap<string, string> = new Map()): Record<string, string> {
  const wiped = [...rows.keys()]
    .filter((key) => key.startsWith('evm/f1'))
    .map((key) => key.slice(6))
  const shown = [...rows].flatMap(([key, value]) => {
    if (key.startsWith('acc/') || key.startsWith('evm/f1')) return []
    if (wiped.some((address) => key.startsWith(`evm/03${address}`))) return []
    const isGone = TOMBSTONES.some((bytes) => bytes.test(value))
    return [[key, isGone ? 'deleted' : value] as const]
  })
  return Object.fromEntries(shown)
}
