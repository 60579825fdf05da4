import { expect, test } from 'vitest'
import { completeReads } from '../../../src/state/fork/completeReads.ts'
import { createStateDatabase } from '../../../src/state/stateDatabase.ts'
import { differences } from '../../support/differential/compare.ts'
import { generateScenario } from '../../support/differential/generate.ts'
import { observe } from '../../support/differential/observation.ts'
import { createPair } from '../../support/differential/pair.ts'
import { createWorld } from '../../support/differential/world.ts'
import { hasOnlyStorage, withoutRows } from '../../support/fork/forkedObservations.ts'
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
    for (let index = 0; index < runs({ quick: 150, full: 1_000 }); index++) {
      const { kind: _kind, ...scenario } = generateScenario({ seed: SEED, index })
      // Accounts that exist although they are empty are in memory only, not in a remote answer.
      if (scenario.keptEmpty.length > 0) continue
      if ([...scenario.accounts.values()].some(hasOnlyStorage)) continue
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
        const found = remotely[i]?.rows
        const wiped = wipedIn(found)
        const message = `rows of program ${index}`
        expect(visible(found, wiped), message).toEqual(visible(rows, wiped))
      }
      expect(remote.rounds).toBeLessThan(40)
    }
  },
)

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

/** Accounts whose storage a fork cleared as a whole. */
function wipedIn(rows: ReadonlyMap<string, string> = new Map()): readonly string[] {
  return [...rows.keys()].filter((key) => key.startsWith('evm/f1')).map((key) => key.slice(6))
}

/**
 * Changed rows that both states have. A fork does not list the cleared storage of an account, and
 * account numbers depend on accounts that it does not know.
 */
function visible(
  rows: ReadonlyMap<string, string> = new Map(),
  wiped: readonly string[],
): Record<string, string> {
  const shown = [...rows].flatMap(([key, value]) => {
    if (key.startsWith('acc/') || key.startsWith('evm/f1')) return []
    const isGone = TOMBSTONES.some((bytes) => bytes.test(value))
    const content = isGone ? 'deleted' : value
    const isCleared = wiped.some((address) => key.startsWith(`evm/03${address}`))
    return isCleared && content === 'deleted' ? [] : [[key, content] as const]
  })
  return Object.fromEntries(shown)
}
