import { expect, test } from 'vitest'
import { createNode } from '../../../src/index.ts'
import type { Hash } from '../../../src/primitives/encoding/hex.ts'
import { forkHash } from '../../../src/rpc/views/forkConfig.ts'
import { executorOption } from '../../support/executor.ts'

const MAINNET = '0xd4e56740f876aef8c010b86a40d5f56745a118d0906a34e69aec8c0db1cb8fa3' as Hash

/** Starts of mainnet's forks and the fork hashes after them, from EIP-2124 and geth's tests. */
test.each<readonly [readonly number[], string]>([
  [[], '0xfc64ec04'],
  [[1_150_000], '0x97c2c34c'],
  [[1_150_000, 1_920_000], '0x91d1f948'],
  [[1_150_000, 1_920_000, 2_463_000], '0x7a64da13'],
  [[1_150_000, 1_920_000, 2_463_000, 2_675_000], '0x3edd5b10'],
  [[1_150_000, 1_920_000, 2_463_000, 2_675_000, 4_370_000], '0xa00bc324'],
  [[0, 1_150_000, 1_920_000, 2_463_000, 2_675_000, 4_370_000, 7_280_000, 7_280_000], '0x668db0af'],
])('the fork hash after %j is %s', (passed, hash) => {
  expect(forkHash(MAINNET, passed.map(BigInt))).toBe(hash)
})

async function configOf(options: Parameters<typeof createNode>[0]) {
  const node = await createNode({ ...executorOption, ...options })
  const config = await node.request({ method: 'eth_config', params: [] })
  await node.close()
  return config as Record<string, Record<string, unknown> | null>
}

test('a chain of one fork has neither a next nor a last configuration', async () => {
  const { current, next, last } = await configOf({ hardfork: 'cancun' })
  expect([next, last]).toEqual([null, null])
  expect(current).toMatchObject({ activationTime: 0, chainId: '0xae3f2', systemContracts: {} })
  expect(current?.precompiles).toHaveProperty('KZG_POINT_EVALUATION', `0x${'a'.padStart(40, '0')}`)
  expect(current?.precompiles).toHaveProperty('BANK', `0x${'1001'.padStart(40, '0')}`)
  expect(current?.precompiles).not.toHaveProperty('BLS12_G1ADD')
})

test('forks that start by time are announced', async () => {
  const config = {
    chainId: 5,
    londonBlock: 0,
    mergeNetsplitBlock: 0,
    terminalTotalDifficulty: 0,
    shanghaiTime: 1_000,
    cancunTime: 2_000_000_000_000,
    pragueTime: 3_000_000_000_000,
  }
  const { current, next, last } = await configOf({
    genesis: { config, alloc: {}, timestamp: '0x3e8' },
  })
  expect(current).toMatchObject({ activationTime: 1_000, blobSchedule: null })
  expect(next).toMatchObject({ activationTime: 2_000_000_000_000 })
  expect(next?.blobSchedule).toEqual({ target: 0, max: 0, baseFeeUpdateFraction: 3_338_477 })
  expect(last).toMatchObject({ activationTime: 3_000_000_000_000 })
  expect(last?.precompiles).toHaveProperty('BLS12_G1ADD')
  expect(new Set([current, next, last].map((each) => each?.forkId)).size).toBe(3)
})
