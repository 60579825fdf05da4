import { parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { ModuleScene, START } from '../../../support/precompiles/modules.ts'
import { at } from '../../../support/precompiles/scene.ts'

const abi = parseAbi([
  'struct Rate { string exchangeRate; string lastUpdate; int64 lastUpdateTimestamp; }',
  'struct Pair { string denom; Rate oracleExchangeRateVal; }',
  'struct Twap { string denom; string twap; int64 lookbackSeconds; }',
  'function getExchangeRates() view returns (Pair[])',
  'function getOracleTwaps(uint64 lookbackSeconds) view returns (Twap[])',
])
const ATOM = '8.500000000000000000'
const SEI = '0.250000000000000000'
const scene = () => new ModuleScene(at('1008'), abi)

test('getExchangeRates', async () => {
  const since = { lastUpdate: '0', lastUpdateTimestamp: START * 1000n }
  expect(await scene().result('getExchangeRates')).toEqual([
    { denom: 'uatom', oracleExchangeRateVal: { exchangeRate: ATOM, ...since } },
    { denom: 'usei', oracleExchangeRateVal: { exchangeRate: SEI, ...since } },
  ])
})

test.each([
  [0n, 0n],
  [100n, 100n],
  [600n, 600n],
  [601n, 600n],
])('getOracleTwaps %d seconds after the genesis looks back %d', async (age, lookbackSeconds) => {
  const here = scene()
  here.timestamp += age
  expect(await here.result('getOracleTwaps', [600n])).toEqual([
    { denom: 'uatom', twap: ATOM, lookbackSeconds },
    { denom: 'usei', twap: SEI, lookbackSeconds },
  ])
})

test.each([0n, 3601n, 2n ** 64n - 1n])('rejects a look-back of %d seconds', async (lookback) => {
  expect(await scene().call('getOracleTwaps', [lookback])).toMatchObject({
    kind: 'revert',
    precompileError: expect.stringMatching(/^Twap lookback seconds is greater/),
  })
})
