// Forks one remote chain with Rockpool and with Anvil, through a proxy that delays each request:
// `npm run bench -- fork`. Prints a table in Markdown.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import compiled from './contracts/compiled.json' with { type: 'json' }
import { type DelayProxy, startDelayProxy } from './delayProxy.ts'
import { NodeProcess } from './nodeProcess.ts'

const { values } = parseArgs({
  options: {
    delay: { type: 'string', default: '50' },
    // The remote node: anvil or rockpool.
    remote: { type: 'string', default: 'anvil' },
  },
})

const { Pair, Router, Table, Token } = compiled.contracts
/** The first development account of both nodes. */
const ALICE = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const tokens = [0, 1, 2, 3].map((i) => addressOf(0x1000 + i))
const pairs = [0, 1, 2].map((i) => addressOf(0x2000 + i))
const router = addressOf(0x3000)
const table = addressOf(0x4000)
const POLL_MS = 2
const SLOTS = 200
const HOLDERS = 50

function addressOf(number: number): string {
  return `0x77${number.toString(16).padStart(38, '0')}`
}

function word(value: string | number | bigint): string {
  return BigInt(value).toString(16).padStart(64, '0')
}

function dataOf(
  methods: Readonly<Record<string, string>>,
  signature: string,
  ...args: readonly (string | number | bigint)[]
): string {
  const selector = methods[signature]
  if (selector === undefined) throw new Error(`no function ${signature}`)
  return `0x${selector}${args.map(word).join('')}`
}

async function send(node: NodeProcess, to: string | undefined, data: string): Promise<void> {
  const transaction = { from: ALICE, ...(to !== undefined && { to }), data, gas: '0x1000000' }
  const { result: hash } = await node.call<string>('eth_sendTransaction', transaction)
  // Anvil mines after its answer.
  for (;;) {
    type Receipt = { readonly status: string } | null
    const { result } = await node.call<Receipt>('eth_getTransactionReceipt', hash)
    if (result?.status === '0x1') return
    if (result !== null) throw new Error(`a transaction to ${to} failed`)
    await pause(POLL_MS)
  }
}

/** Puts tokens, exchanges, router and table on a chain. */
async function deploy(node: NodeProcess): Promise<void> {
  const codes = [
    ...tokens.map((at) => [at, Token.code] as const),
    ...pairs.map((at) => [at, Pair.code] as const),
    [router, Router.code] as const,
    [table, Table.code] as const,
  ]
  for (const [at, code] of codes) await node.call('hardhat_setCode', at, code)
  for (const [i, pair] of pairs.entries()) {
    const [first = '', second = ''] = tokens.slice(i)
    await send(node, pair, dataOf(Pair.methods, 'initialize(address,address)', first, second))
    for (const token of [first, second]) {
      await send(node, token, dataOf(Token.methods, 'mint(address,uint256)', pair, 10n ** 24n))
    }
    await send(node, pair, dataOf(Pair.methods, 'sync()'))
    await send(node, router, dataOf(Router.methods, 'add(address)', pair))
  }
  const [first] = tokens
  await send(node, first, dataOf(Token.methods, 'mint(address,uint256)', ALICE, 10n ** 24n))
  await send(node, first, dataOf(Token.methods, 'approve(address,uint256)', router, 10n ** 24n))
  for (let i = 0; i < HOLDERS; i++) {
    await send(node, first, dataOf(Token.methods, 'mint(address,uint256)', holder(i), i + 1))
  }
  await send(node, table, dataOf(Table.methods, 'fill(uint256)', SLOTS))
}

function holder(i: number): string {
  return addressOf(0x900000 + i)
}

/** Work on the fork, which checks its results. */
const workloads: Readonly<Record<string, (node: NodeProcess) => Promise<void>>> = {
  'swap over three exchanges': (node) => {
    const path = [word(10n ** 18n), word(0x60), word(ALICE), word(tokens.length)]
    const selector = Router.methods['swap(uint256,address[],address)']
    return send(node, router, `0x${selector}${path.join('')}${tokens.map(word).join('')}`)
  },
  'loop over 200 slots': async (node) => {
    const call = { to: table, data: dataOf(Table.methods, 'sum()') }
    const { result } = await node.call<string>('eth_call', call, 'latest')
    if (Number(result) !== (SLOTS * (SLOTS + 1)) / 2) throw new Error(`the sum is ${result}`)
  },
  '50 balanceOf calls': async (node) => {
    const calls = Array.from({ length: HOLDERS }, (_, i) => {
      const data = dataOf(Token.methods, 'balanceOf(address)', holder(i))
      return node.call<string>('eth_call', { to: tokens[0], data }, 'latest')
    })
    const sum = (await Promise.all(calls)).reduce((total, { result }) => total + Number(result), 0)
    if (sum !== (HOLDERS * (HOLDERS + 1)) / 2) throw new Error(`the balances are ${sum}`)
  },
  deployment: (node) => {
    const code = Token.code.slice(2)
    const length = (code.length / 2).toString(16).padStart(4, '0')
    // PUSH2 length DUP1 PUSH1 10 PUSH0 CODECOPY PUSH0 RETURN
    return send(node, undefined, `0x61${length}80600a5f395ff3${code}`)
  },
}

interface Figures {
  readonly requests: number
  readonly bytes: number
  readonly ms: number
}

async function measured(proxy: DelayProxy, run: () => Promise<unknown>): Promise<Figures> {
  const before = { ...proxy.counts }
  const began = performance.now()
  await run()
  const ms = performance.now() - began
  const { requests, bytes } = proxy.counts
  return { requests: requests - before.requests, bytes: bytes - before.bytes, ms }
}

/** Runs all workloads on a new process. */
async function runOn(
  proxy: DelayProxy,
  start: () => Promise<NodeProcess>,
): Promise<ReadonlyMap<string, Figures>> {
  const figures = new Map<string, Figures>()
  let node: NodeProcess | undefined
  const started = await measured(proxy, async () => {
    node = await start()
  })
  figures.set('start', started)
  if (node === undefined) throw new Error('no node')
  const running = node
  try {
    for (const [name, run] of Object.entries(workloads)) {
      figures.set(name, await measured(proxy, () => run(running)))
    }
  } finally {
    await running.stop()
  }
  return figures
}

const cache = mkdtempSync(join(tmpdir(), 'rockpool-bench-fork-'))
// Both keep their caches below these.
process.env.HOME = cache
process.env.XDG_CACHE_HOME = join(cache, 'xdg')
const remote =
  values.remote === 'rockpool' ? await NodeProcess.rockpool() : await NodeProcess.anvil()
try {
  await deploy(remote)
  const { result: block } = await remote.call<string>('eth_blockNumber')
  const proxy = await startDelayProxy(remote.address, Number(values.delay))
  const options = ['--fork-url', proxy.url, '--fork-block-number', String(Number(block))]
  const contestants = {
    rockpool: () => NodeProcess.rockpool(...options),
    anvil: () => NodeProcess.anvil(...options),
  }
  // V8's code is saved, as after the first run of a version.
  const elsewhere = ['--fork-cache', join(cache, 'first')]
  await runOn(proxy, () => NodeProcess.rockpool(...options, ...elsewhere))
  const lines: string[] = []
  for (const [name, start] of Object.entries(contestants)) {
    for (const run of ['cold', 'warm']) {
      for (const [workload, { requests, bytes, ms }] of await runOn(proxy, start)) {
        const kb = (bytes / 1000).toFixed(1)
        lines.push(`| ${workload} | ${name} | ${run} | ${requests} | ${kb} | ${ms.toFixed(0)} |`)
      }
    }
  }
  proxy.close()
  const head = '| workload | node | cache | requests | kB | ms |\n|---|---|---|---:|---:|---:|'
  process.stdout.write(`${head}\n${lines.toSorted().join('\n')}\n`)
} finally {
  await remote.stop()
  rmSync(cache, { recursive: true, force: true })
}
