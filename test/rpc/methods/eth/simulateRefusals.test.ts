import { describe, expect, test } from 'vitest'
import type { ChainSettings } from '../../../../src/chain/chainCore.ts'
import type { Address } from '../../../../src/primitives/address.ts'
import { toQuantity } from '../../../../src/primitives/encoding/hex.ts'
import {
  A,
  B,
  callsOf,
  precompile,
  rich,
  simulate,
  simulator,
} from '../../../support/chain/simulation.ts'
import { testChain } from '../../../support/chain.ts'
import { testGenesis } from '../../../support/genesis.ts'
import { rpcOf } from '../../../support/rpc/rpc.ts'

const LAST = '0xffffffffffffffff'
const fee = { maxFeePerGas: toQuantity(10n ** 10n) }

describe('errors', () => {
  const plain = { from: A, to: B }
  const number = (n: number) => ({ blockOverrides: { number: toQuantity(n) } })
  const time = (n: number) => ({ blockOverrides: { time: toQuantity(n) } })
  const one = (call: object, account: object = rich) => [
    { stateOverrides: { [A]: account }, calls: [call] },
  ]
  const moves = (...to: [number, Address][]) => [
    {
      stateOverrides: Object.fromEntries(
        to.map(([from, target]) => [precompile(from), { movePrecompileToAddress: target }]),
      ),
    },
  ]
  const validation = { validation: true }

  test.each<[number, string, readonly object[], object?]>([
    [
      -38010,
      'a nonce too low',
      one({ ...plain, ...fee, nonce: '0x1' }, { ...rich, nonce: '0x2' }),
      validation,
    ],
    [-38011, 'a nonce too high', one({ ...plain, ...fee, nonce: '0x1' }), validation],
    [-38011, 'the last nonce', one({ ...plain, ...fee }, { ...rich, nonce: LAST }), validation],
    [-38010, 'one below it', one({ ...plain, nonce: '0x1' }, { nonce: LAST }), validation],
    [-38011, 'a creation at the last nonce', one({ from: A, input: '0x00' }, { nonce: LAST })],
    [-38012, 'a fee cap below the base fee', one(plain), validation],
    [
      -38012,
      'one that is offered',
      one({ ...plain, maxFeePerGas: '0x1' }).map((b) => ({
        ...b,
        blockOverrides: { baseFeePerGas: '0x2' },
      })),
    ],
    [
      -32602,
      'a tip above the fee cap',
      one({ ...plain, maxFeePerGas: '0x1', maxPriorityFeePerGas: '0x2' }),
    ],
    [-38013, 'too little gas', one({ ...plain, gas: '0x5207' })],
    [-38014, 'too little money', one({ ...plain, value: '0x2' }, { balance: '0x1' })],
    [-38014, 'too little for fees', one({ ...plain, ...fee, gas: '0x5208' }, { balance: '0x1' })],
    [-38015, 'more gas than a block has', one({ ...plain, gas: toQuantity(100_000_001) })],
    [-38020, 'numbers in no order', [number(5), number(5)]],
    [-38020, 'the number of the base', [number(0)]],
    [-38021, 'times in no order', [time(1_800_000_000), time(1_800_000_000)]],
    [-38021, 'the time of the base', [time(1_700_000_000)]],
    [-38022, 'a precompiled contract where it is', moves([1, precompile(1)])],
    [-32000, 'one that is moved onto another', moves([1, precompile(2)], [2, A])],
    [-32000, 'one that is none', moves([0xdead, A])],
    [-38025, 'long init code', one({ from: A, input: `0x${'00'.repeat(49_153)}` })],
    [-38026, 'numbers far apart', [number(257)]],
    [-38026, 'many blocks', Array.from({ length: 257 }, () => ({}))],
    [-32000, 'another chain', one({ ...plain, chainId: '0x1' })],
    [-32000, 'a time out of range', [{ blockOverrides: { time: '0x20000000000000' } }]],
    [-32602, 'nothing', []],
    [-32602, 'withdrawals', [{ blockOverrides: { withdrawals: [{}] } }]],
    [-32602, 'both prices', one({ ...plain, ...fee, gasPrice: '0x1' })],
  ])('%i for %s', async (code, _what, blocks, options) => {
    await expect(simulate(blocks, options)).rejects.toMatchObject({ code })
  })

  test('none for nonces and fees without validation, and never for code of the sender', async () => {
    const account = { ...rich, nonce: '0x5', code: '0x00' }
    for (const nonce of ['0x0', '0x5', '0x9']) {
      const [result] = await callsOf(one({ ...plain, nonce }, account)[0] ?? {})
      expect(result?.status).toBe('0x1')
    }
    const [result] = await callsOf(one({ ...plain, ...fee }, account)[0] ?? {}, validation)
    expect(result?.status).toBe('0x1')
  })
})

describe('limits', () => {
  const settings = (changes: Partial<ChainSettings>) => simulator(testChain(testGenesis(), changes))

  test('all calls share the gas of one', async () => {
    const limited = settings({ callGasCap: 63_500n })
    const calls = [{ to: B }, { to: B, gas: '0x30d40' }]
    const blocks = await limited([{ calls }, { calls: [{ to: B }] }], {
      returnFullTransactions: true,
    })
    const gas = blocks.flatMap(({ transactions }) => transactions)
    expect(gas).toMatchObject([63_500, 42_500, 21_500].map((n) => ({ gas: toQuantity(n) })))
    const refused = limited([{ calls: [...calls, { to: B }, { to: B }] }])
    await expect(refused).rejects.toMatchObject({ code: -38026 })
  })

  test('a simulation that times out ends, and other requests are served meanwhile', async () => {
    const chain = testChain(testGenesis(), { callGasCap: 2n ** 50n, callTimeoutMs: 500 })
    const blockOverrides = { gasLimit: toQuantity(2n ** 50n) }
    const loops = { stateOverrides: { [B]: { code: '0x5b5f56' } }, calls: [{ to: B }] }
    let isOver = false
    const run = simulator(chain)([{ blockOverrides, ...loops }]).finally(() => {
      isOver = true
    })
    const failed = expect(run).rejects.toMatchObject({ code: -32016 })
    await new Promise((resolve) => setTimeout(resolve, 10))
    expect(await rpcOf(chain)('eth_blockNumber')).toBe('0x0')
    expect(isOver).toBe(false)
    await failed
  })
})
