import { writeFile } from 'node:fs/promises'
import { Session } from 'node:inspector/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { createNode, NodeOptions } from '../src/index.ts'
import type { RockpoolNode } from '../src/provider.ts'
import { CHAIN_ID, contracts, mint } from './compareContracts.ts'
import type { CompareInputs } from './compareInputs.ts'

/** One measurement of a workload. */
export interface Figure {
  readonly what: string
  readonly unit: string
  /** Wall-clock time, or the measured amount. */
  readonly value: number
  /** CPU time of all threads; undefined for amounts. */
  readonly cpu?: number
}

/** The measured checkout, in a fresh process. */
export class Stage {
  readonly figures: Figure[] = []

  readonly directory: string
  readonly inputs: CompareInputs
  /** Directory for CPU profiles of the measurements, or null. */
  readonly #profiles: string | null

  constructor(directory: string, inputs: CompareInputs, profiles: string | null) {
    this.directory = directory
    this.inputs = inputs
    this.#profiles = profiles
  }

  /** Loads the library of the checkout and starts a node. */
  async createNode(options: NodeOptions = {}): Promise<RockpoolNode> {
    const entry = pathToFileURL(join(this.directory, 'dist/index.js')).href
    const library: { createNode: typeof createNode } = await import(entry)
    return library.createNode({ chainId: CHAIN_ID, deterministic: true, ...options })
  }

  /** Starts a node with the contracts and with tokens for the sending account. */
  async createNodeWithContracts(options: NodeOptions = {}): Promise<RockpoolNode> {
    const node = await this.createNode(options)
    for (const [address, code] of Object.entries(contracts)) {
      await node.request({ method: 'hardhat_setCode', params: [address, code] })
    }
    await node.request({ method: 'eth_sendTransaction', params: [mint] })
    return node
  }

  /** Measures the CPU time of this process and the wall-clock time. */
  async measure(what: string, run: () => Promise<unknown>): Promise<void> {
    globalThis.gc?.()
    const profiler = this.#profiles === null ? null : await startProfiler()
    const cpu = process.cpuUsage()
    const began = performance.now()
    await run()
    const value = performance.now() - began
    const { user, system } = process.cpuUsage(cpu)
    this.figures.push({ what, unit: 'ms', value, cpu: (user + system) / 1000 })
    if (profiler === null || this.#profiles === null) return
    const { profile } = await profiler.post('Profiler.stop')
    const name = `${what.replace(/[^\w.]+/g, '-')}.${process.pid}.cpuprofile`
    await writeFile(join(this.#profiles, name), JSON.stringify(profile))
  }
}

async function startProfiler(): Promise<Session> {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.setSamplingInterval', { interval: 200 })
  await session.post('Profiler.start')
  return session
}

/**
 * @throws Error unless the latest block has this number of transactions and the last one succeeded
 */
export async function requireSuccess(node: RockpoolNode, count: number): Promise<void> {
  const request = { method: 'eth_getBlockReceipts', params: ['latest'] }
  const receipts = (await node.request(request)) as readonly { readonly status: string }[]
  if (receipts.length === count && receipts.at(-1)?.status === '0x1') return
  throw new Error(`the newest block has ${receipts.length} transactions, or the last one failed`)
}

/** Sends signed transactions in sequence. */
export async function sendAll(
  node: RockpoolNode,
  transactions: readonly (string | undefined)[],
): Promise<void> {
  for (const raw of transactions) {
    await node.request({ method: 'eth_sendRawTransaction', params: [raw] })
  }
}
