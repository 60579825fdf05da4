import { afterEach, expect, test } from 'vitest'
import { createNode, type RockpoolNode } from '../../../../src/index.ts'
import { alice, bob } from '../../../support/accounts.ts'
import { executorOption } from '../../../support/executor.ts'

const nodes: RockpoolNode[] = []
afterEach(async () => {
  for (const node of nodes.splice(0)) await node.close()
})

const PROBE = '0x000000000000000000000000000000000000c0de'
/** Returns the chain id. */
const CODE = '0x465f5260205ff3'

test('anvil_setChainId sets the chain id of new transactions and calls', async () => {
  const node = await createNode({ ...executorOption, chainId: 4321 })
  nodes.push(node)
  const ask = (method: string, ...params: readonly unknown[]) => node.request({ method, params })
  await ask('hardhat_setCode', PROBE, CODE)
  const transfer = { from: alice.address, to: bob.address, value: '0x1' }
  const first = await ask('eth_sendTransaction', transfer)
  const foreign = await ask('eth_signTransaction', { ...transfer, nonce: '0x1', gas: '0x5208' })
  const snapshot = await ask('evm_snapshot')
  expect(await ask('anvil_setChainId', 1234)).toBe(true)
  expect(await ask('eth_chainId')).toBe('0x4d2')
  expect(await ask('net_version')).toBe('1234')
  expect(BigInt(String(await ask('eth_call', { to: PROBE }, 'latest')))).toBe(1234n)
  const second = await ask('eth_sendTransaction', transfer)
  expect(await ask('eth_getTransactionByHash', second)).toMatchObject({ chainId: '0x4d2' })
  expect(await ask('eth_getTransactionReceipt', second)).toMatchObject({ status: '0x1' })
  expect(await ask('eth_getTransactionByHash', first)).toMatchObject({ chainId: '0x10e1' })
  expect(await ask('debug_traceTransaction', first)).toMatchObject({ failed: false })
  await expect(ask('eth_sendRawTransaction', foreign)).rejects.toThrow(/invalid chain id/)
  await ask('evm_revert', snapshot)
  expect(await ask('eth_chainId')).toBe('0x10e1')
  await expect(ask('anvil_setChainId', 0)).rejects.toMatchObject({ code: -32602 })
})
