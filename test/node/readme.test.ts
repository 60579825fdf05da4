import { expect, test } from 'vitest'
import { parseGenesis } from '../../src/chain/parseGenesis.ts'
import { samplesOf } from '../support/samples.ts'

test('the genesis of the README is one', () => {
  const [sample = ''] = samplesOf('README.md', 'json')
  const { chainId, native } = parseGenesis(JSON.parse(sample))
  expect(chainId).toBe(4242n)
  expect(native.balances.length).toBe(1)
})
