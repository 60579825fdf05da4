import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { bytesToHex, toQuantity } from '../src/primitives/encoding/hex.ts'
import { code, push } from '../test/support/evm/programs.ts'
import { formatRow, TABLE_HEAD } from './figures.ts'
import { receiveHeads } from './headReceivers.ts'
import { NodeProcess } from './nodeProcess.ts'

// Logs beside Anvil: `npm run bench -- logs`. Prints tables in Markdown. Each node serves in a
// process of its own; a query is measured from the request to the last byte of the answer.

const { values } = parseArgs({
  options: {
    blocks: { type: 'string', default: '100000' },
    // Anvil's time per block grows with the chain: 100,000 blocks take hours.
    'peer-blocks': { type: 'string', default: '5000' },
    rounds: { type: 'string', default: '5' },
    subscribers: { type: 'string', default: '1000' },
    heads: { type: 'string', default: '1000' },
  },
})
const ownBlocks = Number(values.blocks)
const peerBlocks = Number(values['peer-blocks'])

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
/** One block in this number has the rare topic. */
const RARE_EVERY = 1_000

interface Prepared {
  readonly node: NodeProcess
  readonly blocks: number
  readonly contract: string
  readonly fillMs: number
}

/**
 * Mines one block per transaction, with two logs each. Anvil answers before it mines and would
 * combine transactions in a block.
 */
async function prepare(node: NodeProcess, blocks: number, isAnvil = false): Promise<Prepared> {
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
  return { node, blocks, contract: to, fillMs: performance.now() - began }
}

const print = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

const SPAN = 2000

function middle(blocks: number) {
  const first = Math.floor((blocks - SPAN) / 2)
  return { fromBlock: toQuantity(first), toBlock: toQuantity(first + SPAN - 1) }
}

const queries: Readonly<Record<string, (of: Prepared) => object>> = {
  'rare topic in all blocks': () => ({
    fromBlock: '0x0',
    topics: [`0x${EVENT}`, `0x${RARE}`],
  }),
  'address and rare topic in all blocks': ({ contract }) => ({
    ...{ fromBlock: '0x0', address: contract },
    topics: [null, `0x${RARE}`],
  }),
  'topic that is nowhere in all blocks': () => ({
    fromBlock: '0x0',
    topics: [`0x${word(0xdead)}`],
  }),
  [`common address in ${SPAN} blocks`]: ({ blocks, contract }) => ({
    ...middle(blocks),
    address: contract,
  }),
  [`everything in ${SPAN} blocks`]: ({ blocks }) => middle(blocks),
  'the newest block': () => ({}),
}

async function measure(
  what: string,
  query: (of: Prepared) => object,
  ...contestants: readonly Prepared[]
): Promise<number[][]> {
  const series: number[][] = contestants.map(() => [])
  const counts = new Map<number, number>()
  for (let round = -2; round < Number(values.rounds); round++) {
    for (const [i, contestant] of contestants.entries()) {
      const { node, blocks } = contestant
      const { result, ms } = await node.call<readonly unknown[]>('eth_getLogs', query(contestant))
      const { length } = result
      if ((counts.get(blocks) ?? length) !== length) throw new Error(`${what}: ${length} logs`)
      counts.set(blocks, length)
      // The first rounds warm up.
      if (round >= 0) series[i]?.push(ms)
    }
  }
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
  const rockpool = await prepare(await started(NodeProcess.rockpool()), ownBlocks)
  const db = join(directory, 'db')
  const onDisk = await prepare(await started(NodeProcess.rockpool('--db', db)), ownBlocks)
  const anvil = await prepare(await started(NodeProcess.anvil()), peerBlocks, true)
  print(`Rockpool has ${ownBlocks} blocks of two logs, Anvil ${peerBlocks}.`)
  print('')
  print(TABLE_HEAD)
  const fill = ({ fillMs, blocks }: Prepared) => ({ unit: 'ms', values: [fillMs / blocks] })
  print(formatRow({ what: 'making a block', ours: fill(rockpool), peer: fill(anvil) }))
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
