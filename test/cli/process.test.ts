import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { removeStaleReadyFile, writeReadyFile } from '../../src/cli/files/readyFile.ts'
import { builtCommand } from '../support/wire/command.ts'
import { finish, killRunning, request, root, startNode } from '../support/wire/processes.ts'

const folder = mkdtempSync(join(tmpdir(), 'rockpool-process-'))
const command = join(root, 'bin/rockpool.js')

beforeAll(async () => {
  await builtCommand()
})
afterEach(killRunning)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const readJson = (name: string): unknown => JSON.parse(readFileSync(join(folder, name), 'utf8'))

test('a config file in TypeScript sets the log file and the chain', async () => {
  writeFileSync(
    join(folder, 'rockpool.config.ts'),
    `const port: number = 0
     export default { port, accounts: 2, readyFile: 'ready.json', configOut: 'out.json', ipc: 'node.ipc', silent: true }`,
  )
  const run = startNode([command, '--chain-id', '7'], folder)
  const port = await run.ready
  expect(run.stdout()).toBe(`IPC on node.ipc\nListening on 127.0.0.1:${port}\n`)
  const accounts = [
    '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266',
    '0x70997970c51812dc3a010c7d01b50e0d17dc79c8',
  ]
  expect(readJson('ready.json')).toEqual({
    pid: run.pid,
    instanceId: expect.stringMatching(/^0x[0-9a-f]{64}$/),
    url: `http://127.0.0.1:${port}`,
    ws: `ws://127.0.0.1:${port}`,
    ipc: join(folder, 'node.ipc'),
    chainId: 7,
    accounts,
  })
  expect(readJson('out.json')).toMatchObject({
    available_accounts: accounts,
    // The keys of the mnemonic, as every tool knows them.
    private_keys: [
      '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
      '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
    ],
    wallet: {
      derivation_path: "m/44'/60'/0'/0/",
      mnemonic: 'test test test test test test test test test test test junk',
    },
    base_fee: '1000000000',
  })
  expect(await request(port, 'eth_chainId')).toBe('0x7')
  // A second one is refused, and leaves the first one's file alone.
  const file = join(folder, 'ready.json')
  const again = ['--port', String(port), '--ready-file', file]
  const second = await finish(startNode([command, ...again], tmpdir()))
  expect(readJson('ready.json')).toMatchObject({ pid: run.pid })
  // It answers, but as the node that it is.
  const facts = { pid: run.pid ?? 0, url: `http://127.0.0.1:${port}`, instanceId: 'another' }
  writeReadyFile(join(folder, 'stale.json'), facts)
  await removeStaleReadyFile(join(folder, 'stale.json'))
  expect(existsSync(join(folder, 'stale.json'))).toBe(false)
  expect(second.stderr).toBe(
    `Error: address already in use 127.0.0.1:${port}. Use --port 0 for a free one.\n`,
  )
  const nowhere = join(folder, 'none', 'node.ipc')
  const third = await finish(startNode([command, '--port', '0', '--ipc', nowhere], tmpdir()))
  expect(third.stderr).toBe(`Error: ${nowhere}: cannot be written: no such directory\n`)
  run.kill('SIGTERM')
  expect(await finish(run)).toMatchObject({ code: 0, stderr: '' })
  for (const name of ['ready.json', 'node.ipc']) expect(existsSync(join(folder, name))).toBe(false)
})

test('--comet-port and --rest-port serve the chain beside JSON-RPC', async () => {
  const args = ['--port', '0', '--comet-port', '0', '--rest-port', '0', '--chain-id', '7']
  const run = startNode([command, ...args], tmpdir())
  const port = await run.ready
  const read = async (service: string, path: string): Promise<unknown> => {
    const at = new RegExp(`${service} on (\\S+)`).exec(run.stdout())?.[1]
    return (await fetch(`http://${at}${path}`)).json()
  }
  const network = 'rockpool-7'
  expect(await read('CometBFT RPC', '/status')).toMatchObject({
    result: { node_info: { network }, sync_info: { latest_block_height: '0' } },
  })
  expect(await read('REST', '/cosmos/base/tendermint/v1beta1/node_info')).toMatchObject({
    default_node_info: { network },
  })
  expect(await request(port, 'eth_chainId')).toBe('0x7')
  run.kill('SIGTERM')
  expect(await finish(run)).toMatchObject({ code: 0, stderr: '' })
})

test('--exit-with-parent stops the node with its parent process', async () => {
  const start = `"${process.execPath}" "${command}" --config "${join(folder, 'none.json')}" --port 0 --silent --exit-with-parent; true`
  writeFileSync(join(folder, 'none.json'), '{}')
  const shell = spawn('sh', ['-c', start], { stdio: ['ignore', 'pipe', 'inherit'] })
  await new Promise((resolve) => shell.stdout.once('data', resolve))
  // The pipe ends when the last process that holds it does: the node, not the shell.
  const ended = new Promise((resolve) => shell.stdout.once('close', resolve))
  shell.kill('SIGKILL')
  await ended
})

test('--ready-file is removed by its node, and by the next start after a kill', async () => {
  const file = join(folder, 'shared.json')
  const url = 'http://127.0.0.1:1'
  const removeFirst = writeReadyFile(file, { pid: process.pid, url, instanceId: '0x1' })
  const removeSecond = writeReadyFile(file, { pid: process.pid, url, instanceId: '0x2' })
  removeFirst()
  expect(readJson('shared.json')).toMatchObject({ instanceId: '0x2' })
  removeSecond()
  expect(existsSync(file)).toBe(false)
  removeSecond()
  // The id of no process, that of one that is no node, and no file of a node.
  for (const content of [{ pid: 2 ** 30, url, instanceId: '0x1' }, { pid: process.ppid, url }, 1]) {
    writeFileSync(file, JSON.stringify(content))
    await removeStaleReadyFile(file)
    expect(existsSync(file)).toBe(false)
  }
})

test.each([['npx'], ['dev']])(
  '--exit-with-parent stops the node when npm is killed, which leaves its shell (%s)',
  async (event) => {
    writeFileSync(join(folder, 'none.json'), '{}')
    const start = `"${process.execPath}" "${command}" --config "${join(folder, 'none.json')}" --port 0 --silent --exit-with-parent; true`
    // In place of npm: starts a shell and waits for it.
    const npm = `require('node:child_process').spawn('sh', ['-c', ${JSON.stringify(start)}], { stdio: 'inherit' })`
    const env = { ...process.env, npm_lifecycle_event: event }
    const parent = spawn(process.execPath, ['-e', npm], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env,
    })
    await new Promise((resolve) => parent.stdout.once('data', resolve))
    const ended = new Promise((resolve) => parent.stdout.once('close', resolve))
    parent.kill('SIGKILL')
    await ended
  },
)
