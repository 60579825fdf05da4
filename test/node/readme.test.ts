import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseGenesis } from '../../src/chain/parseGenesis.ts'

test('the genesis of the README is one', () => {
  const page = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
  const [, sample = ''] = /^```json\n([^]*?)^```$/m.exec(page) ?? []
  const { chainId, native } = parseGenesis(JSON.parse(sample))
  expect(chainId).toBe(4242n)
  expect(native.balances.length).toBe(1)
})
