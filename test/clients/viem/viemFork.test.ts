import { createTestClient, http, publicActions, walletActions } from 'viem'
import { expect, onTestFinished, test } from 'vitest'
import { specimen } from '../../support/clients/specimen.ts'
import { bob, startWithViem } from '../../support/clients/viemSetup.ts'
import { startRemotePool } from '../../support/fork/forkOf.ts'

/** Has money on the remote chain only. */
const rich = '0x00000000000000000000000000000000000ab1e5'

test('viem moves a node onto a fork and spends the money of an account of the remote', async () => {
  const remote = await startWithViem()
  onTestFinished(() => remote.close())
  const address = await remote.deploy()
  const { abi } = specimen
  const setNumber = { abi, address, functionName: 'setNumber' } as const
  await remote.local.writeContract({ ...setNumber, args: [8n] })
  await remote.request('anvil_setBalance', [rich, '0xde0b6b3a7640000'])
  await remote.request('anvil_mine', ['0x1'])
  const blockNumber = await remote.client.getBlockNumber()
  // Newer than the fork, which must not see it.
  await remote.local.writeContract({ ...setNumber, args: [9n] })

  const here = await startRemotePool()
  onTestFinished(() => here.close())
  const fork = createTestClient({ mode: 'hardhat', transport: http(here.url) })
    .extend(publicActions)
    .extend(walletActions)
  await fork.reset({ jsonRpcUrl: remote.url, blockNumber })
  expect(await fork.getBlockNumber({ cacheTime: 0 })).toBe(blockNumber)
  expect(await fork.readContract({ abi, address, functionName: 'number' })).toBe(8n)

  await fork.impersonateAccount({ address: rich })
  const common = { account: rich, chain: null } as const
  const hash = await fork.writeContract({ ...setNumber, ...common, args: [10n] })
  await fork.sendTransaction({ ...common, to: bob.address, value: 5n })
  const receipt = await fork.getTransactionReceipt({ hash })
  expect(receipt).toMatchObject({ status: 'success', from: rich, blockNumber: blockNumber + 1n })
  expect(await fork.getBalance({ address: rich })).toBeLessThan(10n ** 18n - 5n)
  expect(await remote.client.getBalance({ address: rich })).toBe(10n ** 18n)

  const logs = await fork.getLogs({ address, fromBlock: 0n, toBlock: 'latest' })
  const older = await remote.client.getLogs({ address, fromBlock: 0n, toBlock: blockNumber })
  expect(older.length).toBeGreaterThan(0)
  expect(logs).toEqual([...older, ...receipt.logs.map((log) => expect.objectContaining(log))])
  for (const number of [0n, blockNumber]) {
    const block = { blockNumber: number, includeTransactions: true } as const
    expect(await fork.getBlock(block)).toEqual(await remote.client.getBlock(block))
  }

  // viem names `forking` even when it is empty: that moves to the newest block of the remote.
  await fork.reset()
  expect(await fork.readContract({ abi, address, functionName: 'number' })).toBe(9n)
  await fork.request({ method: 'hardhat_reset' } as never)
  expect(await fork.getBlockNumber({ cacheTime: 0 })).toBe(0n)
  expect(await fork.getCode({ address })).toBeUndefined()
})
