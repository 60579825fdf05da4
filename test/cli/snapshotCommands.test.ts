import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CommandInput } from '../../src/cli/commands/command.ts'
import { requestNode } from '../../src/cli/commands/requestNode.ts'
import {
  listSnapshots,
  removeSnapshot,
  saveSnapshot,
  useSnapshot,
} from '../../src/cli/commands/snapshotCommands.ts'
import { createNode, type RockpoolNode } from '../../src/index.ts'
import { temporaryDirectory } from '../support/directory.ts'

let node: RockpoolNode
let url: string
/** Something that is no Rockpool node, and what it answers. */
let other: Server
let otherUrl: string
let otherAnswer = ''

beforeAll(async () => {
  node = await createNode({ deterministic: true, timestamp: 1_767_225_600 })
  url = (await node.listen()).url
  other = createServer((_, response) => response.end(otherAnswer))
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  otherUrl = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
})
afterAll(async () => {
  await node.close()
  other.close()
})

/** What a command prints. */
async function run(
  command: (input: CommandInput) => Promise<void>,
  operands: readonly string[] = [],
  options: CommandInput['options'] = { url },
): Promise<string> {
  let output = ''
  const print = (text: string) => {
    output += text
  }
  await command({ operands, options, given: {}, print })
  return output
}

test('snapshots are saved, listed, used and removed', async () => {
  expect(await run(listSnapshots)).toBe('no snapshots\n')
  const block = await node.request({ method: 'eth_getBlockByNumber', params: ['0x0', false] })
  const { hash } = block as { hash: string }
  expect(await run(saveSnapshot, ['deployed'])).toBe(`saved deployed: block 0, hash ${hash}\n`)
  await node.mine({ blocks: 12 })
  await node.snapshot()
  const [header, first, second] = (await run(listSnapshots)).split('\n')
  expect(header?.split(/ {2,}/)).toEqual(['NAME', 'BLOCK', 'HASH', 'TIME'])
  expect(first?.split(/ {2,}/)).toEqual(['deployed', '0', hash, '2026-01-01T00:00:00Z'])
  expect(second?.split(/ {2,}/)).toEqual([
    '(0x2)',
    '12',
    expect.any(String),
    '2026-01-01T00:00:12Z',
  ])
  expect(JSON.parse(await run(listSnapshots, [], { url, json: true }))).toMatchObject([
    { id: '0x1', name: 'deployed', blockNumber: '0x0', blockHash: hash, timestamp: '0x6955b900' },
    { id: '0x2', name: null, blockNumber: '0xc' },
  ])
  expect(await run(useSnapshot, ['deployed'])).toBe(
    `the chain is at deployed: block 0, hash ${hash}\n`,
  )
  expect(await node.request({ method: 'eth_blockNumber' })).toBe('0x0')
  await expect(run(useSnapshot, ['Deploid'])).rejects.toThrow('did you mean deployed?')
  await expect(run(removeSnapshot, ['x'])).rejects.toThrow('no snapshot "x": available: deployed')
  await expect(run(saveSnapshot, ['a b'])).rejects.toThrow('want a name: 1 to 64 letters')
  expect(await run(useSnapshot, ['1'])).toContain('the chain is at 1: block 0')
  expect(await run(removeSnapshot, ['deployed'])).toBe('removed deployed\n')
  await expect(run(removeSnapshot, ['deployed'])).rejects.toThrow('no named snapshots exist')
  await node.request({ method: 'rockpool_branch', params: ['b'] })
  await run(saveSnapshot, ['there'], { url: `${url}/branch/b` })
  expect(await run(listSnapshots)).toBe('no snapshots\n')
  await expect(run(listSnapshots, [], { url: `${url}/branch/c` })).rejects.toThrow('no branch "c"')
})

test('reports that no server or no Rockpool node responds', async () => {
  await expect(run(listSnapshots, [], { url: 'localhost:1' })).rejects.toMatchObject({
    exitCode: 2,
    message: '--url: want http://HOST:PORT, got localhost:1',
  })
  await expect(run(listSnapshots, [], { url: 'http://127.0.0.1:1' })).rejects.toThrow(
    /^no response from http:\/\/127\.0\.0\.1:1: .+\. Use --url for another address$/,
  )
  otherAnswer = '{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"not found"}}'
  await expect(run(listSnapshots, [], { url: otherUrl })).rejects.toThrow('is not a Rockpool node')
})

test.each([
  '<html>',
  '[]',
  '{"jsonrpc":"2.0","id":1}',
  '{"jsonrpc":"2.0","id":1,"result":5}',
  '{"jsonrpc":"2.0","id":1,"result":{}}',
  '{"jsonrpc":"2.0","id":1,"result":[{}]}',
  '{"jsonrpc":"2.0","id":1,"error":{}}',
  '{"jsonrpc":"2.0","id":7,"result":[]}',
])("rejects a response that is not Rockpool's: %s", async (answer) => {
  otherAnswer = answer
  const failure = {
    exitCode: 1,
    message: expect.stringContaining(`${otherUrl} is not a Rockpool node: `),
  }
  const options = { url: otherUrl }
  await expect(run(listSnapshots, [], options)).rejects.toMatchObject(failure)
  await expect(run(saveSnapshot, ['x'], options)).rejects.toMatchObject(failure)
  await expect(run(useSnapshot, ['x'], options)).rejects.toMatchObject(failure)
  await expect(run(removeSnapshot, ['x'], options)).rejects.toMatchObject(failure)
})

test('does not wait for a server that never responds', async () => {
  const silent = createServer(() => {})
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const silentUrl = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
  await expect(requestNode({ url: silentUrl, healthMs: 1 }, 'eth_chainId')).rejects.toMatchObject({
    exitCode: 1,
    message: expect.stringContaining(`no response from ${silentUrl}: timed out. `),
  })
  silent.closeAllConnections()
  silent.close()
})

test('a directory has no snapshots, open or not', async () => {
  const db = join(temporaryDirectory(), 'chain')
  const owner = await createNode({ db })
  await expect(run(listSnapshots, [], { db })).rejects.toThrow(
    `${db} is in use by a running node: omit --db, and pass the address`,
  )
  await owner.close()
  await expect(run(saveSnapshot, ['a'], { db })).rejects.toThrow('in the memory of a running node')
  await expect(run(listSnapshots, [], { db: `${db}x` })).rejects.toMatchObject({
    code: 'DATABASE_UNREADABLE',
  })
})
