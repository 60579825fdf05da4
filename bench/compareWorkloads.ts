import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { toQuantity } from '../src/primitives/encoding/hex.ts'
import { CHAIN_ID } from './compareContracts.ts'
import { measureLogs, measureProofs, measureReads, measureTraces } from './compareReads.ts'
import { requireSuccess, type Stage, sendAll } from './compareStage.ts'
import { median } from './figures.ts'
import { NodeProcess } from './nodeProcess.ts'

/** Measures a checkout through JSON-RPC only, because checkouts differ below it. */
export type CompareWorkload = (stage: Stage) => Promise<void>

const cliOptions = ['--chain-id', String(CHAIN_ID), '--deterministic'] as const

/** Each workload runs in its own process. */
export const compareWorkloads: Readonly<Record<string, CompareWorkload>> = {
  start: (stage) =>
    stage.measure('createNode to first answer', async () => {
      const node = await stage.createNode()
      await node.request({ method: 'eth_blockNumber' })
    }),

  async startCommand({ directory, figures }) {
    const began = performance.now()
    const node = await NodeProcess.rockpoolOf(directory, ...cliOptions)
    await node.call('eth_blockNumber')
    const value = performance.now() - began
    const what = 'command to first HTTP answer'
    figures.push({ what, unit: 'ms', value, cpu: node.cpuMs })
    await node.stop()
  },

  async transfers(stage) {
    const node = await stage.createNode()
    const { transfers } = stage.inputs
    await stage.measure('1,000 transfers', () => sendAll(node, transfers.slice(0, 1_000)))
  },

  async tokenTransfers(stage) {
    const node = await stage.createNodeWithContracts()
    const { tokenTransfers } = stage.inputs
    await stage.measure('1,000 ERC-20 transfers', () => sendAll(node, tokenTransfers))
    await requireSuccess(node, 1)
  },

  async http({ directory, inputs, figures }) {
    const node = await NodeProcess.rockpoolOf(directory, ...cliOptions)
    const cpuBefore = node.cpuMs
    const times: number[] = []
    for (const raw of inputs.transfers.slice(0, 300)) {
      times.push((await node.call('eth_sendRawTransaction', raw)).ms)
    }
    const cpu = (node.cpuMs - cpuBefore) / times.length
    figures.push({
      what: 'transfer over HTTP, median of 300',
      unit: 'ms',
      value: median(times),
      cpu,
    })
    await node.stop()
  },

  async block(stage) {
    const node = await stage.createNode()
    await node.request({ method: 'evm_setAutomine', params: [false] })
    const transfers = stage.inputs.transfers.slice(0, 1_000)
    await stage.measure('1,000 transfers of one sender to the pool', () => sendAll(node, transfers))
    await stage.measure('block of 1,000 transfers', () => node.request({ method: 'evm_mine' }))
    await requireSuccess(node, transfers.length)
  },

  async pool(stage) {
    const { senders } = stage.inputs
    const node = await stage.createNode({ fundAccounts: senders.map(({ address }) => address) })
    await node.request({ method: 'evm_setAutomine', params: [false] })
    const rounds = [0, 1, 2].flatMap((nonce) => senders.map(({ transfers }) => transfers[nonce]))
    await stage.measure('900 transfers of 300 senders to the pool', () => sendAll(node, rounds))
    await stage.measure('block of 900 transfers of 300 senders', () =>
      node.request({ method: 'evm_mine' }),
    )
    await requireSuccess(node, rounds.length)
  },

  async disk(stage) {
    const directory = await mkdtemp(join(tmpdir(), 'rockpool-compare-'))
    try {
      const db = join(directory, 'db')
      const node = await stage.createNode({ db })
      const transfers = stage.inputs.transfers.slice(0, 300)
      await stage.measure('300 transfers with db', () => sendAll(node, transfers))
      await node.close()
      await stage.measure('start on the db of 300 blocks', async () => {
        const again = await stage.createNode({ db })
        await again.request({ method: 'eth_getBlockByNumber', params: ['latest', true] })
        await again.close()
      })
    } finally {
      await rm(directory, { recursive: true, force: true })
    }
  },

  reads: measureReads,
  proofs: measureProofs,
  logs: measureLogs,
  traces: measureTraces,

  async snapshots(stage) {
    const { senders } = stage.inputs
    const node = await stage.createNode({ fundAccounts: senders.map(({ address }) => address) })
    await stage.measure('500 × snapshot, transfer, revert', async () => {
      for (let i = 0; i < 500; i++) {
        const id = await node.snapshot()
        await sendAll(node, [senders[i % senders.length]?.transfers[0]])
        await node.revert(id)
      }
    })
  },

  async branches(stage) {
    const { senders } = stage.inputs
    const node = await stage.createNode({ fundAccounts: senders.map(({ address }) => address) })
    await stage.measure('200 × branch, transfer, close', async () => {
      for (let i = 0; i < 200; i++) {
        const branch = await node.branch()
        await sendAll(branch, [senders[i]?.transfers[0]])
        await branch.close()
      }
    })
  },

  mineMany: mining(50_400),
  mineMillion: mining(1_000_000),
  mineBillion: mining(1_000_000_000),

  async memory(stage) {
    const node = await stage.createNode()
    await sendAll(node, stage.inputs.transfers)
    // The second collection counts memory that the first one freed outside the heap.
    globalThis.gc?.()
    globalThis.gc?.()
    const { rss, heapUsed, external } = process.memoryUsage()
    const record = (what: string, bytes: number) =>
      stage.figures.push({ what, unit: 'MB', value: bytes / 1e6 })
    record('resident memory after 3,000 transfers', rss)
    record('heap and buffers after 3,000 transfers', heapUsed + external)
    // The node stays referenced, so that the collection above does not free its memory.
    await node.request({ method: 'eth_blockNumber' })
  },

  async precompiles(stage) {
    const node = await stage.createNode({ hardfork: 'osaka' })
    for (const { what, to, data } of stage.inputs.precompiles) {
      const call = { method: 'eth_call', params: [{ to, data, gas: toQuantity(10_000_000) }] }
      await node.request(call)
      await stage.measure(`30 × ${what}`, async () => {
        for (let i = 0; i < 30; i++) await node.request(call)
      })
    }
  },
}

/**
 * Workloads whose design differs between checkouts on purpose. They are reported without a verdict.
 */
export const notJudged: ReadonlySet<string> = new Set([
  'mineMany',
  'mineMillion',
  'mineBillion',
  'precompiles',
])

function mining(blocks: number): CompareWorkload {
  return async (stage) => {
    const node = await stage.createNode()
    await stage.measure(`hardhat_mine of ${blocks.toLocaleString('en')} blocks`, () =>
      node.request({ method: 'hardhat_mine', params: [toQuantity(blocks)] }),
    )
  }
}
