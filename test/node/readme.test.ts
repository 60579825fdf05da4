import { expect, test } from 'vitest'
import { parseGenesis } from '../../src/chain/genesis/parseGenesis.ts'
import { samplesOf } from '../support/docs/samples.ts'

test('the genesis of docs/genesis.md is valid', () => {
  const [sample = ''] = samplesOf('docs/genesis.md', 'json')
  const { chainId, native } = parseGenesis(JSON.parse(sample))
  expect(chainId).toBe(4242n)
  expect(native.balances.length).toBe(1)
})
