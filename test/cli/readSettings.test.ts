import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Ajv } from 'ajv'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { configPrintCommand } from '../../src/cli/commands/configPrintCommand.ts'
import { describeFailure } from '../../src/cli/failure.ts'
import { readSettings, type SettingsSource } from '../../src/cli/settings/readSettings.ts'
import { configSchema } from '../../src/node/options/configSchema.ts'
import { root } from '../support/wire/processes.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rockpool-config-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function write(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

type Flags = Parameters<typeof readSettings>[0]

function settings(flags: Flags = {}, environment: SettingsSource['environment'] = {}) {
  return readSettings(flags, { environment, folder })
}

async function refusal(...args: Parameters<typeof settings>) {
  return settings(...args).then(
    () => undefined,
    (error: unknown) => describeFailure(error, 'file')?.message,
  )
}

describe('settings', () => {
  test('are read from command line, environment, config file and home, in this order', async () => {
    mkdirSync(join(folder, 'home/config'), { recursive: true })
    write(
      'home/config/app.toml',
      '[evm]\nhttp_port = 1\nmax_log_no_block = 11\nmax_blocks_for_log = 12\n',
    )
    write(
      'rockpool.config.json',
      JSON.stringify({ home: join(folder, 'home'), port: 2, maxLogs: 22, accounts: 3, chainId: 7 }),
    )
    const environment = { ROCKPOOL_PORT: '3', ROCKPOOL_ACCOUNTS: '33', ROCKPOOL_OTHER: 'x' }
    const { config, sources } = await settings({ port: '4' }, environment)
    expect(config).toMatchObject({
      port: 4,
      accounts: 33,
      maxLogs: 22,
      maxLogBlocks: 12,
      chainId: 7n,
      batchLimit: 1000,
    })
    expect(Object.fromEntries(sources)).toMatchObject({
      port: '--port',
      accounts: 'ROCKPOOL_ACCOUNTS',
      maxLogs: 'rockpool.config.json',
      maxLogBlocks: `--home ${join(folder, 'home')}`,
    })
    expect(sources.has('batchLimit')).toBe(false)
  })

  test('switches in the environment are true or 1, false or 0; empty counts as unset', async () => {
    const environment = {
      ROCKPOOL_SILENT: '1',
      ROCKPOOL_NO_MINING: 'true',
      ROCKPOOL_DB_SYNC: '0',
      ROCKPOOL_PORT: '',
      ROCKPOOL_NO_CORS: '1',
    }
    const { config } = await settings({}, environment)
    expect(config).toMatchObject({ silent: true, noMining: true, dbSync: false, port: 8545 })
    expect(config.allowOrigin).toEqual([])
    expect(await refusal({}, { ROCKPOOL_SILENT: 'yes' })).toBe(
      'ROCKPOOL_SILENT: must be true or false (got "yes")',
    )
  })
})

test('a likely misspelled variable produces a warning, others are ignored', async () => {
  const environment = {
    ROCKPOOL_PROT: '1',
    ROCKPOOL_CHAINID: '7',
    ROCKPOOL_MINING: '1',
    ROCKPOOL_HOSTNAME: 'localhost',
    ROCKPOOL_PORTS: '',
    ROCKPOOL_PORT_8545_TCP_ADDR: '10.0.0.1',
    ROCKPOOL_SERVICE_HOST: '10.0.0.1',
    ROCKPOOL_EXECUTOR: 'engine',
    ROCKPOOL_PORT: '5',
  }
  const { config } = await settings({}, environment)
  const slip = (name: string, meant: string) =>
    `unknown variable ROCKPOOL_${name} has no effect; did you mean ROCKPOOL_${meant}?`
  expect(config.warnings).toEqual([
    slip('PROT', 'PORT'),
    slip('CHAINID', 'CHAIN_ID'),
    slip('MINING', 'NO_MINING'),
    slip('HOSTNAME', 'HOST'),
  ])
  expect(config.port).toBe(5)
})

describe('a config file', () => {
  const library = JSON.stringify(pathToFileURL(join(root, 'src/index.ts')).href)
  test.each([
    ['toml', 'port = 5\nchainId = 9\nenabledLegacyNativeApis = ["all"]\nbalance = "0.5"'],
    ['json', '{"port":5,"chainId":"0x9","enabledLegacyNativeApis":["all"],"balance":"0.5"}'],
    [
      'mjs',
      'export default { port: 5, chainId: 9n, enabledLegacyNativeApis: "all", balance: 0.5 }',
    ],
    [
      'js',
      'module.exports = () => Promise.resolve({ port: 5, chainId: 9, enabledLegacyNativeApis: ["all"], balance: 0.5 })',
    ],
  ])('may be %s', async (format, text) => {
    write(`rockpool.config.${format}`, text)
    const { config, sources } = await settings()
    expect(config).toMatchObject({ port: 5, chainId: 9n, enabledLegacyNativeApis: ['all'] })
    expect(config.balance).toBe(5n * 10n ** 17n)
    expect(sources.get('port')).toBe(`rockpool.config.${format}`)
  })

  test('may be TypeScript with imports, precompiles and a genesis', async () => {
    write(
      'own.ts',
      `export const own = { address: '0x${'00'.repeat(18)}1234', run: (input: Uint8Array): Uint8Array => input }`,
    )
    write(
      'rockpool.config.ts',
      `import { own } from './own.ts'
       const accounts: number = 3
       export default { accounts, precompiles: [own], genesis: { alloc: {} } } satisfies object`,
    )
    const { config, precompiles, genesis, sources } = await settings()
    expect(config.accounts).toBe(3)
    expect(precompiles).toMatchObject([{ run: expect.any(Function) }])
    expect(genesis).toEqual({ alloc: {} })
    expect(sources.get('genesis')).toBe('rockpool.config.ts')
    const other = await settings({ genesis: 'other.json' })
    expect(other).not.toHaveProperty('genesis')
    expect(other.config.genesis).toBe('other.json')
  })

  test('can be named by --config, and its paths are relative to its directory', async () => {
    mkdirSync(join(folder, 'deep'))
    write('deep/mine.toml', 'db = "chain"\ngenesis = "/g.json"')
    write('rockpool.config.toml', 'port = 1')
    const { config } = await settings({ config: 'deep/mine.toml' })
    expect(config).toMatchObject({ port: 8545, db: join(folder, 'deep/chain'), genesis: '/g.json' })
  })

  test.each([
    ['json', '{"port":70000}', 'port: must be an integer from 0 to 65535 (got 70000)'],
    ['json', '{"prot":1}', 'prot: unknown option; did you mean port?'],
    ['json', '{"chain-id":1}', 'chain-id: unknown option; did you mean chainId?'],
    ['toml', 'blocktime = 1', 'blocktime: unknown option; did you mean blockTime?'],
    ['json', '{"quiet":true}', 'quiet: unknown option; did you mean silent?'],
    ['json', '{"noCors":true}', 'noCors: unknown option; did you mean allowOrigin?'],
    ['json', '{"what":1}', 'what: unknown option; docs/cli.md lists all options'],
    ['json', '[]', 'want the file to be an object of options'],
    ['json', '{', 'not JSON: '],
    ['toml', 'port = ', 'not TOML: line 1, column 8: '],
    ['toml', 'config = "a"', 'config: not allowed in a config file'],
    ['mjs', 'export const port = 1', 'has no default export: want export default { … }'],
    ['ts', 'export const a = {}', 'has no default export: want export default { … }'],
    ['mjs', 'export default () => {}', 'want its default export to be an object of options'],
    ['mjs', 'throw new Error("no luck")', 'no luck'],
    ['mjs', 'export default { get port() { throw new Error("no luck") } }', 'no luck'],
    [
      'mjs',
      'export default { genesis: { alloc: { get a() { throw new Error("no luck") } } } }',
      'no luck',
    ],
    [
      'mjs',
      'export default new Proxy({}, { ownKeys() { throw new Error("no\\nluck") } })',
      'no luck',
    ],
    [
      'mjs',
      'export default { accounts: { toString() { throw new Error("no luck") } } }',
      'accounts: no luck',
    ],
    ['mjs', 'export default { port: Symbol("a") }', 'port: '],
    ['json', '{"allowHost":"http://x"}', 'allowHost: must be host names such as node.example'],
  ])('of %s with %s is rejected', async (format, text, reason) => {
    write(`rockpool.config.${format}`, text)
    expect(await refusal()).toContain(`rockpool.config.${format}: ${reason}`)
  })

  test('is rejected if it is missing, of an unknown format, or ambiguous', async () => {
    expect(await refusal({ config: 'a.json' })).toBe('a.json: cannot be read: no such file')
    write('a.yaml', '')
    expect(await refusal({ config: 'a.yaml' })).toMatch(
      /^a\.yaml: want a file with extension \.ts, /,
    )
    write('rockpool.config.json', '{}')
    write('rockpool.config.toml', '')
    expect(await refusal()).toMatch(
      /^found both rockpool\.config\.json and rockpool\.config\.toml: /,
    )
  })

  test('gets its types from defineConfig', async () => {
    const { defineConfig } = await import(JSON.parse(library) as string)
    const config = { port: 1, accounts: 2 }
    expect(defineConfig(config)).toBe(config)
  })

  test('has a schema that accepts what the parsers accept', () => {
    const takes = new Ajv({ allowUnionTypes: true }).compile(configSchema())
    const good = { $schema: 'x', port: 1, chainId: '0x1', balance: 0.5, genesis: {}, order: 'fifo' }
    expect(takes(good)).toBe(true)
    for (const bad of [{ port: 70_000 }, { prot: 1 }, { silent: 'yes' }, { order: 'none' }]) {
      expect(takes(bad)).toBe(false)
    }
  })
})

test('config print prints each option with value and source', async () => {
  const path = write('mine.json', '{"accounts":2,"genesis":{"alloc":{}}}')
  let output = ''
  const print = (text: string) => {
    output += text
  }
  const given = { config: path, chainId: '0x10' }
  await configPrintCommand({ operands: [], options: {}, given, print })
  expect(output).toMatch(/^port +8545 +default$/m)
  expect(output).toMatch(/^chainId +0x10 +--chain-id$/m)
  expect(output).toMatch(/^db +\(in memory\) +default$/m)
  expect(output.split('\n').find((line) => line.startsWith('accounts '))).toContain(path)
  output = ''
  await configPrintCommand({ operands: [], options: { json: true }, given, print })
  expect(JSON.parse(output)).toMatchObject({
    accounts: { value: 2, from: path },
    balance: { value: '10000', from: 'default' },
    db: { value: null, from: 'default' },
    genesis: { value: { alloc: {} }, from: path },
  })
})

test.each([
  [{}, 1, 'one.json'],
  // An account option adds development accounts.
  [{ accounts: '3' }, '3', '--accounts'],
  [{ balance: '5' }, 10, 'default'],
])('config print with a genesis file and %j counts the accounts', async (given, value, from) => {
  const alloc = { [`0x${'b0'.repeat(20)}`]: { balance: '7' } }
  const genesis = write('one.json', JSON.stringify({ alloc }))
  let output = ''
  const print = (text: string) => {
    output += text
  }
  const options = { json: true } as const
  await configPrintCommand({ operands: [], options, given: { genesis, ...given }, print })
  const { accounts } = JSON.parse(output)
  expect(accounts.value).toBe(value)
  expect(accounts.from).toContain(from)
})

test('config print names the profile as the source', async () => {
  let output = ''
  const print = (text: string) => {
    output += text
  }
  const given = { profile: 'sei', port: '1' }
  await configPrintCommand({ operands: [], options: {}, given, print })
  expect(output).toMatch(/^gasLimit +35000000 +--profile sei$/m)
  expect(output).toMatch(/^port +1 +--port$/m)
})

test('config print warns about misspelled variables and names the config file', async () => {
  write('rockpool.config.json', '{}')
  let output = ''
  const print = (text: string) => {
    output += text
  }
  const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const before = process.cwd()
  try {
    process.env.ROCKPOOL_PROT = '1'
    process.chdir(folder)
    await configPrintCommand({ operands: [], options: {}, given: {}, print })
    expect(stderr.mock.calls.map(([text]) => text)).toEqual([
      'Warning: unknown variable ROCKPOOL_PROT has no effect; did you mean ROCKPOOL_PORT?\n',
    ])
  } finally {
    process.chdir(before)
    delete process.env.ROCKPOOL_PROT
    stderr.mockRestore()
  }
  expect(output).toMatch(/^config +rockpool\.config\.json +the working directory$/m)
})
