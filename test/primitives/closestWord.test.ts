import { expect, test } from 'vitest'
import { closestWord } from '../../src/primitives/closestWord.ts'

const words = ['port', 'host', 'chainId', 'blockTime', 'noMining', 'wsPort']

test.each([
  ['chain-id', 'chainId'],
  ['blocktime', 'blockTime'],
  ['prot', 'port'],
  ['BLOCK_TIEM', 'blockTime'],
  ['mining', 'noMining'],
  ['hosts', 'host'],
  ['x', undefined],
  ['', undefined],
  ['executor', undefined],
  ['port_8545_tcp_addr', undefined],
])('the closest word to "%s" is %s', (typed, meant) => {
  expect(closestWord(typed, words)).toBe(meant)
})
