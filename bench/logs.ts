// Logs beside Anvil: `npm run bench -- logs`. Prints tables in Markdown. Each node serves in a process of its own; a query is
// measured from the request to the last byte of the answer.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { bytesToHex, toQuantity } from '../src/primitives/hex.ts'
import { code, push } from '../test/support/programs.ts'
import { formatRow, TABLE_HEAD } from './figures.ts'
import { receiveHeads } from './headReceivers.ts'
import { NodeProcess } from './nodeProcess.ts'

const { values } = parseArgs({
  options: {
    blocks: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '5' },
    subscribers: { type: 'string', default: '1000' },
    heads: { type: 'string', default: '1000' },
  },
})
const blocks = Number(values.blocks)

const load = (at: number) => [push(at), 0x35]
/** Writes two logs: with both words of its input as topics, and with the first one alone. */
const runtime = code(
  ...[...load(32), ...load(0), push(0), push(0), 0xa2],
  ...[...load(0), push(0), push(0), 0xa1],
)
const creation = code(
  ...[push(runtime.length), push(12), push(0), 0x39],
  ...[push(runtime.length), push(0), 0xf3],
)

const word = (value: number): string => value.toString(16).padStart(64, '0')
const EVENT = word(0xe0)
const RARE = word(0xbad)
/** One block of so many holds the rare topic. */
const RARE_EVERY = 10_000

interface Prepared {
  readonly node: NodeProcess
  readonly contract: string
  readonly fillMs: number
}

/** A block for each transaction, two logs in each. Anvil answers before it mines, and would put into one block what comes meanwhile. */
async function prepare(node: NodeProcess, isAnvil = false): Promise<Prepared> {
  const began = performance.now()
  let mined = 0
  const { result: accounts } = await node.call<readonly string[]>('eth_accounts')
  const from = accounts[0]
  const mine = async (transactions: readonly object[]): Promise<readonly string[]> => {
    if (!isAnvil) return node.batch(transactions.map((tx) => ['eth_sendTransaction', tx]))
    const hashes: string[] = []
    for (const tx of transactions) {
      hashes.push((await node.call<string>('eth_sendTransaction', tx)).result)
      const wanted = toQuantity(++mined)
      while ((await node.call('eth_blockNumber')).result !== wanted);
    }
    return hashes
  }
  const data = bytesToHex(creation) + bytesToHex(runtime).slice(2)
  const [hash] = await mine([{ from, data, gas: '0x100000', nonce: '0x0' }])
  const { result: receipt } = await node.call<{ contractAddress: string }>(
    'eth_getTransactionReceipt',
    hash,
  )
  const to = receipt.contractAddress
  for (let block = 1; block < blocks; ) {
    const transactions: object[] = []
    for (; transactions.length < 500 && block < blocks; block++) {
      const topic = block % RARE_EVERY === 0 ? RARE : word(block % 1000)
      const fields = { nonce: toQuantity(block), gas: '0x15f90', maxFeePerGas: '0x4a817c800' }
      transactions.push({ from, to, ...fields, data: `0x${EVENT}${topic}` })
    }
    await mine(transactions)
  }
  const { result: newest } = await node.call('eth_blockNumber')
  if (newest !== toQuantity(blocks)) throw new Error(`${newest} blocks instead of ${blocks}`)
  return { node, contract: to, fillMs: performance.now() - began }
}

const print = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

const span = Math.min(2000, blocks)
const first = Math.floor((blocks - span) / 2)
const range = { fromBlock: toQuantity(first), toBlock: toQuantity(first + span - 1) }
const queries: Readonly<Record<string, (contract: string) => object>> = {
  [`rare topic in ${blocks} blocks`]: () => ({
    fromBlock: '0x0',
    topics: [`0x${EVENT}`, `0x${RARE}`],
  }),
  [`address and rare topic in ${blocks} blocks`]: (address) => ({
    ...{ fromBlock: '0x0', address },
    topics: [null, `0x${RARE}`],
  }),
  [`topic that is nowhere in ${blocks} blocks`]: () => ({
    fromBlock: '0x0',
    topics: [`0x${word(0xdead)}`],
  }),
  [`common address in ${span} blocks`]: (address) => ({ ...range, address }),
  [`everything in ${span} blocks`]: () => range,
  'the newest block': () => ({}),
}

async function measure(
  what: string,
  query: (contract: string) => object,
  ...contestants: readonly Prepared[]
): Promise<number[][]> {
  const series: number[][] = contestants.map(() => [])
  const counts = new Set<number>()
  for (let round = -2; round < Number(values.rounds); round++) {
    for (const [i, { node, contract }] of contestants.entries()) {
      const { result, ms } = await node.call<readonly unknown[]>('eth_getLogs', query(contract))
      counts.add(result.length)
      // The first rounds warm up.
      if (round >= 0) series[i]?.push(ms)
    }
  }
  if (counts.size !== 1) throw new Error(`${what}: ${[...counts].join(' or ')} logs`)
  return series
}

const directory = mkdtempSync(join(tmpdir(), 'rockpool-logs-'))
const nodes: NodeProcess[] = []
try {
  const started = async (starting: Promise<NodeProcess>): Promise<NodeProcess> => {
    const node = await starting
    nodes.push(node)
    return node
  }
  const rockpool = await prepare(await started(NodeProcess.rockpool()))
  const onDisk = await prepare(await started(NodeProcess.rockpool('--db', join(directory, 'db'))))
  const anvil = await prepare(await started(NodeProcess.anvil()), true)
  print(TABLE_HEAD)
  const fill = ({ fillMs }: Prepared) => ({ unit: 's', values: [fillMs / 1000] })
  print(formatRow({ what: `making ${blocks} blocks`, ours: fill(rockpool), peer: fill(anvil) }))
  for (const [what, query] of Object.entries(queries)) {
    const [ours = [], disk = [], theirs = []] = await measure(what, query, rockpool, onDisk, anvil)
    const peer = { unit: 'ms', values: theirs }
    print(formatRow({ what, ours: { unit: 'ms', values: ours }, peer }))
    print(formatRow({ what: `${what}, on disk`, ours: { unit: 'ms', values: disk }, peer }))
  }
} finally {
  await Promise.all(nodes.splice(0).map((node) => node.stop()))
  rmSync(directory, { recursive: true, force: true })
}

const [subscribers, heads] = [Number(values.subscribers), Number(values.heads)]
for (const [name, start] of [
  ['Rockpool', () => NodeProcess.rockpool()],
  ['Anvil', () => NodeProcess.anvil()],
] as const) {
  const node = await start()
  try {
    const { ms, megabytes } = await receiveHeads(node, subscribers, heads)
    print('')
    print(
      `${name}: ${subscribers} WebSocket subscribers had ${heads} heads each after ${(ms / 1000).toFixed(1)} s; memory of the node ${megabytes.map((mb) => `${Math.round(mb)} MB`).join(', ')} (alone, with subscribers, after the heads).`,
    )
  } finally {
    await node.stop()
  }
}
