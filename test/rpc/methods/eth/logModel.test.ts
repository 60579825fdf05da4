import { test as propertyTest } from '@fast-check/vitest'
import { describe } from 'vitest'
import type { Chain } from '../../../../src/chain/chain.ts'
import { openTestChain, testChain } from '../../../support/chain.ts'
import { temporaryDirectory } from '../../../support/directory.ts'
import { genesis, steps } from '../../../support/rpc/logSteps.ts'
import { World } from '../../../support/rpc/logWorld.ts'
import { runs } from '../../../support/runs.ts'

/*
 * Transactions, snapshots and reverts in any order, with queries about logs in between. Each result
 * equals that of a full scan over a list of blocks.
 */
describe.each([
  ['in memory', async () => testChain(genesis)],
  ['on disk', () => openTestChain(temporaryDirectory(), { genesis })],
])('log queries match a list model on a chain %s', (_, create: () => Promise<Chain>) => {
  propertyTest.prop([steps], { numRuns: runs({ quick: 4, full: 40 }) })(
    'is answered as by a search from end to end',
    async (list) => {
      const chain = await create()
      try {
        const world = new World(chain)
        for (const step of list) await world.play(step)
        await world.finish()
      } finally {
        await chain.close()
      }
    },
  )
})
