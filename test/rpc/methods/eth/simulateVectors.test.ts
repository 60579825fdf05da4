import { expect, test } from 'vitest'
import { testChain } from '../../../support/chain.ts'
import { testGenesis } from '../../../support/genesis.ts'
import { rpcOf } from '../../../support/rpc/rpc.ts'

/** The chain of the tests of ethereum/execution-apis. */
const CHAIN_ID = 3503995874084926n
const A = '0xc000000000000000000000000000000000000000'
const B = '0xc100000000000000000000000000000000000000'
const C = '0xc200000000000000000000000000000000000000'
const AUTHORITY = '0x3c99b48acd2a442808922929a1441f31245e3a45'
const AUTHORIZATION = {
  chainId: '0xc72dd9d5e883e',
  address: B,
  ...{ nonce: '0x0', yParity: '0x0' },
  r: '0xe46a57110dd3e4f9d556fbcd95f00f29ec91ce3e656a796f46b665d6df4aa657',
  s: '0x589ea4f67adc16d5de188b7f5e2b697c017325ada80332ecfd24ead54d49fc3f',
}
const DELEGATING = {
  [A]: { balance: '0x1e8480' },
  [B]: { code: '0x602a60005260206000f3' },
}

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
    name: 'a nonce that is too high, without validation',
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
    name: 'the last nonce and what follows it, without validation',
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
  {
    name: 'an authority that an override left empty exists',
    gasLimit: 200_000_000n,
    callGasCap: 50_000_000n,
    payload: {
      blockStateCalls: [
        {
          stateOverrides: { [AUTHORITY]: { code: '0x' }, ...DELEGATING },
          calls: [
            { from: A, to: A, authorizationList: [AUTHORIZATION] },
            { from: A, to: AUTHORITY },
          ],
        },
      ],
    },
    block: {
      gasUsed: '0xe1da',
      transactions: [
        '0xcda5270816f9f4e101ed4cb0acb7c44471b5aa60cbe220ebc622b908e85c865f',
        '0x1ec8209151c97ff3a0870ea86e943c2fdb289113ecdaaa97b48de8ff10190d49',
      ],
      receiptsRoot: '0x457027f428d99521b9924e7f7a2fc14c9f99f78b536d230b0d3be59cca964e9a',
    },
  },
  {
    name: 'an authority that an override left empty exists in the next block',
    gasLimit: 200_000_000n,
    callGasCap: 50_000_000n,
    payload: {
      blockStateCalls: [
        {
          stateOverrides: { [AUTHORITY]: { code: '0x' }, ...DELEGATING },
          calls: [{ from: A, to: B }],
        },
        {
          stateOverrides: { [AUTHORITY]: { balance: '0x0' } },
          calls: [
            { from: A, to: A, authorizationList: [AUTHORIZATION] },
            { from: A, to: AUTHORITY },
          ],
        },
      ],
    },
    block: {
      gasUsed: '0xe1da',
      transactions: [
        '0x1e4bf9f6bcbe236d94d2397e8a1553f13734903a1cd122ae69e90e2861626f47',
        '0x6b53defa85442b11ed0734385a2608a507c9dfdeb14d26c33a067edf99327ce0',
      ],
      transactionsRoot: '0xbdd336888251b0cb94f7d7d39064a02047062c76ea228e76d5fd7bdf58d79bc2',
    },
  },
  {
    name: 'a creation at an address whose code was overridden',
    gasLimit: 200_000_000n,
    callGasCap: 50_000_000n,
    payload: {
      blockStateCalls: [
        {
          stateOverrides: {
            [A]: { balance: '0x1e8480' },
            '0xf47be3b1978c24bb4b498620b247b2622a2cb056': { code: '0x' },
          },
          calls: [
            { from: A, input: '0x69602a60005260206000f3600052600a6016f3' },
            { from: A, to: '0xf47be3b1978c24bb4b498620b247b2622a2cb056' },
          ],
        },
      ],
    },
    block: {
      gasUsed: '0x12a12',
      transactionsRoot: '0x6b4e117bce6109ff7fcc3a62b6252044edd298198300f64864fde00263336a4f',
      receiptsRoot: '0xfa7017e049ed8e220acfb394d256a2b1953c38b99b8373959ffcd3ed322ff3a0',
    },
  },
]

test.each(vectors)('execution-apis: $name', async ({ gasLimit, callGasCap, payload, block }) => {
  const settings = callGasCap === undefined ? {} : { callGasCap }
  const ask = rpcOf(testChain(testGenesis({ chainId: CHAIN_ID, gasLimit }), settings))
  const blocks = await ask<Record<string, unknown>[]>('eth_simulateV1', payload)
  expect(blocks.at(-1)).toMatchObject(block)
})
