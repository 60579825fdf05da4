import { expect, test } from 'vitest'
import { quantity } from '../../../src/rpc/codec/scalar.ts'
import { createDispatcher } from '../../../src/rpc/core/dispatch.ts'
import { method } from '../../../src/rpc/core/method.ts'
import { methods } from '../../../src/rpc/core/registry.ts'
import { testChain } from '../../support/chain.ts'
import { nodeOf } from '../../support/rpc/rpc.ts'

test('a request that times out gets an error, others of its batch their results', async () => {
  const chain = testChain()
  const never = method({
    summary: 'Never answers.',
    params: [],
    result: quantity,
    run: () => new Promise<bigint>(() => {}),
  })
  const served = new Map([...methods, ['never', never] as const])
  const dispatcher = createDispatcher(nodeOf(chain), served, {
    batchLimit: 10,
    requestTimeout: 0.05,
  })
  const batch = '[{"id":1,"method":"never"},{"id":2,"method":"eth_chainId"}]'
  const answers = JSON.parse(String(await dispatcher.handle(batch))) as unknown
  expect(answers).toEqual([
    { jsonrpc: '2.0', id: 1, error: { code: -32_002, message: 'request timed out' } },
    { jsonrpc: '2.0', id: 2, result: '0xae3f2' },
  ])
  await chain.close()
})
