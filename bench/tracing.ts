// Traces beside Anvil: `npm run bench -- tracing`. Prints tables in Markdown. Both serve HTTP in a
// process of their own; a trace is measured from the request to the last byte of the answer.
import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request as httpRequest } from 'node:http'
import { parseArgs } from 'node:util'
import { bytesToHex } from '../src/primitives/encoding/hex.ts'
import { alice, bob } from '../test/support/accounts.ts'
import { CHAIN_ID } from '../test/support/genesis.ts'
import { formatRow, type Series, TABLE_HEAD } from './figures.ts'
import { addressOf, anvilBinary } from './nodeProcess.ts'
import { LOOP, loopCode, loopTransaction, transfers } from './tracingWorkload.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    executor: { type: 'string', default: 'engine' },
    only: { type: 'string' },
  },
})

/** A node that serves requests. */
interface Contestant {
  readonly url: string
  stop(): void
}

const agent = new Agent({ keepAlive: true })

/** Sends a request and reads the response, but only parses its beginning. */
async function ask(url: string, method: string, params: readonly unknown[]) {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  const began = performance.now()
  const call = httpRequest(url, { method: 'POST', agent, headers })
  call.end(body)
  const [response] = await once(call, 'response')
  let bytes = 0
  const parts: Buffer[] = []
  for await (const chunk of response) {
    bytes += chunk.length
    if (bytes < 100_000) parts.push(chunk)
  }
  const ms = performance.now() - began
  const text = Buffer.concat(parts).toString()
  if (/"error":\s*\{"code"/.test(text)) throw new Error(`${method}: ${text.slice(0, 300)}`)
  return { ms, bytes, text }
}

interface Load {
  /** Peak memory of the process. */
  readonly peakMb: number
  /** Longest pause of its event loop since the last call. */
  readonly blockedMs: number
}

async function startRockpool(): Promise<Contestant & { load(): Promise<Load> }> {
  const child = fork(new URL('./tracingNode.js', import.meta.url), [values.executor], {
    execArgv: ['--enable-source-maps'],
  })
  const [{ url }] = await once(child, 'message')
  return {
    url,
    async load() {
      const answered = once(child, 'message')
      child.send('load')
      return (await answered)[0]
    },
    stop: () => void child.kill(),
  }
}

async function startAnvil(): Promise<Contestant> {
  const options = ['--port', '0', '--hardfork', 'prague', '--chain-id', String(CHAIN_ID)]
  const child = spawn(anvilBinary(), [...options, '--gas-limit', '1000000000', '--steps-tracing'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = `http://${await addressOf(child.stdout.iterator({ destroyOnReturn: false }))}`
  child.stdout.resume()
  await ask(url, 'anvil_setCode', [LOOP, bytesToHex(loopCode)])
  for (const { address } of [alice, bob]) {
    await ask(url, 'anvil_setBalance', [address, `0x${(10n ** 21n).toString(16)}`])
  }
  await ask(url, 'eth_sendRawTransaction', [bytesToHex(loopTransaction.raw)])
  await ask(url, 'evm_setAutomine', [false])
  for (const { raw } of transfers) await ask(url, 'eth_sendRawTransaction', [bytesToHex(raw)])
  await ask(url, 'evm_mine', [])
  return { url, stop: () => void child.kill() }
}

interface Task {
  readonly request: readonly [method: string, params: readonly unknown[]]
  readonly withPeer: boolean
}

const OPCODE_COUNTER =
  '{counts: {}, step: function(log) { var op = log.op.toString(); this.counts[op] = (this.counts[op] || 0) + 1 }, fault: function() {}, result: function() { return this.counts }}'

const one = (options: object) =>
  ['debug_traceTransaction', [loopTransaction.hash, options]] as const

/** Measured traces. Anvil has no JavaScript tracers by default. */
const tasks: Readonly<Record<string, Task>> = {
  'callTracer, a million steps': { request: one({ tracer: 'callTracer' }), withPeer: true },
  'prestateTracer, a million steps': { request: one({ tracer: 'prestateTracer' }), withPeer: true },
  'struct logs without memory, a million steps': { request: one({}), withPeer: true },
  'struct logs without memory, stack and storage': {
    request: one({ disableStack: true, disableStorage: true }),
    withPeer: true,
  },
  'JavaScript tracer that counts opcodes, a million steps': {
    request: one({ tracer: OPCODE_COUNTER }),
    withPeer: false,
  },
  'callTracer, block of 200 transfers': {
    request: ['debug_traceBlockByNumber', ['0x2', { tracer: 'callTracer' }]] as const,
    withPeer: true,
  },
}

const print = (line: string): void => {
  process.stdout.write(`${line}\n`)
}
const ms = (values: readonly number[]): Series => ({ unit: 'ms', values })

const rockpool = await startRockpool()
const anvil = await startAnvil()
try {
  print(TABLE_HEAD)
  for (const [what, { request, withPeer }] of Object.entries(tasks)) {
    if (values.only !== undefined && !what.includes(values.only)) continue
    const ours: number[] = []
    const theirs: number[] = []
    let size = 0
    for (let round = -1; round < Number(values.rounds); round++) {
      const run = await ask(rockpool.url, ...request)
      const peer = withPeer ? await ask(anvil.url, ...request) : undefined
      size = run.bytes
      // The first round warms up.
      if (round < 0) continue
      ours.push(run.ms)
      if (peer !== undefined) theirs.push(peer.ms)
    }
    const label = size > 1e6 ? `${what} (${Math.round(size / 1e6)} MB)` : what
    print(formatRow({ what: label, ours: ms(ours), ...(withPeer && { peer: ms(theirs) }) }))
  }
  await measureOthers()
} finally {
  rockpool.stop()
  anvil.stop()
}

/** Delay of other requests while struct logs are written, and the memory that they take. */
async function measureOthers(): Promise<void> {
  const before = await rockpool.load()
  const waits: number[] = []
  let isDone = false
  const trace = ask(rockpool.url, ...one({})).finally(() => {
    isDone = true
  })
  while (!isDone) {
    const { ms: wait } = await ask(rockpool.url, 'eth_blockNumber', [])
    waits.push(wait)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  await trace
  const after = await rockpool.load()
  const longest = Math.max(...waits).toFixed(1)
  print('')
  print(
    `While struct logs are written, the event loop stands still for at most ${after.blockedMs.toFixed(1)} ms at a time; ${waits.length} other requests of the same client took at most ${longest} ms.`,
  )
  print(
    `Most memory of the node: ${Math.round(after.peakMb)} MB (before: ${Math.round(before.peakMb)} MB).`,
  )
}
