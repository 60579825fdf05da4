import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createNode, type NodeOptions } from '../../src/index.ts'
import { AppTomlError } from '../../src/node/errors.ts'
import { readConfig } from '../../src/node/options/config.ts'
import { readHomeConfig } from '../../src/node/options/home.ts'
import { appTomlText } from '../../src/node/options/toml/appToml.ts'
import { silentLogger } from '../../src/primitives/logger.ts'
import { executorOption } from '../support/executor.ts'

let home: string
let file: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'rockpool-home-'))
  mkdirSync(join(home, 'config'))
  file = join(home, 'config', 'app.toml')
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

function settings(toml: string, given: object = {}) {
  writeFileSync(file, toml)
  return readHomeConfig({ home, ...given })
}

function writeGenesis(json: object = { alloc: {} }): string {
  const path = join(home, 'config', 'genesis.json')
  writeFileSync(path, JSON.stringify(json))
  return path
}

function refusal(toml: string, given: object = {}) {
  try {
    settings(toml, given)
  } catch (error) {
    if (error instanceof AppTomlError) return error.details
    throw error
  }
  throw new Error('expected a refusal')
}

describe('app.toml', () => {
  test('of init has the default values', () => {
    const genesis = writeGenesis()
    const { home: _, raw: _raw, given, warnings, ...rest } = settings(appTomlText())
    const { home: __, given: ___, raw: ____, ...defaults } = readConfig()
    expect(given.has('wsPort')).toBe(false)
    expect({ ...rest, warnings }).toEqual({
      ...defaults,
      genesis,
      enabledLegacyNativeApis: [
        'native_getNativeAddress',
        'native_getEVMAddress',
        'native_getCosmosTx',
      ],
    })
  })

  test('of init for another prefix enables the same methods', () => {
    writeGenesis()
    const { legacyPrefix, enabledLegacyNativeApis, warnings } = settings(appTomlText('sei'))
    expect({ legacyPrefix, enabledLegacyNativeApis, warnings }).toEqual({
      legacyPrefix: 'sei',
      enabledLegacyNativeApis: ['sei_getSeiAddress', 'sei_getEVMAddress', 'sei_getCosmosTx'],
      warnings: [],
    })
  })

  test('has the keys of the real chain', () => {
    writeGenesis()
    const toml = `
      minimum-gas-prices = "0.1usei"
      [api]
      enable = true
      [evm]
      http_port = 18545
      ws_port = 18546
      cors_origins = "https://app.example"
      filter_timeout = "2m0s"
      simulation_evm_timeout = "60s"
      simulation_gas_limit = 10_000_000
      max_log_no_block = 5
      max_blocks_for_log = 6
      enabled_legacy_native_apis = [" native_getVMError ", "native2_getBlockReceipts"]
    `
    const config = settings(toml)
    expect(config).toMatchObject({
      port: 18545,
      wsPort: 18546,
      allowOrigin: ['https://app.example'],
      filterTimeout: 120,
      callTimeout: 60,
      callGasCap: 10_000_000n,
      maxLogs: 5,
      maxLogBlocks: 6,
      enabledLegacyNativeApis: ['native_getVMError', 'native2_getBlockReceipts'],
      warnings: [],
    })
  })

  test('is overridden by the command line', () => {
    const toml = '[evm]\nhttp_port = 1\nenabled_legacy_native_apis = []\nws_port = 2'
    const config = settings(toml, { port: '3', genesis: 'g.json', legacyPrefix: undefined })
    expect(config).toMatchObject({ port: 3, wsPort: 2, genesis: 'g.json', legacyPrefix: 'native' })
    expect(config.enabledLegacyNativeApis).toEqual([])
  })

  test('has the list under the name of the prefix', () => {
    writeGenesis()
    const list = 'enabled_legacy_sei_apis = ["sei_getEvmTx"]'
    for (const config of [
      settings(`[evm]\nlegacy_prefix = "sei"\n${list}`),
      settings(`[evm]\n${list}`, { legacyPrefix: 'sei' }),
      settings(`[evm]\nlegacy_prefix = "other"\n${list}`, { legacyPrefix: 'sei' }),
    ]) {
      expect(config).toMatchObject({
        legacyPrefix: 'sei',
        enabledLegacyNativeApis: ['sei_getEvmTx'],
        warnings: [],
      })
    }
    const other = settings(`[evm]\n${list}`)
    expect(other.enabledLegacyNativeApis).toBeUndefined()
    expect(other.warnings).toEqual([
      `${file}: [evm] enabled_legacy_sei_apis has no effect: legacy_prefix is "native" and not "sei"; name the key enabled_legacy_native_apis, and its entries native_…`,
    ])
  })

  test('warns about keys without an effect in one line', () => {
    writeGenesis()
    const { warnings, port } = settings('[evm]\nslwo = false\nhttp_port = 5\nlist = []')
    expect(warnings).toEqual([`${file}: keys of [evm] without effect: slwo, list`])
    expect(port).toBe(5)
  })

  test.each(['', '# nothing', '[other]\nhttp_port = "x"'])('may be empty: %j', (toml) => {
    writeGenesis()
    expect(settings(toml)).toMatchObject({ port: 8545, warnings: [] })
  })

  test.each([
    ['http_port', '"8545"'],
    ['http_port', '70000'],
    ['http_port', '1.5'],
    ['ws_port', 'true'],
    ['cors_origins', '["*"]'],
    ['cors_origins', '"a, https://b"'],
    ['filter_timeout', '120'],
    ['filter_timeout', '"soon"'],
    ['filter_timeout', '"1500ms"'],
    ['filter_timeout', '"-1s"'],
    ['simulation_evm_timeout', '"0s"'],
    ['simulation_gas_limit', '-1'],
    ['simulation_gas_limit', '99999999999999999999'],
    ['max_log_no_block', '{ a = 1 }'],
    ['max_blocks_for_log', '1979-05-27'],
    ['legacy_prefix', '"eth"'],
    ['legacy_prefix', '7'],
    ['enabled_legacy_native_apis', '"all"'],
    ['enabled_legacy_native_apis', '["native_getEvmTx", 7]'],
  ])('with %s = %s is rejected', (key, value) => {
    const { reason, ...rest } = refusal(`[evm]\n${key} = ${value}`)
    expect(rest).toEqual({ code: 'BAD_APP_TOML', file, key })
    expect(reason).toMatch(/^(want|must be|other methods)/)
    expect(reason).not.toContain('\n')
  })

  test.each([
    ['[evm', /^not TOML: line 1, column \d+: [^\n]+$/],
    ['[evm]\na = 1\na = 2', /^not TOML: line 3, column \d+: [^\n]+$/],
    ['evm = 7', /^evm must be a table/],
    ['[[evm]]', /^evm must be a table/],
  ])('is rejected as a whole: %j', (toml, reason) => {
    expect(refusal(toml)).toMatchObject({ key: '', reason: expect.stringMatching(reason) })
  })

  test('is required', () => {
    expect(() => readHomeConfig({ home })).toThrow(AppTomlError)
    try {
      readHomeConfig({ home })
    } catch (error) {
      expect(error).toMatchObject({
        details: {
          file,
          key: '',
          reason: 'cannot be read: no such file; create one with rockpool init --home DIRECTORY',
        },
      })
    }
  })
})

describe('a node in process', () => {
  const genesis = { config: { chainId: 77 }, alloc: {} }
  const chainIdOf = async (options: NodeOptions) => {
    const node = await createNode({ ...executorOption, home, ...options })
    const chainId = await node.request({ method: 'eth_chainId' })
    await node.close()
    return chainId
  }

  test('reads options and genesis of its home; explicit ones win', async () => {
    const lines: string[] = []
    const logger = { ...silentLogger, error: (line: string) => void lines.push(line) }
    writeFileSync(file, '[evm]\nhttp_port = 1\nslwo = true\n')
    writeGenesis(genesis)
    expect(await chainIdOf({ logger })).toBe('0x4d')
    expect(lines).toEqual([`Warning: ${file}: keys of [evm] without effect: slwo`])
    expect(await chainIdOf({ genesis: { ...genesis, config: { chainId: 78 } } })).toBe('0x4e')
    expect(await chainIdOf({ chainId: 79 })).toBe('0x4f')
  })

  test('has the development chain if its home has no genesis', async () => {
    const lines: string[] = []
    const logger = { ...silentLogger, error: (line: string) => void lines.push(line) }
    writeFileSync(file, '')
    expect(await chainIdOf({ genesis, logger })).toBe('0x4d')
    expect(lines).toEqual([])
    expect(await chainIdOf({ logger })).toBe('0xae3f2')
    expect(lines).toEqual([
      expect.stringMatching(/genesis\.json: no such file; using genesis\/dev\.json/),
    ])
  })

  test('rejects an invalid file', async () => {
    writeFileSync(file, '[evm]\nhttp_port = true\n')
    await expect(createNode({ home })).rejects.toMatchObject({
      code: 'BAD_APP_TOML',
      message: `${file}: [evm] http_port: want an integer, got true`,
    })
  })
})
