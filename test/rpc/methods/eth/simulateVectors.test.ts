import { expect, test } from 'vitest'
import { testChain } from '../../../support/chain.ts'
import { testGenesis } from '../../../support/genesis.ts'
import { rpcOf } from '../../../support/rpc/rpc.ts'

/** The chain of the tests of ethereum/execution-apis. */
const CHAIN_ID = 3503995874084926n
const A = '0xc000000000000000000000000000000000000000'
const B = '0xc100000000000000000000000000000000000000'
const C = '0xc200000000000000000000000000000000000000'

/**
 * From tests/eth_simulateV1 there: what of the answers does not depend on the rest of that chain.
 */
const vectors = [
  {
    name: 'two transfers, validated, with full transactions',
    gasLimit: 50_000_000n,
    payload: {
      blockStateCalls: [
        {
          blockOverrides: { baseFeePerGas: '0xf' },
          stateOverrides: { [A]: { balance: '0xe8d4a51000' } },
          calls: [
            { from: A, to: B, maxFeePerGas: '0x10', value: '0x2540be400' },
            { from: B, to: C, maxFeePerGas: '0x10', value: '0x3e8' },
          ],
        },
      ],
      validation: true,
    },
    block: {
      gasUsed: '0xa410',
      transactions: [
        '0xc2df7444d2b0604cdfaa20cad5855422b575d8d2ec02868ed9eb45eb20490f66',
        '0x5c78719d6ce3bf5b515e9fc3a41ab755c007645928bf35eba1a318721b774595',
      ],
      transactionsRoot: '0x9e80508f974bbf713b286fe5a4d0fae2f54f17e33b742176cc4c5bb7e0942762',
      receiptsRoot: '0x75308898d571eafb5cd8cde8278bf5b3d13c5f6ec074926de3bb895b519264e1',
    },
  },
  {
    name: 'a log',
    gasLimit: 0x47e7c40n,
    callGasCap: 50_000_000n,
    payload: {
      blockStateCalls: [
        {
          stateOverrides: { [C]: { code: `0x7f${'ff'.repeat(32)}80600080a1600080f3` } },
          calls: [
            {
              from: A,
              to: C,
              input: '0x6057361d0000000000000000000000000000000000000000000000000000000000000005',
            },
          ],
        },
      ],
    },
    block: {
      gasUsed: '0x55d4',
      transactions: ['0x0c316124563c91479e019be7b012995015f22f6a150c1f42a78bc25e12cd00f7'],
      transactionsRoot: '0x993f97c4f2a75df90d5e253e74875b9f81fea247fc0d5040e1a9d39a3967990c',
      receiptsRoot: '0x4287aeb00e17dccbeb1e50061a9ce4bf01cc943641c2583aef0441a7a5e471cd',
    },
  },
  {
    name: 'a nonce that is too high, where nobody checks it',
    gasLimit: 200_000_000n,
    callGasCap: 50_000_000n,
    payload: { blockStateCalls: [{ calls: [{ from: B, to: B, nonce: '0x64' }] }] },
    block: {
      gasUsed: '0x5208',
      transactions: ['0x5502e2f81918bf15546115259aa912e0af477580be84d8f09be4bb8dd2d5667c'],
      transactionsRoot: '0x22efe8e840f139e6194b50ce3c218db4aed270a03c5577d1487b134d2b4680e9',
      receiptsRoot: '0xf78dfb743fbd92ade140711c8bbc542b5e307f0ab7984eff35d751969fe57efa',
    },
  },
  {
    name: 'the last nonce and what follows it, where nobody checks them',
    gasLimit: 200_000_000n,
    callGasCap: 50_000_000n,
    payload: {
      blockStateCalls: [
        {
          stateOverrides: { [A]: { nonce: '0xffffffffffffffff' } },
          calls: [
            { from: A, to: B },
            { from: A, to: B },
          ],
        },
      ],
    },
    block: {
      gasUsed: '0xa410',
      transactions: [
        '0x477a61e1243f3b2c6a206477ecfca9f57a099a152a08fda53d8cee470d6c5fb8',
        '0xd43781826f6cf87596228fb58a268cf2147d652bf2dc63e0e2df763efa03f709',
      ],
      transactionsRoot: '0x688f222130d7e2e8db322778c82709b89b350a0842acb53fc7e618fd3fa17955',
      receiptsRoot: '0x75308898d571eafb5cd8cde8278bf5b3d13c5f6ec074926de3bb895b519264e1',
    },
  },
]

test.each(vectors)('execution-apis: $name', async ({ gasLimit, callGasCap, payload, block }) => {
  const settings = callGasCap === undefined ? {} : { callGasCap }
  const ask = rpcOf(testChain(testGenesis({ chainId: CHAIN_ID, gasLimit }), settings))
  const [answer] = await ask<Record<string, unknown>[]>('eth_simulateV1', payload)
  expect(answer).toMatchObject(block)
})
