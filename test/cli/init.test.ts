import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { FULL, some } from '../support/runs.ts'
import { builtCommand } from '../support/wire/command.ts'
import { finish, killRunning, request, root, startNode } from '../support/wire/processes.ts'

const folder = mkdtempSync(join(tmpdir(), 'rockpool-init-'))
const rockpool = (...args: string[]) => startNode([join(root, 'bin/rockpool.js'), ...args], folder)
const ALICE = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const NATIVE = 'sei15428vq2uzwhm3taey9sr9x5vm6tk78ew5cyfgc'

/** As messages show a path: relative to the folder where that is shorter. */
function shownPath(path: string): string {
  const nearby = relative(folder, path)
  return nearby.length < path.length ? nearby : path
}

beforeAll(async () => {
  await builtCommand()
})
afterEach(killRunning)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('init', () => {
  test('creates a home from which a node starts', async () => {
    const before = Date.now()
    const { code, stdout, stderr } = await finish(rockpool('init', '--home', 'a/home'))
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toBe(
      `wrote ${join('a/home/config/app.toml')} and ${join('a/home/config/genesis.json')}; start with: node ${shownPath(join(root, 'bin/rockpool.js'))} --home a/home\n`,
    )
    const config = join(folder, 'a/home/config')
    const { $schema, ...dev } = JSON.parse(readFileSync(join(root, 'genesis/dev.json'), 'utf8'))
    expect($schema).toBeDefined()
    const { timestamp, ...written } = JSON.parse(readFileSync(join(config, 'genesis.json'), 'utf8'))
    expect(written).toEqual(dev)
    expect(timestamp).toMatch(/^\d+$/)
    expect(Number(timestamp) * 1_000).toBeGreaterThan(before - 1_000)
    expect(Number(timestamp) * 1_000).toBeLessThanOrEqual(Date.now())
    const toml = readFileSync(join(config, 'app.toml'), 'utf8')
    const changed = toml
      .replace('legacy_prefix = "native"', 'legacy_prefix = "sei"')
      .replace(
        /enabled_legacy_native_apis = \[[^\]]*\]/,
        'enabled_legacy_sei_apis = ["sei_getSeiAddress"]',
      )
    writeFileSync(join(config, 'app.toml'), changed)
    const run = rockpool('--home', 'a/home', '--port', '0', '--silent')
    const port = await run.ready
    expect(await request(port, 'sei_getSeiAddress', [ALICE])).toBe(NATIVE)
    expect(await request(port, 'sei_getEVMAddress', [NATIVE])).toBeUndefined()
    expect(await request(port, 'eth_getBalance', [ALICE, 'latest'])).toBe('0x21e19e0c9bab2400000')
    run.kill('SIGTERM')
    expect(await finish(run)).toMatchObject({ code: 0, stderr: '' })
  })

  test('creates a home with another prefix', async () => {
    const made = await finish(rockpool('init', '--legacy-prefix', 'sei', '--home', 'sei'))
    expect(made).toMatchObject({ code: 0, stderr: '' })
    const run = rockpool('--home', 'sei', '--port', '0', '--silent')
    expect(await request(await run.ready, 'sei_getSeiAddress', [ALICE])).toBe(NATIVE)
    run.kill('SIGTERM')
    expect(await finish(run)).toMatchObject({ code: 0, stderr: '' })
  })

  test.each([
    [['--home', ''], '--home: want a directory, got an empty text'],
    [['--home', 'b', '--legacy-prefix', 'eth'], '--legacy-prefix: other methods have the prefix'],
  ])('rejects %j', async (options, words) => {
    const { code, stdout, stderr } = await finish(rockpool('init', ...options))
    expect(stderr).toMatch(/^Error: [^\n]+\n$/)
    expect(stderr).toContain(words)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(existsSync(join(folder, 'config'))).toBe(false)
    expect(existsSync(join(folder, 'b'))).toBe(false)
  })

  test.each(some(1, ['app.toml', 'genesis.json']))(
    'writes nothing if there is %s',
    async (name) => {
      const config = join(folder, name, 'config')
      mkdirSync(config, { recursive: true })
      writeFileSync(join(config, name), 'mine')
      const result = await finish(rockpool('init', '--home', name))
      expect(result).toEqual({
        code: 1,
        stdout: '',
        stderr: `Error: ${join(name, 'config', name)} exists already; nothing was written\n`,
      })
      expect(readFileSync(join(config, name), 'utf8')).toBe('mine')
      const other = name === 'app.toml' ? 'genesis.json' : 'app.toml'
      expect(existsSync(join(config, other))).toBe(false)
    },
  )

  test.runIf(FULL)('reports that it cannot write', async () => {
    writeFileSync(join(folder, 'file'), '')
    const { code, stderr } = await finish(rockpool('init', '--home', 'file'))
    expect(stderr).toMatch(/^Error: file\/config\/app\.toml: cannot be written: [^\n]+\n$/)
    expect(code).toBe(1)
  })

  test.runIf(FULL)('defaults to ~/.rockpool', async () => {
    const result = await finish(rockpool('init', '--help'))
    expect(result.stdout).toContain('(default: ~/.rockpool)')
  })
})

describe('an invalid home prints one line with exit code 2:', () => {
  test.each(
    some(1, [
      [
        'none',
        undefined,
        'cannot be read: no such file; create one with rockpool init --home DIRECTORY',
      ],
      [
        'type',
        '[evm]\nhttp_port = "8545"',
        '[evm] http_port: want an integer, got the text "8545"',
      ],
      ['syntax', '[evm]\nhttp_port = ', 'not TOML: line 2'],
    ]),
  )('%s', async (name, toml, words) => {
    mkdirSync(join(folder, name, 'config'), { recursive: true })
    const file = join(name, 'config', 'app.toml')
    if (toml !== undefined) writeFileSync(join(folder, file), toml)
    const { code, stdout, stderr } = await finish(rockpool('--home', name, '--port', '0'))
    expect(stderr).toMatch(/^Error: [^\n]+\n$/)
    expect(stderr).toContain(`Error: ${file}: ${words}`)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  })
})

test.runIf(FULL)('a home without a genesis uses the development chain', async () => {
  mkdirSync(join(folder, 'half', 'config'), { recursive: true })
  writeFileSync(join(folder, 'half', 'config', 'app.toml'), '')
  const run = rockpool('--home', 'half', '--port', '0', '--silent')
  const params = [ALICE, 'latest']
  expect(await request(await run.ready, 'eth_getBalance', params)).toBe('0x21e19e0c9bab2400000')
  expect(run.stderr()).toBe(
    `Warning: ${join('half/config/genesis.json')}: no such file; using genesis/dev.json of the package\n`,
  )
})

test.runIf(FULL)(
  'flags enable methods without a home, and a warning does not prevent the start',
  async () => {
    const names = 'native_getTransactionCount, native_nope'
    const run = rockpool('--port', '0', '--silent', '--legacy-apis', names)
    const port = await run.ready
    expect(await request(port, 'native_getTransactionCount', [ALICE, 'latest'])).toBe('0x0')
    expect(await request(port, 'native_getNativeAddress', [ALICE])).toBeUndefined()
    expect(run.stderr()).toBe('Warning: unknown legacy method on the allowlist: native_nope\n')
  },
)
