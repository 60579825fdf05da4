import type { Hex } from 'viem'
import { balanceOfSender, contracts, LOGGER, TOKEN } from './compareContracts.ts'
import { median } from './figures.ts'
import {
  balanceSlot,
  FIRSTS,
  type Kind,
  LONG,
  loopCall,
  type PeerInputs,
  topicOf,
} from './peerInputs.ts'
import type { PeerName, PeerNode } from './peerNodes.ts'
import { requestText, resultOf } from './rpcClient.ts'

/** A workload that runs on a fresh node. */
export interface PeerWorkload {
  readonly name: string
  /** Nodes that cannot run it. */
  readonly without?: readonly PeerName[]
  /** Returns measurements by row. The unit is part of the row's name. */
  run(node: PeerNode, inputs: PeerInputs): Promise<Readonly<Record<string, number>>>
}

const kinds: readonly Kind[] = ['transfer', 'ERC-20 transfer']
const BARE: readonly PeerName[] = ['bare server']

export const peerWorkloads: readonly PeerWorkload[] = [
  { name: 'start', run: async (node) => ({ 'spawn to first answer, ms': node.startMs }) },
  ...kinds.map((kind) => ({
    name: `round trip of a ${kind}`,
    without: BARE,
    async run(node: PeerNode, inputs: PeerInputs) {
      await prepare(node, inputs)
      const times: number[] = []
      for (const account of inputs.signed[kind].slice(0, 10)) {
        for (const raw of account) times.push(await timed(() => sendAndWait(node, raw)))
      }
      return { [`${kind}: p50, ms`]: median(times), [`${kind}: p99, ms`]: percentile(times, 0.99) }
    },
  })),
  ...kinds.map((kind) => ({
    name: `20 accounts with ${kind}s`,
    without: BARE,
    async run(node: PeerNode, inputs: PeerInputs) {
      await prepare(node, inputs)
      const ms = await timed(() =>
        Promise.all(
          inputs.signed[kind].map(async (account) => {
            for (const raw of account) await sendAndWait(node, raw)
          }),
        ),
      )
      return { [`20 accounts in order, ${kind}s, tx/s`]: 1_000_000 / ms }
    },
  })),
  {
    name: '32 in flight',
    without: BARE,
    async run(node, inputs) {
      const raws = byNonce(inputs)
      const ms = await timed(async () => {
        const { texts } = await node.client.flood(raws.map(sendText), 32)
        await waitForLast(node, texts)
      })
      return { '32 in flight, tx/s': (raws.length * 1_000) / ms }
    },
  },
  {
    name: 'batches',
    without: BARE,
    async run(node, inputs) {
      const raws = byNonce(inputs)
      const ms = await timed(async () => {
        let texts: readonly string[] = []
        for (let at = 0; at < raws.length; at += 100) {
          const batch = raws.slice(at, at + 100).map((raw) => JSON.parse(sendText(raw)))
          const answers: unknown[] = JSON.parse(await node.client.post(JSON.stringify(batch)))
          texts = answers.map((answer) => JSON.stringify(answer))
        }
        await waitForLast(node, texts)
      })
      return { 'batches of 100, tx/s': (raws.length * 1_000) / ms }
    },
  },
  ...kinds.map((kind) => ({
    name: `one block of ${kind}s`,
    without: BARE,
    async run(node: PeerNode, inputs: PeerInputs) {
      await prepare(node, inputs)
      await node.client.call('evm_setAutomine', false)
      const raws = byNonce(inputs, kind)
      const queued = await node.client.flood(raws.map(sendText), 1)
      for (const text of queued.texts) resultOf(JSON.parse(text))
      const ms = await timed(() => node.client.call('evm_mine'))
      const block = await node.client.call<{ readonly transactions: readonly unknown[] }>(
        'eth_getBlockByNumber',
        'latest',
        false,
      )
      if (block.transactions.length !== raws.length) {
        throw new Error(`${block.transactions.length} transactions in the block`)
      }
      return { [`1,000 ${kind}s in one block, ms`]: ms }
    },
  })),
  {
    name: 'balanceOf',
    without: BARE,
    async run(node, inputs) {
      await prepare(node, inputs)
      const body = requestText('eth_call', [{ to: TOKEN, data: balanceOfSender }, 'latest'])
      return rates(node, body, 'balanceOf', [1, 16], 6_000)
    },
  },
  {
    name: 'eth_blockNumber',
    async run(node) {
      const body = requestText('eth_blockNumber', [])
      const some = await rates(node, body, 'eth_blockNumber', [1, 32], 10_000)
      const batch = JSON.stringify(Array.from({ length: 1_000 }, () => JSON.parse(body)))
      const times: number[] = []
      for (let i = 0; i < 30; i++) times.push(await timed(() => node.client.post(batch)))
      return { ...some, 'batch of 1,000 eth_blockNumber, ms': median(times) }
    },
  },
  {
    name: 'eth_getLogs',
    without: BARE,
    async run(node, inputs) {
      await prepare(node, inputs)
      const before = Number(await node.client.call('eth_blockNumber'))
      for (const raw of inputs.logs) await sendAndWait(node, raw)
      // Exactly the blocks with logs: a closed range has at most 2,000 blocks.
      const range = { fromBlock: `0x${(before + 1).toString(16)}`, toBlock: 'latest' }
      const filters = {
        'one per cent by topic': { ...range, topics: [null, topicOf(1)] },
        'all by address': { ...range, address: LOGGER },
        none: { ...range, topics: [topicOf(77)] },
      }
      const sizes = { 'one per cent by topic': 100, 'all by address': 10_000, none: 0 }
      const rows: Record<string, number> = {}
      for (const [name, filter] of Object.entries(filters)) {
        const times: number[] = []
        for (let i = 0; i < 12; i++) {
          let text = ''
          const body = requestText('eth_getLogs', [filter])
          times.push(
            await timed(async () => {
              text = await node.client.post(body)
            }),
          )
          const logs = resultOf<readonly unknown[]>(JSON.parse(text))
          if (logs.length !== sizes[name as keyof typeof sizes]) throw new Error(`${logs.length}`)
        }
        rows[`eth_getLogs of 10,000 logs, ${name}, ms`] = median(times)
      }
      return rows
    },
  },
  {
    name: 'old balances',
    // Anvil does not keep these states by default.
    without: [...BARE, 'Anvil'],
    async run(node, { accounts, long }) {
      for (const raw of long.slice(0, 1_000)) await sendAndWait(node, raw)
      const body = (i: number) =>
        requestText('eth_getBalance', [accounts[0], `0x${(((i * 7919) % 1_000) + 1).toString(16)}`])
      return rates(node, body, 'old balances', [1, 16], 4_000)
    },
  },
  {
    name: 'snapshots',
    without: BARE,
    async run(node, { firsts }) {
      const each = async (raw: Hex) => {
        const snapshot = await node.client.call('evm_snapshot')
        await sendAndWait(node, raw)
        await node.client.call('evm_revert', snapshot)
      }
      for (const raw of firsts.slice(0, 50)) await each(raw)
      const ms = await timed(async () => {
        for (const raw of firsts.slice(50)) await each(raw)
      })
      return { 'snapshot, transaction, revert, /s': ((FIRSTS - 50) * 1_000) / ms }
    },
  },
  {
    name: 'traces',
    without: BARE,
    async run(node, inputs) {
      await prepare(node, inputs)
      const [from = '0x'] = inputs.accounts
      const rows: Record<string, number> = {}
      const long = await mined(node, loopCall(from, 66_667))
      for (const tracer of ['callTracer', 'prestateTracer']) {
        rows[`${tracer}, 1M steps, ms`] = await traceTime(node, long, { tracer }, 7)
      }
      // Anvil records steps only with an option that slows down everything else.
      if (node.name !== 'Anvil') {
        const short = await mined(node, loopCall(from, 8_000))
        rows['struct logs, 120k steps, ms'] = await traceTime(node, short, {}, 5)
      }
      return rows
    },
  },
  {
    name: 'long chain',
    without: BARE,
    async run(node, { long }) {
      const cpu = [node.cpuMs()]
      const memory: number[] = []
      for (const [i, raw] of long.entries()) {
        await sendAndWait(node, raw)
        if ((i + 1) % 300 !== 0) continue
        cpu.push(node.cpuMs())
        memory.push(node.memoryMiB())
      }
      const cpuOf = (part: number) => ((cpu[part] ?? 0) - (cpu[part - 1] ?? 0)) / 300
      const grown = (memory.at(-1) ?? 0) - (memory[0] ?? 0)
      return {
        'CPU per transfer, blocks 1 to 300, ms': cpuOf(1),
        'CPU per transfer, blocks 2,701 to 3,000, ms': cpuOf(10),
        'memory per 1,000 transfers, MiB': (grown / (LONG - 300)) * 1_000,
      }
    },
  },
]

/**
 * Sets the contracts, gives the accounts tokens and raises the block gas limit for 1,000
 * transactions.
 */
async function prepare({ client }: PeerNode, { accounts }: PeerInputs): Promise<void> {
  for (const [address, code] of Object.entries(contracts)) {
    await client.call('hardhat_setCode', address, code)
  }
  for (const account of accounts) {
    await client.call('hardhat_setStorageAt', TOKEN, balanceSlot(account), topicOf(1_000_000))
  }
  await client.call('evm_setBlockGasLimit', '0x5f5e100')
  await client.call('evm_mine')
}

async function sendAndWait(node: PeerNode, raw: Hex): Promise<void> {
  const hash = await node.client.call<string>('eth_sendRawTransaction', raw)
  await receiptOf(node, hash)
}

/** Anvil answers before it mines. */
async function receiptOf({ client }: PeerNode, hash: string): Promise<void> {
  const limit = performance.now() + 30_000
  for (;;) {
    const receipt = await client.call<{ status: string } | null>('eth_getTransactionReceipt', hash)
    if (receipt?.status === '0x1') return
    if (receipt !== null) throw new Error(`${hash} failed`)
    if (performance.now() > limit) throw new Error(`${hash} is not mined`)
  }
}

async function mined(node: PeerNode, call: object): Promise<string> {
  const hash = await node.client.call<string>('eth_sendTransaction', call)
  await receiptOf(node, hash)
  return hash
}

async function traceTime(
  { client }: PeerNode,
  hash: string,
  options: object,
  times: number,
): Promise<number> {
  const body = requestText('debug_traceTransaction', [hash, options])
  const taken: number[] = []
  for (let i = 0; i < times; i++) {
    let text = ''
    taken.push(
      await timed(async () => {
        text = await client.post(body)
      }),
    )
    if (text.slice(0, 200).includes('"error"')) throw new Error(text.slice(0, 300))
  }
  return median(taken)
}

function sendText(raw: Hex): string {
  return requestText('eth_sendRawTransaction', [raw])
}

/** Returns all transactions, ordered by nonce, then by account. */
function byNonce({ signed }: PeerInputs, kind: Kind = 'transfer'): readonly Hex[] {
  const [first = []] = signed[kind]
  return first.flatMap((_, nonce) => signed[kind].map((account) => account[nonce] ?? '0x'))
}

/** Waits for the receipts of the last transaction of each account. */
async function waitForLast(node: PeerNode, texts: readonly string[]): Promise<void> {
  for (const text of texts.slice(-20)) await receiptOf(node, resultOf<string>(JSON.parse(text)))
}

async function rates(
  { client }: PeerNode,
  body: string | ((i: number) => string),
  name: string,
  connections: readonly number[],
  count: number,
): Promise<Record<string, number>> {
  const bodies = Array.from({ length: count }, (_, i) =>
    typeof body === 'string' ? body : body(i),
  )
  const rows: Record<string, number> = {}
  for (const some of connections) {
    await client.flood(bodies.slice(0, count / 4), some)
    const { ms, texts } = await client.flood(bodies, some)
    resultOf(JSON.parse(texts[0] ?? ''))
    rows[`${name} at ${some} connection${some === 1 ? '' : 's'}, /s`] = (count * 1_000) / ms
  }
  return rows
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await run()
  return performance.now() - began
}

function percentile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}
