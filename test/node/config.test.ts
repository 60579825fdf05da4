import { describe, expect, test } from 'vitest'
import { ConfigError } from '../../src/node/errors.ts'
import { optionNames, options, readConfig } from '../../src/node/options/config.ts'
import { optionGroups } from '../../src/node/options/optionGroups.ts'
import { DEV_MNEMONIC } from '../../src/primitives/crypto/hdWallet.ts'

function refusedOption(given: Parameters<typeof readConfig>[0]): string | undefined {
  try {
    readConfig(given)
    return undefined
  } catch (thrown) {
    if (thrown instanceof ConfigError) return thrown.details.option
    throw thrown
  }
}

describe('readConfig', () => {
  test('has the usual defaults of other nodes', () => {
    expect(readConfig()).toMatchObject({
      port: 8545,
      host: '127.0.0.1',
      accounts: 10,
      balance: 10n ** 22n,
      mnemonic: DEV_MNEMONIC,
      derivationPath: "m/44'/60'/0'/0/",
      allowOrigin: ['local'],
      requestSizeLimit: 26_214_400,
      batchLimit: 1000,
      maxLogs: 10_000,
      maxLogBlocks: 2_000,
      maxFilters: 10_000,
      filterTimeout: 300,
      silent: false,
      given: new Set(),
    })
  })

  test('parses command line text', () => {
    const config = readConfig({
      port: '0',
      chainId: '0x539',
      gasLimit: '30000000',
      balance: '0.5',
      hardfork: 'Shanghai',
      blockBaseFeePerGas: '0',
      allowOrigin: false,
    })
    expect(config).toMatchObject({
      port: 0,
      chainId: 1337n,
      gasLimit: 30_000_000n,
      balance: 5n * 10n ** 17n,
      hardfork: 'shanghai',
      blockBaseFeePerGas: 0n,
      allowOrigin: [],
    })
  })

  test('accepts JavaScript values', () => {
    const config = readConfig({ port: 1, chainId: 5, timestamp: 7n, balance: 10, silent: true })
    expect(config).toMatchObject({ port: 1, chainId: 5n, timestamp: 7n, balance: 10n ** 19n })
  })

  test('records which options were set', () => {
    const { given } = readConfig({ accounts: '10', port: undefined })
    expect([...given]).toEqual(['accounts'])
  })

  test.each([
    ['port', '65536'],
    ['port', '-1'],
    ['port', '1e3'],
    ['host', ''],
    ['accounts', '1.5'],
    ['balance', 'ten'],
    ['balance', '-1'],
    ['balance', `2${'0'.repeat(59)}`],
    ['mnemonic', 'test test'],
    ['derivationPath', '44/60'],
    ['chainId', '0'],
    ['chainId', 1.5],
    ['gasLimit', '0'],
    ['hardfork', 'lundun'],
    ['timestamp', 'now'],
    ['blockBaseFeePerGas', '0x'],
    ['callGasCap', '0'],
    ['maxLogs', '0'],
    ['maxLogBlocks', 'all'],
    ['maxFilters', '1e9'],
    ['filterTimeout', '0'],
    ['clientVersion', 'a\nb'],
    ['silent', 'yes'],
    ['requestSizeLimit', '0'],
    ['allowOrigin', 'app.example'],
    ['batchLimit', '0'],
    ['constructor', 1],
  ])('rejects %s = %j', (option, value) => {
    expect(refusedOption({ [option]: value })).toBe(option)
  })
})

describe('options', () => {
  test('have unique flags', () => {
    const names = optionNames.flatMap((name) => {
      const { flag, short = [], aliases = [], negation = [] } = options[name]
      return [flag, short, aliases, negation].flat()
    })
    expect(new Set(names).size).toBe(names.length)
  })

  test('are each in one group of the help', () => {
    expect([...optionGroups.values()].flat().toSorted()).toEqual(optionNames.toSorted())
  })

  test.each(optionNames)('%s: the parser accepts the default', (name) => {
    const { fallback, read } = options[name]
    if (name !== 'balance') expect(read(fallback)).toEqual(fallback)
  })
})
