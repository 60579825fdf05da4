import { gunzipSync } from 'node:zlib'
import { createTestClient, custom, type Hex } from 'viem'
import { expect, test } from 'vitest'
import { alice, bob, pauper } from '../../../support/accounts.ts'
import { signed, testChain } from '../../../support/chain.ts'
import { COIN } from '../../../support/genesis.ts'
import { rpcOf } from '../../../support/rpc/rpc.ts'

test.each(['anvil', 'hardhat'] as const)('viem in mode %s transfers a state', async (mode) => {
  const [source, target] = [testChain(), testChain()]
  const clientOf = (chain: typeof source) => {
    const ask = rpcOf(chain)
    const request = ({ method, params }: { method: string; params?: readonly unknown[] }) =>
      ask(method, ...(params ?? []))
    return createTestClient({ mode, transport: custom({ request }) })
  }
  await source.pool.submit(signed(alice, { to: pauper.address, value: COIN }))
  const dump = await clientOf(source).dumpState()
  await clientOf(target).loadState({ state: dump })
  for (const { address } of [alice, bob, pauper]) {
    for (const method of ['eth_getBalance', 'eth_getTransactionCount']) {
      const wanted = await rpcOf(source)(method, address, 'latest')
      expect(await rpcOf(target)(method, address, 'latest')).toBe(wanted)
    }
  }
  expect(await rpcOf(target)('eth_getBalance', pauper.address, 'latest')).toBe('0xde0b6b3a7640000')
  // The error names the fault.
  await expect(rpcOf(target)('anvil_loadState', '0x1f8b')).rejects.toMatchObject({
    code: -32000,
    message: expect.stringMatching(/^cannot load the state: the gzip is damaged: /),
  })
})

test('older states are not dumped, even if requested', async () => {
  const ask = rpcOf(testChain())
  const dump = await ask<Hex>('anvil_dumpState', true)
  const text = gunzipSync(Buffer.from(dump.slice(2), 'hex')).toString()
  expect(JSON.parse(text)).toMatchObject({ historical_states: null, transactions: [] })
})
