import { afterEach, expect, test } from 'vitest'
import { createNode, type NodeOptions, type RockpoolNode } from '../../src/index.ts'
import { executorOption } from '../support/executor.ts'
import { signWithCosmjs } from '../support/native/cosmos.ts'

/** The first two development accounts. */
const alice = {
  evm: '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266',
  native: 'sei15428vq2uzwhm3taey9sr9x5vm6tk78ew5cyfgc',
} as const
const bob = {
  evm: '0x70997970c51812dc3a010c7d01b50e0d17dc79c8',
  native: 'sei1cjzphr67dug28rw9ueewrqllmxlqe5f0awulvy',
} as const
const UNIT = 10n ** 12n
const COIN = 10n ** 18n

const open: RockpoolNode[] = []
async function start(options?: NodeOptions): Promise<RockpoolNode> {
  const node = await createNode({ ...executorOption, ...options })
  open.push(node)
  return node
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((node) => node.close()))
})

async function balanceOf({ request }: RockpoolNode, address: string): Promise<bigint> {
  return BigInt(String(await request({ method: 'eth_getBalance', params: [address, 'latest'] })))
}

test('sends coins of the first account with defaults', async () => {
  const node = await start()
  const outcome = await node.native.send({ to: bob.native, amount: 1_000_000 })
  expect(outcome).toMatchObject({ height: 1, code: 0, codespace: '', rawLog: '' })
  expect(outcome.hash).toMatch(/^[0-9A-F]{64}$/)
  expect(outcome.events.map(({ type }) => type)).toContain('transfer')
  expect(await balanceOf(node, bob.evm)).toBe(10_001n * COIN)
  // 200,000 gas at 1 gwei.
  expect(await balanceOf(node, alice.evm)).toBe(9_999n * COIN - 200n * UNIT)
  expect(await node.native.account(alice.native)).toMatchObject({ ...facts(alice), sequence: 1n })
})

const facts = ({ evm, native }: typeof alice | typeof bob) => ({ address: native, evmAddress: evm })

test.each([1, bob.evm, '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', bob.native])(
  'sends from account %s',
  async (from) => {
    const node = await start()
    await node.native.send({ from, to: alice.evm, amount: 5n, memo: 'thanks' })
    expect(await balanceOf(node, alice.evm)).toBe(10_000n * COIN + 5n * UNIT)
    expect(await node.native.account(bob.evm)).toMatchObject({ ...facts(bob), sequence: 1n })
  },
)

test('concurrent sends of an account get consecutive sequences', async () => {
  const node = await start()
  const sends = Array.from({ length: 20 }, () => node.native.send({ to: bob.evm, amount: 1 }))
  const outcomes = await Promise.all(sends)
  expect(outcomes.map(({ code }) => code)).toEqual(Array(20).fill(0))
  expect(new Set(outcomes.map(({ height }) => height)).size).toBe(20)
  expect(await balanceOf(node, bob.evm)).toBe(10_000n * COIN + 20n * UNIT)
  expect(await node.native.account(alice.evm)).toMatchObject({ sequence: 20n })
})

test('several messages take effect together or not at all', async () => {
  const node = await start()
  const coins = (amount: number) => [{ amount }]
  const all = [
    { to: bob.native, coins: coins(1) },
    { to: bob.evm, coins: coins(2) },
    { associate: 'hello' },
  ]
  expect(await node.native.send({ messages: all })).toMatchObject({ code: 0 })
  expect(await balanceOf(node, bob.evm)).toBe(10_000n * COIN + 3n * UNIT)
  const tooMuch = [...all, { to: bob.evm, coins: coins(1e12) }]
  const failed = await node.native.send({ messages: tooMuch })
  expect(failed).toMatchObject({ code: 5, codespace: 'sdk' })
  expect(failed.rawLog).toMatch(/insufficient funds/)
  expect(await balanceOf(node, bob.evm)).toBe(10_000n * COIN + 3n * UNIT)
  // Both paid what they offered: 200,000 gas a message.
  expect(await balanceOf(node, alice.evm)).toBe(10_000n * COIN - (3n + 600n + 800n) * UNIT)
})

test('accepts one coin or several, at the top level or in a message', async () => {
  const node = await start()
  const coins = [{ amount: 1 }, { denom: 'uatom', amount: 2n }]
  expect(await node.native.send({ to: bob.native, coins })).toMatchObject({ code: 0 })
  const messages = [
    { to: bob.evm, denom: 'uatom', amount: 3 },
    { to: bob.native, coins },
  ]
  expect(await node.native.send({ messages })).toMatchObject({ code: 0 })
  const { balances } = (await node.native.account(bob.evm)) ?? {}
  expect(balances).toEqual([
    { denom: 'uatom', amount: 7n },
    { denom: 'usei', amount: 10n ** 10n + 2n },
  ])
})

test('limits the default gas of many messages to that of a block', async () => {
  const node = await start({ gasLimit: 1_000_000 })
  const messages = Array.from({ length: 6 }, () => ({ to: bob.evm, coins: [{ amount: 1 }] }))
  expect(await node.native.send({ messages })).toMatchObject({ code: 0 })
  expect(await balanceOf(node, bob.evm)).toBe(10_000n * COIN + 6n * UNIT)
})

test('accepts other denominations in any order, and a fee', async () => {
  const genesis = {
    config: { chainId: 713714 },
    alloc: {},
    native: {
      balances: [
        {
          address: alice.native,
          coins: [
            { denom: 'usei', amount: '1000' },
            { denom: 'uatom', amount: '50' },
          ],
        },
      ],
    },
  }
  const node = await start({ genesis })
  expect(await node.native.account(alice.native)).toMatchObject({
    evmAddress: undefined,
    publicKey: undefined,
    balances: [
      { denom: 'uatom', amount: 50n },
      { denom: 'usei', amount: 1000n },
    ],
  })
  const coins = [{ amount: 1 }, { denom: 'uatom', amount: 50 }]
  const { code } = await node.native.send({
    messages: [{ to: bob.evm, coins }],
    gas: 100_000n,
    fee: [{ amount: 123 }],
  })
  expect(code).toBe(0)
  const { balances } = (await node.native.account(alice.native)) ?? {}
  expect(balances).toEqual([{ denom: 'usei', amount: 1000n - 123n - 1n }])
})

test('a rejected transaction throws an error with a code', async () => {
  const node = await start()
  const { native } = node
  const refusals = [
    [native.send({ to: 'bob', amount: 1 }), 'INVALID_NATIVE_ADDRESS', /invalid to_address "bob"/],
    [native.send({ to: '0x12', amount: 1 }), 'INVALID_NATIVE_ADDRESS', /invalid to "0x12"/],
    [native.send({ to: bob.evm, amount: -1 }), 'INVALID_COINS', /invalid amount -1 of usei/],
    [native.send({ to: bob.evm, amount: 0 }), 'INVALID_COINS', /amount of usei is 0/],
    [
      native.send({ to: bob.evm, amount: 1.5 }),
      'INVALID_COINS',
      /invalid amount 1.5 of usei: want/,
    ],
    [native.send({ to: bob.evm, amount: 1e21 }), 'INVALID_COINS', /invalid amount 1e\+21 of usei/],
    [
      native.send({ to: bob.evm } as { to: string; amount: 1 }),
      'INVALID_COINS',
      /undefined of usei/,
    ],
    [native.send({ to: bob.evm, coins: [] }), 'INVALID_COINS', /no coins/],
    [native.send({ messages: [] }), 'NO_NATIVE_MESSAGES', /at least one message/],
    [
      native.send({ from: 10, to: bob.evm, amount: 1 }),
      'INVALID_NATIVE_ADDRESS',
      /invalid from "10": not a development account/,
    ],
    [
      native.send({ to: bob.evm, amount: 1, fee: [] }),
      'INSUFFICIENT_NATIVE_FEE',
      /insufficient fees; got: 0usei required: 200usei/,
    ],
    [native.send({ to: bob.evm, amount: 1, gas: 1 }), 'NATIVE_OUT_OF_GAS', /out of gas/],
    [native.account('sei1'), 'INVALID_NATIVE_ADDRESS', /invalid address "sei1"/],
    [native.broadcast(Uint8Array.of(1)), 'MALFORMED_NATIVE_TX', /tx parse error/],
  ] as const
  for (const [promise, code, message] of refusals) {
    await expect(promise).rejects.toMatchObject({ code, message: expect.stringMatching(message) })
  }
  expect(await node.request({ method: 'eth_blockNumber' })).toBe('0x0')
  expect(await native.account('0x0000000000000000000000000000000000000001')).toBeUndefined()
})

test('accepts a transaction signed by CosmJS', async () => {
  const node = await start({ chainId: 1329 })
  expect(node.native.chainId).toBe('pacific-1')
  const sent = {
    coins: [{ denom: 'usei', amount: '7' }],
    memo: '',
    timeoutHeight: 0n,
    sequence: 0n,
    accountNumber: (await node.native.account(alice.evm))?.accountNumber ?? -1n,
    gasLimit: 200_000,
    chainId: node.native.chainId,
  }
  expect(await node.native.broadcast(await signWithCosmjs(sent))).toMatchObject({ code: 0 })
})

test('closes with its node', async () => {
  const node = await start()
  await node.close()
  await expect(node.native.send({ to: bob.evm, amount: 1 })).rejects.toMatchObject({ code: -32000 })
})

test('sends encoded messages of modules', async () => {
  const node = await start()
  const typeUrl = '/seiprotocol.seichain.tokenfactory.MsgCreateDenom'
  const text = (field: number, value: string) => [
    (field << 3) | 2,
    value.length,
    ...Buffer.from(value),
  ]
  const create = (sender: string) => ({
    typeUrl,
    value: Uint8Array.from([...text(1, sender), ...text(2, 'gold')]),
  })
  const outcome = await node.native.send({
    from: 1,
    messages: [create(bob.native), { to: alice.native, amount: 1 }],
  })
  expect(outcome).toMatchObject({ code: 0 })
  expect(outcome.events).toContainEqual({
    type: 'create_denom',
    attributes: [
      { key: 'creator', value: bob.native },
      { key: 'new_token_denom', value: `factory/${bob.native}/gold` },
    ],
  })
  await expect(node.native.send({ messages: [create(bob.native)] })).rejects.toMatchObject({
    code: 'SIGNER_MISMATCH',
  })
  const unknown = {
    typeUrl: '/cosmos.vesting.v1beta1.MsgCreateVestingAccount',
    value: new Uint8Array(0),
  }
  await expect(node.native.send({ messages: [unknown] })).rejects.toMatchObject({
    code: 'UNKNOWN_MESSAGE_TYPE',
  })
})
