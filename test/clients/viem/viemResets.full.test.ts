import { createTestClient, http, parseEther } from 'viem'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { alice, bob, startWithViem, type ViemSetup } from '../../support/clients/viemSetup.ts'

/** An unused account. */
const stranger = '0x00000000000000000000000000000000000ab1e5'

let on: ViemSetup
beforeEach(async () => {
  on = await startWithViem()
})
afterEach(() => on.close())

interface Metadata {
  readonly instanceId: string
}

test.each(['anvil', 'hardhat', 'ganache'] as const)(
  "viem's test client resets the node, in mode %s",
  async (mode) => {
    const { client, local, request, url } = on
    const cheats = createTestClient({ chain: client.chain, transport: http(url), mode })
    const genesis = await client.getBlock()
    const metadata = `${mode}_metadata`
    const before = (await request(metadata, [])) as Metadata
    await cheats.setLoggingEnabled(false)
    await cheats.setRpcUrl('http://127.0.0.1:1')

    await local.sendTransaction({ to: bob.address, value: 1n })
    await cheats.setBalance({ address: stranger, value: parseEther('1') })
    await cheats.impersonateAccount({ address: stranger })
    await cheats.setAutomine(false)
    const waiting = await local.sendTransaction({ to: bob.address, value: 2n })
    const snapshot = await cheats.snapshot()
    await request('rockpool_snapshot', ['named'])
    await request('evm_increaseTime', [3600])
    const again = (await request(metadata, [])) as Metadata
    expect(again).toMatchObject({
      ...before,
      latestBlockNumber: 1,
      latestBlockHash: (await client.getBlock()).hash,
      snapshots: { [snapshot]: [1, expect.any(String)] },
    })

    await expect(cheats.reset({ jsonRpcUrl: 'http://127.0.0.1:1' })).rejects.toThrow('jsonRpcUrl')
    expect(await client.getBlockNumber({ cacheTime: 0 })).toBe(1n)
    await cheats.reset()
    expect(await client.getBlock()).toEqual(genesis)
    expect(await client.getBalance({ address: stranger })).toBe(0n)
    expect(await request('eth_accounts', [])).not.toContain(stranger)
    expect(await cheats.getAutomine()).toBe(true)
    expect(await request('evm_revert', [snapshot])).toBe(false)
    expect(await request('rockpool_snapshots', [])).toEqual([])
    expect(await request('eth_getTransactionByHash', [waiting])).toBeNull()
    const after = (await request(metadata, [])) as Metadata
    expect(after).toMatchObject({ latestBlockNumber: 0, latestBlockHash: genesis.hash })
    expect(after.instanceId).not.toBe(before.instanceId)
    expect(await client.getTransactionCount({ address: alice.address })).toBe(0)
  },
)

test('alloy can read the node info', async () => {
  const { client, request } = on
  const [block, chainId, gasPrice] = await Promise.all([
    client.getBlock(),
    client.getChainId(),
    client.getGasPrice(),
  ])
  const next = await client.getBlock({ blockTag: 'pending' })
  const hex = (value: bigint) => `0x${value.toString(16)}`
  expect(await request('anvil_nodeInfo', [])).toEqual({
    currentBlockNumber: '0x0',
    currentBlockTimestamp: Number(block.timestamp),
    currentBlockHash: block.hash,
    hardFork: 'prague',
    transactionOrder: 'fees',
    environment: {
      baseFee: hex(next.baseFeePerGas ?? 0n),
      chainId,
      gasLimit: hex(next.gasLimit),
      gasPrice: hex(gasPrice),
    },
    forkConfig: { forkUrl: null, forkBlockNumber: null, forkRetryBackoff: null },
    network: null,
  })
})

test('rolls back blocks, one by default', async () => {
  const { client, local, request } = on
  for (const value of [1n, 2n, 3n]) await local.sendTransaction({ to: bob.address, value })
  expect(await request('anvil_rollback', [])).toBeNull()
  await request('anvil_rollback', [1])
  expect(await client.getBlockNumber({ cacheTime: 0 })).toBe(1n)
  await expect(request('anvil_rollback', ['0x2'])).rejects.toThrow('cannot roll back 2 blocks')
})
