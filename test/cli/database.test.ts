import { join } from 'node:path'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { temporaryDirectory } from '../support/directory.ts'
import { FULL } from '../support/runs.ts'
import { builtCommand } from '../support/wire/command.ts'
import { finish, killRunning, request, startNode } from '../support/wire/processes.ts'

let command: string
const ALICE = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const BOB = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'

beforeAll(async () => {
  command = await builtCommand()
})

afterEach(killRunning)

const rockpool = (...args: string[]) => startNode([command, ...args])
const start = (db: string, ...args: string[]) => rockpool('--port', '0', '-q', '--db', db, ...args)
const send = (port: number, value: string) =>
  request(port, 'eth_sendTransaction', [{ from: ALICE, to: BOB, value }])

describe('--db', () => {
  test('resumes the chain of the directory', async () => {
    const db = join(temporaryDirectory(), 'made', 'by the node')
    const first = start(db, '--db-sync')
    const hash = await send(await first.ready, '0x1')
    const block = await request(await first.ready, 'eth_getBlockByNumber', ['latest', true])
    first.kill('SIGTERM')
    expect(await finish(first)).toMatchObject({ code: 0, stderr: '' })
    const port = await start(db).ready
    expect(await request(port, 'eth_getBlockByNumber', ['latest', true])).toEqual(block)
    expect(await request(port, 'eth_getTransactionReceipt', [hash])).toMatchObject({
      status: '0x1',
    })
    await send(port, '0x2')
    expect(await request(port, 'eth_blockNumber')).toBe('0x2')
  })

  test.runIf(FULL)('rejects a directory that another process uses, which continues', async () => {
    const db = temporaryDirectory()
    const first = start(db)
    const port = await first.ready
    expect(await finish(start(db))).toEqual({
      code: 1,
      stdout: '',
      stderr: `Error: database ${db} is in use by another process or node. Stop it, or use another directory\n`,
    })
    await send(port, '0x1')
    expect(await request(port, 'eth_blockNumber')).toBe('0x1')
  })

  test.runIf(FULL)('rejects a directory with another chain and names it', async () => {
    const db = temporaryDirectory()
    const first = start(db)
    const { hash } = (await request(await first.ready, 'eth_getBlockByNumber', ['0x0', false])) as {
      hash: string
    }
    first.kill('SIGTERM')
    await first.exit
    const { code, stderr } = await finish(start(db, '--timestamp', '1'))
    expect(stderr).toMatch(/^Error: the database contains another chain: [^\n]+\n$/)
    expect(stderr).toContain(hash)
    expect(code).toBe(1)
    const other = await finish(start(db, '--chain-id', '7'))
    expect(other.stderr).toContain('chainId: 713714, expected 7')
  })

  test.runIf(FULL)('--db-sync alone is an error', async () => {
    expect(await finish(rockpool('--db-sync'))).toEqual({
      code: 2,
      stdout: '',
      stderr: 'Error: --db-sync: needs --db\n',
    })
  })
})

test.runIf(FULL)('--keep reports pruned states, and keeps others', async () => {
  const run = rockpool('--port', '0', '-q', '--keep', '2')
  const port = await run.ready
  for (const value of ['0x1', '0x2', '0x3']) await send(port, value)
  const response = await fetch(`http://127.0.0.1:${port}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_getBalance', params: [BOB, '0x1'] }),
  })
  expect(await response.json()).toMatchObject({
    error: { code: -32000, message: 'requested height 1 has been pruned; earliest available is 2' },
  })
  expect(await request(port, 'eth_getBlockByNumber', ['0x1', false])).toMatchObject({
    number: '0x1',
  })
})
