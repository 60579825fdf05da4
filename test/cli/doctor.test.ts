import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { doctorCommand } from '../../src/cli/doctor/doctorCommand.ts'
import type { Finding } from '../../src/cli/doctor/finding.ts'
import { checkMemory, checkNodeVersion } from '../../src/cli/doctor/machineChecks.ts'
import { describeFailure } from '../../src/cli/failure.ts'
import { describeInstance } from '../../src/cli/instances/instance.ts'
import { INSTANCES_VARIABLE } from '../../src/cli/instances/instanceFolder.ts'
import { InstanceRegistry } from '../../src/cli/instances/instanceRegistry.ts'
import { createNode } from '../../src/index.ts'
import type { OptionName } from '../../src/node/options/config.ts'
import { openDatabase } from '../../src/store/database/database.ts'

const folder = mkdtempSync(join(tmpdir(), 'rockpool-doctor-'))
const registry = new InstanceRegistry(join(folder, 'instances'))

beforeAll(() => {
  process.env[INSTANCES_VARIABLE] = registry.folder
})
afterAll(() => {
  delete process.env[INSTANCES_VARIABLE]
  rmSync(folder, { recursive: true, force: true })
})

type Given = Partial<Record<OptionName, unknown>>

/** What the command prints, and why it fails; run in this process. */
async function run(given: Given, json: boolean) {
  let output = ''
  const print = (text: string) => {
    output += text
  }
  const options = json ? ({ json: true } as const) : {}
  const failure = await doctorCommand({ operands: [], options, given, print }).then(
    () => undefined,
    (error: unknown) => describeFailure(error, '') ?? String(error),
  )
  return { output, failure }
}

/** What it finds about one thing, and whether it calls it a problem. */
async function found(check: string, given: Given) {
  const { output, failure } = await run({ port: 0, ...given }, true)
  const findings = JSON.parse(output) as Finding[]
  expect(findings.some(({ status }) => status === 'problem')).toBe(failure !== undefined)
  return findings.filter((finding) => finding.check === check)
}

test('where all is well every check is ok, a line each', async () => {
  const { output, failure } = await run({ port: '0', logFile: join(folder, 'a.log') }, false)
  expect(failure).toBeUndefined()
  const lines = output.trimEnd().split('\n')
  const checks = lines.map((line) => /^(?:ok|warning) +([a-z-]+): /.exec(line)?.[1])
  expect(checks).toEqual([
    ...['node', 'memory', 'crypto', 'engine', 'settings', 'genesis', 'db', 'port'],
    ...['log-file', 'access', 'instances'],
  ])
  expect(output).toContain('chain id 713714, 10 development accounts, genesis hash 0x')
})

test('tells who has the port, and how to end an instance that has it', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const busy = { status: 'problem', message: expect.stringMatching(/^address already in use/) }
  expect(await found('port', { port })).toMatchObject([busy])
  mkdirSync(registry.folder)
  const log = registry.logOf('own')
  const address = { url: `http://127.0.0.1:${port}`, instanceId: '0x1' }
  registry.update(describeInstance('own', process.pid, { log, startedAt: 1, address }))
  const [finding] = await found('port', { port })
  if (process.platform === 'linux') {
    expect(finding?.advice).toBe('that is the instance own: rockpool stop own ends it')
  }
  expect(await found('instances', {})).toMatchObject([{ message: `own (${address.url})` }])
  const damaged = join(registry.folder, 'half.json')
  writeFileSync(damaged, '')
  expect(await found('instances', {})).toMatchObject([
    { status: 'ok' },
    { status: 'warning', message: `${damaged} is no instance, and has its name` },
  ])
  rmSync(registry.folder, { recursive: true })
  server.close()
})

test('reads the directory of a chain without changing it', async () => {
  const db = join(folder, 'chain')
  expect(await found('db', { db })).toMatchObject([
    { status: 'ok', message: `${db} can be made, for a new chain` },
  ])
  const node = await createNode({ db })
  await node.request({ method: 'evm_mine' })
  expect(await found('db', { db })).toMatchObject([
    { status: 'problem', message: expect.stringMatching(/^database .+ is in use by .+: end that/) },
  ])
  await node.close()
  expect(await found('db', { db })).toMatchObject([
    { status: 'ok', message: `${db} holds a chain at block 1, and nobody uses it` },
  ])
  expect(await found('db', { db, chainId: 7 })).toMatchObject([
    { status: 'problem', message: expect.stringContaining('chainId is 713714 there') },
  ])
  expect(await found('db', { db, timestamp: 1 })).toMatchObject([
    { status: 'problem', message: expect.stringMatching(/^the database holds another chain: /) },
  ])
  const file = join(folder, 'file')
  writeFileSync(file, '')
  expect(await found('db', { db: file })).toMatchObject([
    { status: 'problem', message: expect.stringContaining('it is a file, or below one') },
  ])
  expect(await found('db', { db: folder })).toMatchObject([
    { status: 'problem', message: expect.stringContaining('other files and no database') },
  ])
  const empty = join(folder, 'empty')
  await (await openDatabase(empty, { sync: false })).close()
  expect(await found('db', { db: empty })).toMatchObject([
    { status: 'ok', message: `${empty} holds no chain yet, and nobody uses it` },
  ])
  if (process.platform === 'linux') {
    expect(await found('db', { db: '/proc/none' })).toMatchObject([{ status: 'problem' }])
  }
})

test('finds what is wrong with settings, genesis and files', async () => {
  const genesis = join(folder, 'bad.json')
  writeFileSync(genesis, '{"alloc":{},"gaslimit":1}')
  expect(await found('genesis', { genesis })).toMatchObject([
    { status: 'problem', message: expect.stringContaining(`${genesis}: gaslimit: `) },
  ])
  expect((await found('genesis', { genesis }))[0]).not.toHaveProperty('advice')
  expect(await found('settings', { accounts: 'x' })).toMatchObject([
    { status: 'problem', message: expect.stringMatching(/^--accounts: want /) },
  ])
  expect(await found('settings', { mnemonic: 'x', mnemonicRandom: '12' })).toMatchObject([
    { status: 'problem', message: expect.stringMatching(/^--mnemonic: /) },
  ])
  const enabledLegacyNativeApis = 'native_none'
  expect(await found('settings', { enabledLegacyNativeApis })).toMatchObject([
    { status: 'ok' },
    { status: 'warning', message: 'unknown legacy method on the allowlist: native_none' },
  ])
  const readyFile = join(folder, 'none', 'ready.json')
  expect(await found('ready-file', { readyFile })).toMatchObject([
    { status: 'problem', message: `${readyFile}: cannot be written: no such folder` },
  ])
  expect(await found('config-out', { configOut: folder })).toMatchObject([
    { status: 'problem', message: `${folder} is a folder` },
  ])
})

test('warns of who may ask', async () => {
  const statuses = async (given: Given) =>
    (await found('access', given)).map(({ status }) => status)
  expect(await statuses({})).toEqual(['ok'])
  expect(await statuses({ host: '0.0.0.0', allowOrigin: '*' })).toEqual([
    'ok',
    'warning',
    'warning',
  ])
})

test('knows which Node.js is too old, and how little memory is little', () => {
  const status = (version: string) => checkNodeVersion(version).status
  expect(['18.20.0', '20.18.9', '20.19.0', '22.0.0'].map(status)).toEqual([
    'problem',
    'problem',
    'ok',
    'ok',
  ])
  expect([1, 2 ** 40].map((bytes) => checkMemory(bytes).status)).toEqual(['warning', 'ok'])
})
