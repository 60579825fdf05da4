import { describe, expect, test } from 'vitest'
import { createNode } from '../../src/index.ts'
import { readConfig } from '../../src/node/options/config.ts'
import { executorOption } from '../support/executor.ts'

describe('the profile sei', () => {
  test('has the settings of a development network of sei-chain; options win', () => {
    const settings = {
      ...{ compat: 'sei', legacyPrefix: 'sei', filterTimeout: 120 },
      ...{ gasLimit: 35_000_000n, port: 8545, wsPort: 8546 },
    }
    const config = readConfig({ profile: 'sei' })
    expect(config).toMatchObject(settings)
    expect([...config.given]).toEqual(['profile'])
    expect(readConfig({ profile: 'sei', gasLimit: 5, compat: 'geth', wsPort: 1 })).toMatchObject({
      ...settings,
      ...{ gasLimit: 5n, compat: 'geth', wsPort: 1 },
    })
  })

  test('leaves the gas limit to a genesis file', () => {
    expect(readConfig({ profile: 'sei', genesis: 'own.json' }).gasLimit).toBeUndefined()
  })

  test('is refused by another name', () => {
    expect(() => readConfig({ profile: 'cosmos' })).toThrow(/profile/)
  })

  test('a node answers to the names of the real chain', async () => {
    const node = await createNode({ ...executorOption, profile: 'sei' })
    const ask = (method: string, ...params: readonly unknown[]) => node.request({ method, params })
    const from = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
    expect(await ask('sei_getSeiAddress', from)).toMatch(/^sei1/)
    expect(await ask('eth_getBlockByNumber', 'latest', false)).toMatchObject({
      gasLimit: '0x2160ec0',
    })
    await expect(ask('eth_getBalance', from)).rejects.toThrow('missing value')
    await node.close()
  })
})

test('the dialect sei has names and filters of sei, and the limits of the node', () => {
  expect(readConfig({ compat: 'sei' })).toMatchObject({ legacyPrefix: 'sei', filterTimeout: 120 })
  expect(readConfig({ compat: 'sei', legacyPrefix: 'native' }).legacyPrefix).toBe('native')
  expect(readConfig({ compat: 'sei' }).gasLimit).toBeUndefined()
  expect(readConfig({ compat: 'geth' }).legacyPrefix).toBe('native')
})

test('a node without these names says how to have them, and corrects typing errors', async () => {
  const node = await createNode({ ...executorOption })
  const refusal = (method: string) => expect(node.request({ method })).rejects
  await refusal('sei_getSeiAddress').toThrow(
    'the method sei_getSeiAddress does not exist/is not available; start the node with --legacy-prefix sei',
  )
  await refusal('eth_getBalnce').toThrow(/is not available; did you mean eth_getBalance\?$/)
  await refusal('quite_another').toThrow(/is not available$/)
  await node.close()
})
