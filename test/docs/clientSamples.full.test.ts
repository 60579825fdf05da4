import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as viem from 'viem'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../support/directory.ts'
import { connect, createNode, expectToRun, printing } from '../support/docs/sampleSetup.ts'
import { samplesOf } from '../support/docs/samples.ts'
import { compileSolidity } from '../support/evm/solidity.ts'
import { finish, root, startNode } from '../support/wire/processes.ts'

const LOCAL = 'http://127.0.0.1:8545'
const account = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const token = '0x00000000000000000000000000000000000000aa'
const vault = '0x00000000000000000000000000000000000000bb'

/** Removes the type assertions of a TypeScript sample. */
function javaScript(sample: string): string {
  return sample.replaceAll(' as never', '')
}

/** A node with a mined transaction to `token`, whose code emits nothing and returns. */
async function nodeWithTransaction() {
  const node = await createNode()
  const data = '0x'
  const params = [{ from: account, to: token, data }]
  const hash = await node.request({ method: 'eth_sendTransaction', params })
  return { node, hash }
}

test('docs/snapshots.md', async () => {
  const [intro = '', hooks = '', branches = '', inProcess = '', ...others] = samplesOf(
    'docs/snapshots.md',
    'js',
  )
  expect(others).toEqual([])
  await expectToRun(intro)
  await expectToRun(inProcess)
  const node = await createNode()
  const { url } = await node.listen()
  const printed = "console.log(await node.request({ method: 'eth_blockNumber' })) // '0x0'"
  await expectToRun(`${branches.replace(LOCAL, url)}\n${printed}`)
  const callbacks: (() => Promise<unknown>)[] = []
  const add = (callback: () => Promise<unknown>) => void callbacks.push(callback)
  const client = await connect(node)
  const deployContracts = () => node.request({ method: 'evm_mine' })
  await expectToRun(`${hooks}\nconsole.log(1) // 1`, {
    ...{ before: add, beforeEach: add, client, deployContracts },
  })
  const [before, beforeEach] = callbacks
  await before?.()
  await node.request({ method: 'evm_mine' })
  await beforeEach?.()
  expect(await node.request({ method: 'eth_blockNumber' })).toBe('0x1')
})

test('docs/state-manipulation.md', async () => {
  const [edits = '', impersonation = '', ...others] = samplesOf('docs/state-manipulation.md', 'ts')
  expect(others).toEqual([])
  const node = await createNode()
  const { url } = await node.listen()
  const address = vault
  // The second sample continues the first one.
  const program = `${edits.replace(LOCAL, url)}\n${impersonation}`
  await expectToRun(`${program}\nconsole.log(1) // 1`, { address, token, vault, data: '0x' })
  const read = (method: string, ...params: unknown[]) =>
    node.request({ method, params: [...params, 'latest'] })
  expect(await read('eth_getTransactionCount', vault)).toBe('0x1')
  expect(await read('eth_getStorageAt', token, '0x5')).toBe(viem.toHex(7, { size: 32 }))
})

test('docs/simulation.md', async () => {
  const [sample = '', ...others] = samplesOf('docs/simulation.md', 'ts')
  expect(others).toEqual([])
  const client = await connect(await createNode())
  const abi = viem.parseAbi(['function transfer(address, uint256)'])
  const calls = [{ to: vault, value: 7n }]
  const printed = [
    "console.log(block.calls[0].status) // 'success'",
    'console.log(assetChanges[0].value.diff) // -7n',
  ]
  const scope = { client, account, token, abi, bob: vault, calls }
  await expectToRun([sample, ...printed].join('\n'), scope)
})

test('docs/state-files.md', async () => {
  const [sample = '', ...others] = samplesOf('docs/state-files.md', 'ts')
  expect(others).toEqual([])
  const nodes = [await createNode(), await createNode()] as const
  const [client, otherClient] = nodes.map((node) =>
    viem.createTestClient({ mode: 'anvil', transport: viem.custom(node) }),
  )
  await client?.setBalance({ address: vault, value: 5n })
  await expectToRun(`${sample}\nconsole.log(state.length > 100) // true`, { client, otherClient })
  const params = [vault, 'latest']
  expect(await nodes[1].request({ method: 'eth_getBalance', params })).toBe('0x5')
})

test('docs/tracing.md', async () => {
  const [builtIn = '', viemTracer = '', ...others] = samplesOf('docs/tracing.md', 'ts')
  const [tracer = '', ...otherTracers] = samplesOf('docs/tracing.md', 'js')
  expect([...others, ...otherTracers]).toEqual([])
  const { node, hash } = await nodeWithTransaction()
  const client = await connect(node)
  const program = `${builtIn}\nconsole.log(trace.type) // 'CALL'`
  await expectToRun(javaScript(program), { client, hash })
  const assigned = viemTracer.replace('await client', 'const counts = await client')
  await expectToRun(javaScript(`${assigned}\nconsole.log(Object.keys(counts).length) // 0`), {
    client,
    hash,
  })
  const params = [hash, { tracer: tracer.trim() }]
  expect(await node.request({ method: 'debug_traceTransaction', params })).toEqual({})
})

test('docs/events.md', async () => {
  const [watch = '', pages = '', inProcess = '', ...others] = samplesOf('docs/events.md', 'js')
  expect(others).toEqual([])
  const { node } = await nodeWithTransaction()
  const { url } = await node.listen()
  const ended = 'unwatch()\nconsole.log(logs.length) // 0'
  await expectToRun(`${watch.replace(LOCAL, url)}\n${ended}`)
  const { createPublicClient, http } = viem
  const read = `${pages.replace(LOCAL, url)}\nconsole.log(logs.length) // 0`
  await expectToRun(read, { createPublicClient, http })
  const mined = `${inProcess}\nawait node.request({ method: 'evm_mine' })\nawait new Promise((resolve) => setTimeout(resolve, 20))`
  const received = mined
    .replace('console.log(data.result.number)', 'numbers.push(data.result.number)')
    .concat("\nconsole.log(numbers[0]) // '0x1'")
  await expectToRun(received, { numbers: [] })
})

test('docs/replay.md', async () => {
  const [sample = '', ...others] = samplesOf('docs/replay.md', 'js')
  expect(others).toEqual([])
  const file = join(temporaryDirectory(), 'run.jsonl')
  const program = `${sample.replace('run.jsonl', file)}\nconsole.log(1) // 1`
  await expectToRun(`${program}\nawait node.request({ method: 'evm_mine' })\nawait node.close()`)
  expect(readFileSync(file, 'utf8')).toContain('"evm_mine"')
})

test('docs/modules.md', async () => {
  const [sample = '', ...others] = samplesOf('docs/modules.md', 'js')
  expect(others).toEqual([])
  await expectToRun(
    printing(`${sample}\nawait node.request({ method: 'eth_blockNumber' }) // '0x0'`),
  )
})

test('docs/configuration.md', async () => {
  const [typeScript = ''] = samplesOf('docs/configuration.md', 'ts')
  const [toml = ''] = samplesOf('docs/configuration.md', 'toml')
  const project = temporaryDirectory()
  symlinkSync(join(root, 'node_modules'), join(project, 'node_modules'))
  const [custom = ''] = samplesOf('docs/precompiles.md', 'js')
  const counter = custom.slice(custom.indexOf('const COUNTER'), custom.indexOf('const node ='))
  writeFileSync(
    join(project, 'counter.ts'),
    counter.replace('const counter', 'export const counter'),
  )
  const local = typeScript.replace("'rockpool'", JSON.stringify(join(root, 'dist/index.js')))
  writeFileSync(join(project, 'one.config.ts'), local)
  writeFileSync(join(project, 'two.toml'), toml)
  for (const [file, port] of [
    ['one.config.ts', 8546],
    ['two.toml', 8546],
  ] as const) {
    const args = [join(root, 'bin/rockpool.js'), 'config', 'print', '--json', '--config', file]
    const { code, stdout, stderr } = await finish(startNode(args, project))
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(JSON.stringify(JSON.parse(stdout))).toContain(`${port}`)
  }
})

test('docs/operations.md', () => {
  const [sample = '', ...others] = samplesOf('docs/operations.md', 'solidity')
  expect(others).toEqual([])
  const stub = 'library console { function log(string memory, uint256, address) internal pure {} }'
  const { Vault } = compileSolidity(`${stub}\n${sample.replace(/^import .*$/m, '')}`)
  expect(Vault?.abi).toMatchObject([{ name: 'deposit' }])
})

test('docs/from-hardhat.md', async () => {
  const [three = '', two = '', ...others] = samplesOf('docs/from-hardhat.md', 'js')
  expect(others).toEqual([])
  const directory = temporaryDirectory()
  const files = [join(directory, 'three.mjs'), join(directory, 'two.cjs')] as const
  writeFileSync(files[0], three)
  writeFileSync(files[1], two)
  for (const file of files) {
    const { default: config } = (await import(file)) as { default: unknown }
    expect(config).toMatchObject({ networks: { rockpool: { url: LOCAL } } })
  }
})

test('every page with programs has a test that runs them', () => {
  const languages = ['js', 'ts', 'solidity', 'toml', 'yaml', 'dockerfile'] as const
  const pages = ['README.md', ...readdirSync(join(root, 'docs')).map((name) => `docs/${name}`)]
  const withPrograms = pages.filter(
    (page) => page.endsWith('.md') && languages.some((each) => samplesOf(page, each).length > 0),
  )
  const tests = [
    'docs/clientSamples',
    'docs/samples',
    'clients/stargate/samples',
    'clients/testing',
    'docs/forkSamples',
    'package/ci',
  ].map((name) => readFileSync(join(root, `test/${name}.full.test.ts`), 'utf8'))
  const untested = withPrograms.filter((page) => !tests.some((text) => text.includes(`'${page}'`)))
  expect(untested).toEqual([])
})
