import { afterAll, expect, test } from 'vitest'
import { testChain } from '../../../support/chain.ts'
import { addressOf } from '../../../support/evm/tracing.ts'
import { COIN, testGenesis } from '../../../support/genesis.ts'
import { rpcOf } from '../../../support/rpc/rpc.ts'

const LAST = 2n ** 64n - 1n
const [last, oneBefore, none] = [addressOf(0xa1), addressOf(0xa2), addressOf(0xa3)]
const chain = testChain(
  testGenesis({}, [
    [last, { nonce: LAST, balance: COIN }],
    [oneBefore, { nonce: LAST - 1n, balance: COIN }],
  ]),
)
afterAll(() => chain.close())
const ask = rpcOf(chain)

/** Each method with the parameters after the call. */
const methods: readonly (readonly [string, readonly unknown[]])[] = [
  ['eth_call', ['latest']],
  ['eth_estimateGas', ['latest']],
  ['eth_createAccessList', ['latest']],
  ['debug_traceCall', ['latest', {}]],
  ['debug_traceCall', ['latest', { tracer: 'callTracer' }]],
  ['debug_traceCall', ['latest', { tracer: 'prestateTracer', tracerConfig: { diffMode: true } }]],
]
const overflow = { code: -32000, message: 'nonce uint64 overflow' }

/** As evm.create in geth, which finds no next nonce. */
test.each(methods)('%s %j of a creation at the last nonce', async (method, rest) => {
  for (const data of ['0x', '0x5f5ff3', '0xfe']) {
    await expect(ask(method, { from: last, data }, ...rest)).rejects.toMatchObject(overflow)
  }
})

test.each(methods)('%s %j of other calls ignores the nonce', async (method, rest) => {
  await ask(method, { from: last, to: oneBefore, value: '0x1' }, ...rest)
  await ask(method, { from: oneBefore, data: '0x5f5ff3' }, ...rest)
  // The nonce of a call is not checked.
  await ask(method, { from: none, data: '0x5f5ff3', nonce: '0xffffffffffffffff' }, ...rest)
})

test('an override of the nonce counts', async () => {
  const overrides = { [none]: { nonce: '0xffffffffffffffff' } }
  const creation = { from: none, data: '0x00' }
  await expect(ask('eth_call', creation, 'latest', overrides)).rejects.toMatchObject(overflow)
  const earlier = { [last]: { nonce: '0x0' } }
  expect(await ask('eth_call', { from: last, data: '0x00' }, 'latest', earlier)).toBe('0x')
})

test('callMany reports it for the one call, and the others run', async () => {
  const creation = { from: last, data: '0x00' }
  const transactions = [creation, { from: last, to: none }, { ...creation, from: none }]
  expect(await ask('eth_callMany', [{ transactions }], { blockNumber: 'latest' })).toEqual([
    [{ error: 'nonce uint64 overflow' }, { value: '0x' }, { value: '0x' }],
  ])
})

test('traces of creations by code at the last nonce name it', async () => {
  // CREATE of nothing.
  const overrides = { [last]: { code: '0x5f5f5ff0' } }
  const options = { tracer: 'callTracer', stateOverrides: overrides }
  expect(await ask('debug_traceCall', { from: none, to: last }, 'latest', options)).toMatchObject({
    type: 'CALL',
    calls: [{ type: 'CREATE', error: 'nonce uint64 overflow' }],
  })
})
