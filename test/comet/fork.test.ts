import { expect, onTestFinished, test } from 'vitest'
import { createNode } from '../../src/index.ts'
import { alice } from '../support/accounts.ts'
import { executorOption } from '../support/executor.ts'
import { startRemotePool } from '../support/fork/forkOf.ts'
import { nativeText } from '../support/native/native.ts'

test('queries of a fork fetch what they read', async () => {
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
