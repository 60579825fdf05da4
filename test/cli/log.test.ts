import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { encodeFunctionData, parseAbi } from 'viem'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { bytesToHex, hexToBytes } from '../../src/primitives/encoding/hex.ts'
import { code, push } from '../support/evm/programs.ts'
import { FULL } from '../support/runs.ts'
import { builtCommand } from '../support/wire/command.ts'
import { killRunning, type Run, request, root, startNode } from '../support/wire/processes.ts'

const folder = mkdtempSync(join(tmpdir(), 'rockpool-log-'))
const script = join(root, 'bin/rockpool.js')
const rockpool = (...args: string[]) => startNode([script, '--port', '0', ...args], folder)

const DEV0 = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const DEV1 = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const TALKER = '0x00000000000000000000000000000000000a11Ce'

/** Code that says `hi` and fails. */
const talker = (() => {
  const data = encodeFunctionData({ abi: parseAbi(['function log(string)']), args: ['hi'] })
  const bytes = hexToBytes(data)
  const stores = Array.from({ length: Math.ceil(bytes.length / 32) }, (_, i) => {
    const word = new Uint8Array(32)
    word.set(bytes.subarray(i * 32, (i + 1) * 32))
    return code(Uint8Array.of(0x7f), word, push(i * 32), 0x52)
  })
  const call = [push(0), push(0), push(bytes.length), push(0), push(0x636f6e736f6c652e6c6f67n)]
  return bytesToHex(code(...stores, ...call, 0x5a, 0xfa, push(0), push(0), 0xfd))
})()

beforeAll(async () => {
  await builtCommand()
})
afterEach(killRunning)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function send(port: number, fields: object): Promise<string> {
  const transaction = { from: DEV0, gas: '0x186a0', ...fields }
  return (await request(port, 'eth_sendTransaction', [transaction])) as string
}

/** What was printed, once it has such a text. */
async function until(run: Run, text: string): Promise<string> {
  for (let i = 0; !run.stdout().includes(text); i++) {
    if (i > 500) throw new Error(`no ${text} in ${run.stdout()}`)
    await delay(10)
  }
  return run.stdout()
}

/** What was printed after the ready line. */
const linesOf = (text: string) => text.slice(text.indexOf('Listening on')).split('\n').slice(1)

test('prints requests, transactions, blocks and console output', async () => {
  const run = rockpool('--print-traces')
  const port = await run.ready
  const sent = await send(port, { to: DEV1, value: '0x6f05b59d3b20000' })
  await request(port, 'hardhat_setCode', [TALKER, talker])
  await request(port, 'rockpool_setLabel', [TALKER, 'talker'])
  const failed = await send(port, { to: TALKER })
  await request(port, 'eth_none')
  await request(port, 'hardhat_setLoggingEnabled', [false])
  await request(port, 'eth_chainId')
  await request(port, 'hardhat_setLoggingEnabled', [true])
  await request(port, 'web3_clientVersion')
  const text = await until(run, 'web3_clientVersion')
  const lines = linesOf(text)
  const about = (hash: string) => lines.slice(lines.indexOf(`    Transaction: ${hash}`))
  expect(lines[0]).toBe('eth_sendTransaction')
  expect(about(sent).slice(0, 7)).toEqual([
    `    Transaction: ${sent}`,
    `    From: dev0 ${DEV0}`,
    `    To: dev1 ${DEV1}`,
    '    Value: 0.5 SEI',
    '    Gas used: 21000',
    '',
    '    Block Number: 1',
  ])
  expect(lines[lines.indexOf(`    Transaction: ${failed}`) - 1]).toBe('    console.log: hi')
  expect(about(failed)).toContain('    Error: execution reverted')
  const trace = lines.slice(lines.indexOf(`    Trace of ${failed}:`)).slice(1, 4)
  expect(trace).toEqual([
    expect.stringMatching(/^ {6}\[2\d{4}\] talker$/),
    '      ├─ console.log: hi',
    '      └─ ← execution reverted',
  ])
  const none = lines.indexOf('eth_none')
  expect(lines[none + 1]).toMatch(/^ {4}Error: the method eth_none .*\(code -32601\)$/)
  expect(lines).not.toContain('eth_chainId')
  expect(text).not.toContain('\u001b')
  run.kill('SIGTERM')
  expect(await run.exit).toBe(0)
  expect(run.stderr()).toBe('')
})

test('with --json prints an object per line', async () => {
  const run = rockpool('--json', '--disable-console-log')
  const { port } = JSON.parse((await until(run, '"listening"')).split('\n')[1] ?? '') as {
    port: number
  }
  await request(port, 'hardhat_setCode', [TALKER, talker])
  const hash = await send(port, { to: TALKER, value: '0x1' })
  const text = await until(run, '"event":"block"')
  const entries = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as object)
  expect(entries).toMatchObject([
    { event: 'start', chainId: '713714', accounts: { 0: { address: DEV0 } } },
    { event: 'listening', host: '127.0.0.1', port },
    { event: 'request', method: 'hardhat_setCode' },
    { event: 'request', method: 'eth_sendTransaction' },
    {
      ...{ event: 'transaction', hash, value: '1' },
      from: { address: DEV0.toLowerCase(), label: 'dev0' },
      to: { address: TALKER.toLowerCase() },
      error: 'execution reverted',
    },
    { event: 'block', number: 1, transactions: 1 },
  ])
})

test('starts after the ready line', async () => {
  const run = rockpool('--block-time', '0.001')
  const text = await until(run, 'Block Number: 3')
  expect(text.indexOf('Block')).toBeGreaterThan(text.indexOf('Listening on'))
})

test('with --silent is empty', async () => {
  const run = rockpool('--silent')
  const port = await run.ready
  await send(port, { to: DEV1 })
  await delay(50)
  expect(run.stdout()).toBe(`Listening on 127.0.0.1:${port}\n`)
})

test.runIf(FULL)('a reader that stops does not stop the node', async () => {
  const child = spawn(process.execPath, [script, '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    let text = ''
    const port = await new Promise<number>((resolve) => {
      child.stdout.on('data', (data) => {
        text += data
        const found = /^Listening on .*:(\d+)\n/m.exec(text)?.[1]
        if (found !== undefined) resolve(Number(found))
      })
    })
    child.stdout.pause()
    // Each is in the log with its 80 characters: 5 MB in all, of which 64 KB fit into a pipe.
    const batch = Array.from({ length: 1000 }, (_, i) => {
      return { jsonrpc: '2.0', id: i, method: `eth_${i % 2}${'x'.repeat(75)}` }
    })
    for (let i = 0; i < 25; i++) {
      const body = JSON.stringify(batch)
      const headers = { 'content-type': 'application/json' }
      await (await fetch(`http://127.0.0.1:${port}`, { method: 'POST', headers, body })).text()
    }
    expect(await request(port, 'eth_chainId')).toBe('0xae3f2')
    child.stdout.resume()
    for (let i = 0; !/^\(\d+ entries of this log were dropped\)$/m.test(text); i++) {
      if (i > 200) throw new Error('nothing was dropped')
      await request(port, i % 2 ? 'eth_chainId' : 'eth_blockNumber')
      await delay(10)
    }
  } finally {
    child.kill('SIGKILL')
  }
})
