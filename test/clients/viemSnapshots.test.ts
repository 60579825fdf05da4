import { createTestClient, http, publicActions, webSocket } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bob, startWithViem, type ViemSetup } from './viemSetup.ts'

let setup: ViemSetup
beforeAll(async () => {
  setup = await startWithViem()
})
afterAll(() => setup.close())

describe.each(['anvil', 'hardhat', 'ganache'] as const)("viem's test client as of %s", (mode) => {
  test('takes snapshots and goes back', async () => {
    const client = createTestClient({ mode, transport: http(setup.url) }).extend(publicActions)
    const pay = () => setup.local.sendTransaction({ to: bob.address, value: 1n })
    const read = async () => ({
      number: await setup.client.getBlockNumber({ cacheTime: 0 }),
      balance: await setup.client.getBalance({ address: bob.address }),
    })
    const before = await read()
    const outer = await client.snapshot()
    await pay()
    const between = await read()
    const inner = await client.snapshot()
    await pay()
    await client.revert({ id: inner })
    expect(await read()).toEqual(between)
    await client.revert({ id: outer })
    expect(await read()).toEqual(before)
  })
})

test.each(['http', 'ws'])('a branch is a chain to viem, over %s', async (scheme) => {
  await setup.request('rockpool_branch', [scheme])
  const url = `${setup.url.replace('http', scheme)}/branch/${scheme}`
  const transport = scheme === 'ws' ? webSocket(url) : http(url)
  const client = createTestClient({ mode: 'anvil', transport }).extend(publicActions)
  const start = await client.getBlockNumber({ cacheTime: 0 })
  await setup.local.sendTransaction({ to: bob.address, value: 1n })
  expect(await client.getBlockNumber({ cacheTime: 0 })).toBe(start)
  const id = await client.snapshot()
  expect(id).toBe('0x1')
  await client.revert({ id })
  await setup.request('rockpool_deleteBranch', [scheme])
})
