import { expect, onTestFinished, test } from 'vitest'
import { createNode } from '../../src/index.ts'
import { alice, pauper } from '../support/accounts.ts'
import { signed } from '../support/chain.ts'
import { executorOption } from '../support/executor.ts'
import { startProxy } from '../support/fork/breakableProxy.ts'
import { startRemotePool } from '../support/fork/forkOf.ts'
import { nativeText } from '../support/native/native.ts'

test('queries of a fork fetch missing rows', async () => {
  const remote = await startRemotePool()
  onTestFinished(() => remote.close())
  const fork = { url: remote.url, noStorageCaching: true }
  const node = await createNode({ ...executorOption, fork })
  onTestFinished(() => node.close())
  const [own, theirs] = await Promise.all([node.listenRest(), remote.node.listenRest()])
  const path = `/cosmos/bank/v1beta1/balances/${nativeText(alice)}/by_denom?denom=usei`
  const ask = async ({ url }: { url: string }) => (await fetch(url + path)).json()
  const balance = (await ask(theirs)) as { balance: { amount: string } }
  expect(BigInt(balance.balance.amount)).toBeGreaterThan(0n)
  expect(await ask(own)).toEqual(balance)
})

test('a transaction of an account of the remote chain is checked with its balance', async () => {
  const remote = await startRemotePool()
  onTestFinished(() => remote.close())
  await remote.request('hardhat_setBalance', pauper.address, `0x${(10n ** 18n).toString(16)}`)
  await remote.request('hardhat_mine', '0x1')
  const proxy = await startProxy(remote.url)
  onTestFinished(() => proxy.close())
  const fork = { url: proxy.url, noStorageCaching: true, retries: 0 }
  const node = await createNode({ ...executorOption, accounts: 1, fork })
  onTestFinished(() => node.close())
  const { url } = await node.listenComet()
  const chainId = BigInt(await remote.request<string>('eth_chainId'))
  const tx = Buffer.from(signed(pauper, { chainId, to: alice.address }).raw).toString('base64')
  const ask = async (method: string) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { tx } })
    return (await fetch(url, { method: 'POST', body })).json()
  }

  // The node is at fault, not the transaction.
  proxy.mode = 'cut'
  for (const method of ['check_tx', 'broadcast_tx_sync']) {
    const answer = await ask(method)
    expect(answer, method).toMatchObject({ error: { code: -32603 } })
    expect(answer, method).toHaveProperty('error.data', expect.stringContaining('did not answer'))
  }
  proxy.mode = 'pass'
  expect(await ask('check_tx')).toMatchObject({ result: { code: 0, gas_wanted: '1000000' } })
})
