import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  type CaseFile,
  readCases,
  toCaseFile,
  toScenario,
} from '../../support/differential/caseFile.ts'
import { allModes, compareOn } from '../../support/differential/check.ts'
import { describeScenario } from '../../support/differential/describe.ts'
import { generateScenario } from '../../support/differential/generate.ts'
import { createPair } from '../../support/differential/pair.ts'
import { FULL, some } from '../../support/runs.ts'

/*
 * Programs on which the executors once differed, and handwritten ones for likely differences.
 * `npm run fuzz` adds its findings.
 */

const cases = readCases(join(import.meta.dirname, 'cases'))
const pair = createPair()

describe.each(cases)('$name', ({ name, description, scenario }) => {
  test(description, async () => {
    // The deepest take long.
    for (const mode of some(name.includes('1024') ? 1 : allModes.length, allModes)) {
      const found = await compareOn(pair, scenario, mode)
      expect(found, `${JSON.stringify(mode)}\n${describeScenario(scenario)}`).toEqual([])
    }
  })
})

test('a case matches its scenario', () => {
  for (let index = 0; index < (FULL ? 200 : 20); index++) {
    const { kind: _, ...scenario } = generateScenario({ seed: 3, index })
    const file = JSON.parse(JSON.stringify(toCaseFile('', scenario))) as CaseFile
    expect(toScenario(file)).toEqual(scenario)
  }
})
