import { expect, test } from 'vitest'
import { parseGenesisAlloc } from '../../../../src/chain/genesis/parseGenesisAlloc.ts'
import { word } from '../../../support/chain/simulation.ts'
import { testChain } from '../../../support/chain.ts'
import { testGenesis } from '../../../support/genesis.ts'
import { rpcOf } from '../../../support/rpc/rpc.ts'

/** The chain of the tests of ethereum/execution-apis before its block 0x37. */
const CHAIN_ID = 3503995874084926n
const A = '0xc000000000000000000000000000000000000000'
const B = '0xc100000000000000000000000000000000000000'
const C = '0xc200000000000000000000000000000000000000'
const SIGNER = '0x1f4924b14f34e24159387c0a4cdbaa32f3ddb0cf'
const CONTRACT = '0x7dcd17433742f4c0ca53122ab541d0ba67fc27df'
const SLOTTED = '0x8bebc8ba651aee624937e7d897853ac30c95a067'
const DELEGATED = '0xeda8645ba6948855e3b3cd596bbb07596d59c603'
const [ECRECOVER, SHA256, IDENTITY] = ['1', '2', '4'].map((n) => `0x${n.padStart(40, '0')}`)
const [HERE, THERE] = ['123456', '123457'].map((n) => `0x${n.padStart(40, '0')}`)
const INVOKED = `0x696e766f6b6564${'00'.repeat(25)}`

const alloc = parseGenesisAlloc({
  [CONTRACT]: { balance: '0x0', nonce: '0x1', storage: { [word(0)]: word(0x38) } },
  [SLOTTED]: { balance: '0x1', storage: { [word(1)]: word(1), [word(3)]: word(3) } },
  [DELEGATED]: {
    ...{ balance: '0x1', nonce: '0x1', code: `0xef0100${CONTRACT.slice(2)}` },
    storage: { [word(0)]: INVOKED },
  },
  [SIGNER]: { balance: '0x1' },
})
const rich = { balance: '0x1e8480' }
const returns42 = { code: '0x602a60005260206000f3' }
const readsSlot0 = { code: '0x60005460005260206000f3' }
const emptied = { nonce: '0x0', code: '0x', balance: '0x0' }
const authorization = {
  ...{ chainId: '0xc72dd9d5e883e', address: B, nonce: '0x0', yParity: '0x1' },
  r: '0x688980e5aade10fb4ae34dd784899d94cc020332a5f0819005f4b09da6e5a2b0',
  s: '0x713c724d10920a924c24f9ed682155da66b88cfa8eda30ecbfa3d05efebb3aae',
}
const call = (to: string | undefined, input = '0x') => ({ from: A, to, input })
const delegates = { from: A, to: A, authorizationList: [authorization] }
const signed = [
  '0x1c8aff950685c2ed4bc3174f3472287b56d9517b9c948127319a09a7a36deac8',
  '000000000000000000000000000000000000000000000000000000000000001c',
  'b7cf302145348387b9e69fde82d8e634a0f8761e78da3bfa059efced97cbed0d',
  '2a66b69167cafe0ccfc726aec6ee393fea3cf0e4f3f9c394705e0f56d9bfe1c9',
].join('')
const SIGNED_BY = word(0xb11cad98ad3f8114e0b3a1f6e7228bc8424df48an)
const recover = (to: string | undefined) => ({ ...call(to, signed), from: B })
const moved = (to: string | undefined) => ({ movePrecompileToAddress: to })

const result = (returnData: string, gasUsed: string, maxUsedGas = gasUsed) => ({
  ...{ returnData, gasUsed, maxUsedGas, status: '0x1' },
})
/** `eth_simulateV1` of the tests: what of the answers does not depend on the rest of that chain. */
const vectors: [string, readonly object[], readonly object[]][] = [
  [
    'override-state-clears-existing-storage',
    [
      {
        stateOverrides: {
          [SLOTTED]: {
            code: '0x60015460005260035460205260406000f3',
            state: { [word(3)]: word(42) },
          },
        },
        calls: [call(SLOTTED)],
      },
    ],
    [
      {
        ...{ number: '0x37', timestamp: '0x228', size: '0x292' },
        calls: [result(word(0) + word(42).slice(2), '0x628e')],
        receiptsRoot: '0xe785e7c126121a2b7ce39ea66d2b870ce58b3a42b675af789da4a87c8a1c899b',
      },
    ],
  ],
  [
    'override-empties-contract-keeps-storage',
    [
      { stateOverrides: { [CONTRACT]: emptied, [A]: rich }, calls: [call(A)] },
      { stateOverrides: { [CONTRACT]: readsSlot0 }, calls: [call(CONTRACT)] },
    ],
    [
      { calls: [result('0x', '0x5208')] },
      {
        calls: [result(word(0x38), '0x5a4e')],
        receiptsRoot: '0x9285ed5789a044abf015e5e4e031df3fcdb2f05a12435168605fa2da8b1ce358',
      },
    ],
  ],
  [
    'override-empties-delegated-account-keeps-storage',
    [
      { stateOverrides: { [A]: rich, [DELEGATED]: emptied }, calls: [call(A)] },
      { stateOverrides: { [DELEGATED]: readsSlot0 }, calls: [call(DELEGATED)] },
    ],
    [{ calls: [result('0x', '0x5208')] }, { calls: [result(INVOKED, '0x5a4e')] }],
  ],
  [
    'override-delegation-replaced-by-redelegation',
    [
      {
        stateOverrides: {
          [SIGNER]: { code: `0xef0100${C.slice(2)}` },
          ...{ [A]: rich, [B]: returns42, [C]: { code: '0x600160005260206000f3' } },
        },
        calls: [call(SIGNER), delegates, call(SIGNER)],
      },
    ],
    [
      {
        calls: [
          result(word(1), '0x521a'),
          result('0x', '0x8fc0', '0xb3b0'),
          result(word(42), '0x521a'),
        ],
        transactionsRoot: '0xd32ccc7a37d436eb34cc06a22357ced6630686afdfb9905332459436d8e6e63c',
      },
    ],
  ],
  [
    'override-code-replaced-by-delegation',
    [
      {
        stateOverrides: { [SIGNER]: { code: '0x' }, [A]: rich, [B]: returns42 },
        calls: [call(SIGNER), delegates, call(SIGNER)],
      },
    ],
    [
      {
        calls: [
          result('0x', '0x5208'),
          result('0x', '0x8fc0', '0xb3b0'),
          result(word(42), '0x521a'),
        ],
        transactionsRoot: '0xfa38b28d346a9e226834443b488b004e579c1944470f7d8d1f1a133e9fed1c7b',
      },
    ],
  ],
  [
    'move-ecrecover-twice-and-call',
    [
      {
        stateOverrides: { [`${ECRECOVER}`]: moved(HERE) },
        calls: [recover(HERE), recover(ECRECOVER)],
      },
      {
        stateOverrides: { [`${ECRECOVER}`]: moved(THERE) },
        calls: [recover(HERE), recover(ECRECOVER), recover(THERE)],
      },
    ],
    [
      { calls: [result(SIGNED_BY, '0x644c'), result('0x', '0x6266')] },
      {
        calls: [result('0x', '0x6266'), result('0x', '0x6266'), result(SIGNED_BY, '0x644c')],
      },
    ],
  ],
  [
    'override-identity',
    [
      {
        stateOverrides: { [`${IDENTITY}`]: { code: '0x', ...moved(HERE) } },
        calls: [call(HERE, '0x1234'), call(IDENTITY, '0x1234')],
      },
    ],
    [
      {
        calls: [result('0x1234', '0x5258'), result('0x', '0x5258')],
        receiptsRoot: '0xd4263b4f8bc6337d6751b03db4192a544872db8beeb3be926d891e8910842eb1',
      },
    ],
  ],
  [
    'override-precompile-code-without-move',
    [{ stateOverrides: { [`${IDENTITY}`]: returns42 }, calls: [call(IDENTITY, '0x1234')] }],
    [
      {
        calls: [result(word(42), '0x5258')],
        receiptsRoot: '0x5240c13baa9d1e0d29a6c984ba919cb949d4c1a9ceb74060760c90e4d1fcd765',
      },
    ],
  ],
  [
    'move-two-accounts-to-same-38023',
    [{ stateOverrides: { [`${ECRECOVER}`]: moved(C), [`${SHA256}`]: moved(C) } }],
    [{ calls: [], number: '0x37' }],
  ],
]

const chain = testChain(
  testGenesis({
    ...{ chainId: CHAIN_ID, number: 54n, timestamp: 540n, gasLimit: 200_000_000n },
    alloc,
  }),
  { callGasCap: 50_000_000n },
)
const ask = rpcOf(chain)

test.each(vectors)('execution-apis: %s', async (_name, blockStateCalls, blocks) => {
  expect(await ask('eth_simulateV1', { blockStateCalls }, 'latest')).toMatchObject(blocks)
})

test.each([
  ['block-timestamp-order-38021', [{ time: '0x228' }, { time: '0x227' }], '551 <= 552'],
  ['block-timestamp-non-increment', [{ time: '0x228' }, { time: '0x228' }], '552 <= 552'],
  ['block-timestamp-auto-increment', [{ time: '0x227' }, {}, { time: '0x228' }], '552 <= 563'],
  ['override-all-in-BlockStateCalls', [{ number: '0x40', time: '0x226' }], '550 <= 648'],
])('execution-apis: %s', async (_name, overrides, order) => {
  const blockStateCalls = overrides.map((blockOverrides) => ({ blockOverrides }))
  await expect(ask('eth_simulateV1', { blockStateCalls }, 'latest')).rejects.toMatchObject({
    code: -38021,
    message: `block timestamps must be in order: ${order}`,
  })
})
