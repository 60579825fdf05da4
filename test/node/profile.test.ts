import { expect, test } from 'vitest'
import { ConfigError } from '../../src/node/errors.ts'
import { readConfig } from '../../src/node/options/config.ts'

const profile = {
  compat: 'sei',
  legacyPrefix: 'sei',
  filterTimeout: 120,
  gasLimit: 35_000_000n,
  port: 8545,
  wsPort: 8546,
}

test("the profile has the values of the real chain's development network", () => {
  const config = readConfig({ profile: 'sei' })
  expect(config).toMatchObject(profile)
  expect([...config.given]).toEqual(['profile'])
})

test('explicit options win over the profile, absent ones do not', () => {
  expect(readConfig({ profile: 'sei', gasLimit: 5, wsPort: undefined })).toMatchObject({
    ...profile,
    gasLimit: 5n,
  })
  expect(readConfig({ profile: 'sei', compat: 'geth' })).toMatchObject({
    compat: 'geth',
    gasLimit: 35_000_000n,
    legacyPrefix: 'sei',
  })
})

test('the dialect alone implies names and expiry, not the network', () => {
  expect(readConfig({ compat: 'sei' })).toMatchObject({
    legacyPrefix: 'sei',
    filterTimeout: 120,
    gasLimit: undefined,
    wsPort: undefined,
  })
  expect(readConfig({ compat: 'sei', filterTimeout: 5 })).toMatchObject({ filterTimeout: 5 })
  expect(readConfig()).toMatchObject({ legacyPrefix: 'native', filterTimeout: 300 })
})

test('other profiles are refused', () => {
  expect(() => readConfig({ profile: 'geth' })).toThrow(ConfigError)
})
