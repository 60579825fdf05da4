// Runs the test suite of a contract developer over HTTP and in process, on Rockpool, Anvil and
// Hardhat: `npm run bench -- suite`. Prints a table in Markdown.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { createNode } from '../src/index.ts'
import { formatRow, median, TABLE_HEAD } from './figures.ts'
import { NodeProcess } from './nodeProcess.ts'
import type { SuiteOrder } from './suiteRunner.ts'
import { CHAIN_ID, makeTests } from './suiteTests.ts'

const { values } = parseArgs({
  options: {
    tests: { type: 'string', default: '300' },
    rounds: { type: 'string', default: '3' },
    accounts: { type: 'string', default: '20000' },
    // Hardhat needs Node.js 22 or later: path of one that runs it.
    'hardhat-node': { type: 'string', default: process.execPath },
  },
})
const rounds = Number(values.rounds)

/** Contestants by name; undefined if one does not run here. */
const nodes = {
  rockpool: () => NodeProcess.rockpool('--chain-id', String(CHAIN_ID)),
  anvil: () => NodeProcess.anvil(),
  hardhat: () => NodeProcess.hardhat(values['hardhat-node']),
  constants: () => NodeProcess.constant(new URL('./constantServer.js', import.meta.url)),
} as const

type NodeName = keyof typeof nodes

const names: NodeName[] = ['rockpool', 'anvil', 'constants']
try {
  await (await nodes.hardhat()).stop()
  names.push('hardhat')
} catch {
  process.stderr.write('Hardhat is left out: it needs Node 22 or newer, or --hardhat-node PATH.\n')
}

const tests = await makeTests(Number(values.tests))

/** Milliseconds per test, in a process of its own. */
async function runSuite(way: SuiteOrder['way'], isChecked = true): Promise<number> {
  const runner = fork(new URL('./suiteRunner.js', import.meta.url), {
    serialization: 'advanced',
    execArgv: process.execArgv,
  })
  const ended = once(runner, 'exit')
  runner.send({ tests, way, isChecked } satisfies SuiteOrder)
  const [ms] = await Promise.race([
    once(runner, 'message'),
    ended.then(() => {
      throw new Error(`the tests failed: ${way}`)
    }),
  ])
  await ended
  return ms / tests.length
}

async function suiteOverHttp(name: NodeName): Promise<number> {
  const node = await nodes[name]()
  try {
    return await runSuite(`http://${node.address}/`, name !== 'constants')
  } finally {
    await node.stop()
  }
}

const accounts = Array.from({ length: Number(values.accounts) }, (_, i) => {
  return `0x${(0xacc0_0000 + i).toString(16).padStart(40, '0')}`
})

/**
 * Median milliseconds of evm_snapshot and evm_revert in a state with this number of touched
 * accounts.
 */
async function snapshotAndRevert(name: NodeName): Promise<number> {
  const node = await nodes[name]()
  try {
    for (let at = 0; at < accounts.length; at += 500) {
      const some = accounts.slice(at, at + 500)
      await node.batch(some.map((account) => ['hardhat_setBalance', account, '0x1']))
    }
    await node.call('evm_mine')
    const times: number[] = []
    for (let i = 0; i < 20; i++) {
      const taken = await node.call<string>('evm_snapshot')
      const back = await node.call('evm_revert', taken.result)
      times.push(taken.ms + back.ms)
    }
    return median(times)
  } finally {
    await node.stop()
  }
}

/** The same in this process. */
async function snapshotAndRevertInProcess(): Promise<number> {
  const node = await createNode({ chainId: CHAIN_ID })
  try {
    for (const account of accounts) {
      await node.request({ method: 'hardhat_setBalance', params: [account, '0x1'] })
    }
    await node.request({ method: 'evm_mine' })
    const times: number[] = []
    for (let i = 0; i < 20; i++) {
      const began = performance.now()
      const snapshot = await node.request({ method: 'evm_snapshot' })
      await node.request({ method: 'evm_revert', params: [snapshot] })
      times.push(performance.now() - began)
    }
    return median(times)
  } finally {
    await node.close()
  }
}

/** Values of each contestant, one per round, alternating. */
async function measure(
  contestants: Readonly<Record<string, () => Promise<number>>>,
): Promise<(name: string) => { readonly unit: string; readonly values: readonly number[] }> {
  const figures = new Map(Object.keys(contestants).map((name) => [name, [] as number[]]))
  for (let round = 0; round < rounds; round++) {
    for (const [name, run] of Object.entries(contestants)) figures.get(name)?.push(await run())
  }
  return (name) => ({ unit: 'ms', values: figures.get(name) ?? [] })
}

const suite = await measure({
  ...Object.fromEntries(names.map((name) => [name, () => suiteOverHttp(name)])),
  'in process': () => runSuite('in process'),
  branches: () => runSuite('branches'),
})
const snapshots = await measure({
  ...Object.fromEntries(names.map((name) => [name, () => snapshotAndRevert(name)])),
  'in process': snapshotAndRevertInProcess,
})

const print = (line: string): void => void process.stdout.write(`${line}\n`)
const peers = names.filter((name) => name !== 'rockpool' && name !== 'constants')
const rows = peers.flatMap((peer) => {
  const isGoal = peer === 'anvil'
  const row = (what: string, ours: string, goal: string, from = suite) => ({
    what: `${what}, ${peer}`,
    ours: from(ours),
    peer: from(peer),
    ...(isGoal && { goal }),
  })
  return [
    row('a test over HTTP', 'rockpool', '≤ 1'),
    row('a test over HTTP of a server that answers constants', 'constants', '–'),
    row('a test in process; peer over HTTP', 'in process', '≤ 0.5'),
    row('a test in process on a branch; peer over HTTP', 'branches', '≤ 0.5'),
    row(`snapshot and revert, ${values.accounts} accounts`, 'rockpool', '≤ 0.1', snapshots),
    row('two requests of a server that answers constants', 'constants', '–', snapshots),
    row(
      `snapshot and revert, ${values.accounts} accounts, in process; peer over HTTP`,
      'in process',
      '≤ 0.1',
      snapshots,
    ),
  ]
})
print(TABLE_HEAD)
for (const row of rows) print(formatRow(row))
