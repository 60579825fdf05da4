import { expect, test } from 'vitest'
import { prepareTransactions } from '../../src/cli/run/prepareTransactions.ts'
import { testChain } from '../support/chain.ts'

test('a successful call loads the code for transactions and changes nothing', async () => {
  const chain = testChain()
  const { latest } = chain.blocks
  const kinds: string[] = []
  const simulate = {
    ...chain.simulate,
    async call(...given: Parameters<typeof chain.simulate.call>) {
      const outcome = await chain.simulate.call(...given)
      kinds.push(outcome.kind)
      return outcome
    },
  }
  await prepareTransactions({ remote: undefined, state: chain.state, simulate })
  expect(kinds).toEqual(['success'])
  expect(chain.blocks.latest).toBe(latest)
})

test('a chain that was closed meanwhile is not an error', async () => {
  const chain = testChain()
  await chain.close()
  await expect(prepareTransactions(chain)).resolves.toBeUndefined()
})
