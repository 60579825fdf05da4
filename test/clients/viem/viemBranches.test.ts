import { createTestClient, http, publicActions, webSocket } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bob, startWithViem, type ViemSetup } from '../../support/clients/viemSetup.ts'

let setup: ViemSetup
beforeAll(async () => {
  setup = await startWithViem()
})
afterAll(() => setup.close())

test.each(['http', 'ws'])('viem uses a branch as a chain, over %s', async (scheme) => {
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
