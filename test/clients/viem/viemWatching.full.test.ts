import { setTimeout } from 'node:timers/promises'
import {
  type Address,
  createPublicClient,
  type Hash,
  http,
  type Log,
  type PublicClient,
  type Transport,
  webSocket,
} from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { specimen } from '../../support/clients/specimen.ts'
import { bob, startWithViem, type ViemSetup } from '../../support/clients/viemSetup.ts'

let setup: ViemSetup

beforeAll(async () => {
  setup = await startWithViem()
})
afterAll(() => setup.close())

const pay = () => setup.local.sendTransaction({ to: bob.address, value: 1n })
const write = (address: Address, functionName: string, ...args: unknown[]) =>
  setup.local.writeContract({ address, abi: specimen.abi, functionName, args })

const transports: readonly [name: string, open: (url: string) => Transport][] = [
  ['HTTP, polling', (url) => http(url)],
  ['WebSocket', (url) => webSocket(url.replace('http', 'ws'))],
]

describe.each(transports)('watching over %s', (name, open) => {
  let client: PublicClient

  beforeAll(() => {
    client = createPublicClient({ transport: open(setup.url), pollingInterval: 20 })
  })
  afterAll(async () => {
    if (name !== 'WebSocket') return
    const { transport } = client as unknown as {
      transport: { getRpcClient(): Promise<{ close(): void }> }
    }
    const rpc = await transport.getRpcClient()
    rpc.close()
  })

  /** Whatever is watched begins with some request: the first things seen show that it has begun. */
  async function untilSeen(seen: readonly unknown[], act: () => Promise<unknown>): Promise<void> {
    while (seen.length === 0) {
      await act()
      await setTimeout(50)
    }
  }

  test('receives events of a contract once and in order', async () => {
    const contract = await setup.deploy()
    const seen: bigint[] = []
    const stop = client.watchContractEvent({
      address: contract,
      abi: specimen.abi,
      eventName: 'NumberChanged',
      onLogs(logs) {
        for (const log of logs) {
          seen.push((log as unknown as Log & { args: { current: bigint } }).args.current)
        }
      },
    })
    let next = 100n
    await untilSeen(seen, () => write(contract, 'setNumber', next++))
    const first = seen[0] ?? 0n
    for (let i = 0; i < 5; i++) await write(contract, 'setNumber', next++)
    await write(contract, 'deposit', 'not watched')
    const wanted = Array.from({ length: Number(next - first) }, (_, i) => first + BigInt(i))
    await expect.poll(() => seen, { timeout: 30_000 }).toEqual(wanted)
    stop()
  })

  test('receives all blocks', async () => {
    const seen: { number: bigint | null; hash: Hash | null }[] = []
    const stop = client.watchBlocks({
      emitMissed: true,
      onBlock: ({ number, hash }) => void seen.push({ number, hash }),
    })
    await untilSeen(seen, () => pay())
    for (let i = 0; i < 5; i++) await pay()
    const { number: newest } = await client.getBlock()
    await expect.poll(() => seen.at(-1)?.number, { timeout: 30_000 }).toBe(newest)
    const first = seen[0]?.number ?? 0n
    for (const [i, { number, hash }] of seen.entries()) {
      expect(number).toBe(first + BigInt(i))
      expect(hash).toBe((await client.getBlock({ blockNumber: first + BigInt(i) })).hash)
    }
    stop()
  })

  test('receives pending transactions', async () => {
    const seen: Hash[] = []
    const stop = client.watchPendingTransactions({
      onTransactions: (hashes) => void seen.push(...hashes),
    })
    const sent: Hash[] = []
    await untilSeen(seen, async () => sent.push(await pay()))
    for (let i = 0; i < 5; i++) sent.push(await pay())
    await expect.poll(() => seen.at(-1), { timeout: 30_000 }).toBe(sent.at(-1))
    expect(seen).toEqual(sent.slice(-seen.length))
    stop()
  })
})
