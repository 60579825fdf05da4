import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import type { CommandInput } from '../../src/cli/commands/command.ts'
import { replayCommand } from '../../src/cli/commands/replayCommand.ts'
import { readArguments } from '../../src/cli/settings/readArguments.ts'
import { createNode } from '../../src/index.ts'
import { journalLines } from '../../src/node/journal/journalText.ts'
import { utf8ToBytes } from '../../src/primitives/encoding/bytes.ts'
import { temporaryDirectory } from '../support/directory.ts'
import { startChainServer } from '../support/remote/chainServer.ts'
import { FULL } from '../support/runs.ts'
import { builtCommand } from '../support/wire/command.ts'
import { finish, killRunning, request, startNode } from '../support/wire/processes.ts'

afterEach(killRunning)

const ALICE = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const CAFE = `0x${'cafe'.padStart(40, '0')}`

/** What the command prints. */
async function run(file: string, options: CommandInput['options'] = {}) {
  let output = ''
  const print = (text: string) => {
    output += text
  }
  await replayCommand({ operands: [file], options, given: {}, print })
  return output
}

/** A journal of some payments, and its last block. */
async function journal(options = {}) {
  const file = join(temporaryDirectory(), 'run.jsonl')
  const node = await createNode({ record: file, ...options })
  for (const value of ['0x1', '0x2', '0x3']) {
    await node.request({ method: 'eth_sendTransaction', params: [{ to: CAFE, value }] })
  }
  const params = ['latest', false]
  const latest = await node.request({ method: 'eth_getBlockByNumber', params })
  await node.close()
  return { file, latest: latest as { readonly hash: string; readonly stateRoot: string } }
}

test.runIf(FULL)('restores a killed node from its journal', async () => {
  const file = join(temporaryDirectory(), 'run.jsonl')
  const command = await builtCommand()
  const node = startNode([command, '--port', '0', '-q', '--block-time', '0.05', '--record', file])
  const port = await node.ready
  await request(port, 'eth_sendTransactionSync', [{ from: ALICE, to: CAFE, value: '0x5' }])
  await request(port, 'evm_setIntervalMining', [0])
  const [latest, params] = [await request(port, 'eth_getBlockByNumber', ['latest', false]), [file]]
  node.kill('SIGKILL')
  await node.exit
  const { hash, stateRoot } = latest as { readonly hash: string; readonly stateRoot: string }
  const again = await finish(startNode([command, 'replay', ...params]))
  expect(again).toMatchObject({ code: 0, stderr: '' })
  expect(again.stdout).toContain(`hash ${hash}, app hash ${stateRoot}, `)
})

test('replays a fork from another URL, and names a remote without the block', async () => {
  const remote = await createNode()
  onTestFinished(() => remote.close())
  await remote.mine({ blocks: 30 })
  const { url } = await remote.listen()
  const fork = { url, blockNumber: 20, noStorageCaching: true }
  const { file, latest } = await journal({ fork })
  const forkCache = join(temporaryDirectory(), 'cache')
  const forkUrl = url.replace('//', '//me:hunter22@')
  expect(await run(file, { forkUrl, forkCache })).toContain(`block 23, hash ${latest.hash}, `)
  const empty = await createNode()
  onTestFinished(() => empty.close())
  const { url: other } = await empty.listen()
  await expect(run(file, { forkUrl: other, forkCache: temporaryDirectory() })).rejects.toThrow(
    `${file}: line 1: cannot fork ${other}: the remote has no block 20; its newest is 0`,
  )
  const plain = await journal()
  await expect(run(plain.file, { forkUrl: url })).rejects.toThrow(
    'line 1: invalid option: fork: the journal is not of a fork',
  )
})

test('replays a fork with headers, and from its cache alone', async () => {
  const { url, requests } = await startChainServer({ eth_getCode: () => '0x' })
  const { file, latest } = await journal({ fork: { url, blockNumber: 18, noStorageCaching: true } })
  const forkCache = join(temporaryDirectory(), 'cache')
  const offline = { forkCache, offline: true } as const
  await expect(run(file, offline)).rejects.toThrow(`${file}: line 1: offline`)
  const before = requests.length
  const line = ['replay', file, '--fork-header', 'x-key: one', '--fork-header', 'x-more: two']
  const request = readArguments([...line, '--fork-cache', forkCache])
  if (request.kind !== 'command') expect.fail('no command')
  expect(await run(file, request.options)).toContain(`hash ${latest.hash}, `)
  expect(requests[before]?.headers).toMatchObject({ 'x-key': 'one', 'x-more': 'two' })
  const sent = requests.length
  expect(await run(file, offline)).toContain(`hash ${latest.hash}, `)
  expect(requests).toHaveLength(sent)
})

test('prints the result, persists the chain, and saves the state', async () => {
  const { file, latest } = await journal()
  const directory = temporaryDirectory()
  const [db, dumpState] = [join(directory, 'chain'), join(directory, 'state.json')]
  const output = await run(file, { db, dumpState })
  const { hash, stateRoot } = latest
  expect(output).toMatch(/^replayed 3 entries of /)
  expect(output).toContain(`: block 3, hash ${hash}, app hash ${stateRoot}, `)
  expect(JSON.parse(readFileSync(dumpState, 'utf8')).accounts[CAFE]).toMatchObject({
    balance: '0x6',
  })
  const node = await createNode({ db })
  expect(await node.request({ method: 'eth_getBlockByHash', params: [hash, false] })).toEqual(
    latest,
  )
  await node.close()
  await expect(run(file, { db })).rejects.toMatchObject({ code: 'DIRECTORY_TAKEN' })
})

test('replays a chain from disk on disk, in a temporary directory', async () => {
  const { file } = await journal({ db: join(temporaryDirectory(), 'chain') })
  expect(await run(file, { until: '2', reference: true })).toContain(': block 2, hash ')
  const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  expect(await run(file, { until: '3' })).toContain(': block 3, hash ')
  expect(stderr).not.toHaveBeenCalled()
  expect(await run(file, { until: '4' })).toContain(': block 3, hash ')
  expect(stderr.mock.calls).toEqual([
    [`Warning: ${file} ends at block 3: block 4 was not reached\n`],
  ])
  stderr.mockRestore()
  await expect(run(file, { until: 'x' })).rejects.toMatchObject({ exitCode: 2 })
})

test('reports the first difference, and an incomplete line', async () => {
  const { file } = await journal()
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, text.slice(0, text.lastIndexOf(',"block"')))
  const cut = await run(file)
  expect(cut).toContain('line 4 is truncated in the middle of eth_sendTransaction; replayed up to')
  expect(cut).toContain('replayed 2 entries')
  writeFileSync(file, text.replace('"value":"0x2"', '"value":"0x4"'))
  await expect(run(file)).rejects.toMatchObject({
    exitCode: 1,
    message: expect.stringMatching(
      /: line 3: eth_sendTransaction: expected block 2 with hash 0x\w{64}, got block 2 with hash 0x\w{64}$/,
    ),
  })
  writeFileSync(file, text.replace('"rockpool":"', '"rockpool":"9').replace('0x2"', '0x4"'))
  await expect(run(file)).rejects.toThrow('(recorded by 9')
  writeFileSync(file, '{}\n')
  await expect(run(file)).rejects.toThrow('line 1: want a journal of format 1, got no journal')
  writeFileSync(file, text.replace('"options":{', '"options":{"accounts":-1,'))
  await expect(run(file)).rejects.toThrow('run.jsonl: line 1: ')
  await expect(run(`${file}.none`)).rejects.toThrow('cannot be read: no such file')
  expect(existsSync(`${file}.none`)).toBe(false)
  expect(readdirSync(join(file, '..'))).toEqual(['run.jsonl'])
})

test('splits lines of chunks of any size', async () => {
  const bytes = utf8ToBytes('ä\n\nbc\nd')
  async function* pieces() {
    for (const byte of bytes) yield Uint8Array.of(byte)
  }
  const lines = []
  for await (const line of journalLines(pieces())) lines.push(line)
  expect(lines).toEqual([
    { text: 'ä', isWhole: true },
    { text: '', isWhole: true },
    { text: 'bc', isWhole: true },
    { text: 'd', isWhole: false },
  ])
})
