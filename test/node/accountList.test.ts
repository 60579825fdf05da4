import { mnemonicToAccount, privateKeyToAccount } from 'viem/accounts'
import { afterEach, describe, expect, test } from 'vitest'
import { createNode, type RockpoolNode } from '../../src/index.ts'
import { executorOption } from '../support/executor.ts'

const COIN = 10n ** 18n
const KEYS = [`0x${'11'.repeat(32)}`, `0x${'22'.repeat(32)}`] as const
const [first, second] = KEYS.map((key) => privateKeyToAccount(key).address.toLowerCase())
/** The test vector of BIP-39 with zero entropy. */
const OTHER = `${'abandon '.repeat(11)}about`
/** The order of secp256k1. */
const ORDER = 'fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141'

let node: RockpoolNode | undefined
afterEach(() => node?.close())

async function start(options: Parameters<typeof createNode>[0]) {
  const made = await createNode({ ...executorOption, ...options })
  node = made
  const ask = (method: string, ...params: readonly unknown[]) => made.request({ method, params })
  return {
    ask,
    accounts: async () => (await ask('eth_accounts')) as readonly string[],
    balance: async (address = '') => BigInt(String(await ask('eth_getBalance', address, 'latest'))),
  }
}

describe('a list of accounts', () => {
  test('replaces those of the mnemonic, with their balances', async () => {
    const { ask, accounts, balance } = await start({
      accounts: [{ privateKey: KEYS[0], balance: '1.5' }, { privateKey: KEYS[1] }],
    })
    expect(await accounts()).toEqual([first, second])
    expect(await balance(first)).toBe((COIN * 3n) / 2n)
    expect(await balance(second)).toBe(10_000n * COIN)
    await ask('eth_sendTransaction', { from: second, to: first, value: '0x1' })
    expect(await balance(first)).toBe((COIN * 3n) / 2n + 1n)
  })

  test('may derive keys from mnemonics, beside private keys', async () => {
    const { accounts, balance } = await start({
      accounts: [
        { privateKey: KEYS[0] },
        { mnemonic: OTHER, count: 2, path: "m/44'/60'/1'/0", initialIndex: 3, balance: '0.5' },
        { mnemonic: OTHER },
      ],
    })
    const derive = (accountIndex: number, addressIndex: number) =>
      mnemonicToAccount(OTHER, { accountIndex, addressIndex }).address.toLowerCase()
    const all = await accounts()
    const tenOfDefaultPath = Array.from({ length: 10 }, (_, i) => derive(0, i))
    expect(all).toEqual([first, derive(1, 3), derive(1, 4), ...tenOfDefaultPath])
    const balances = await Promise.all(all.slice(0, 4).map(balance))
    expect(balances).toEqual(
      [10_000n, 0n, 0n, 10_000n].map((c) => (c === 0n ? COIN / 2n : c * COIN)),
    )
  })

  test('may be empty', async () => {
    expect(await (await start({ accounts: [] })).accounts()).toEqual([])
  })

  test('adds to a genesis of the user', async () => {
    const { accounts, balance } = await start({
      genesis: { alloc: { [second ?? '']: { balance: '7' } } },
      accounts: [{ privateKey: KEYS[0], balance: 2 }],
    })
    expect(await accounts()).toEqual([first])
    expect(await balance(first)).toBe(2n * COIN)
    expect(await balance(second)).toBe(7n)
  })
})

test.each([
  [`${KEYS[0]},${KEYS[1]},3`, [10_000n * COIN, 3n * COIN]],
  [
    [KEYS[0].slice(2), '0.5', KEYS[1]],
    [COIN / 2n, 10_000n * COIN],
  ],
])('account %j adds accounts to those of the mnemonic', async (account, balances) => {
  const { accounts, balance } = await start({ accounts: 1, account })
  const all = await accounts()
  expect(all).toHaveLength(3)
  expect(all.slice(1)).toEqual([first, second])
  expect([await balance(first), await balance(second)]).toEqual(balances)
})

test.each([
  [{ account: '0x12' }, /account: must be private keys of 32 bytes/],
  [{ account: `0x${'00'.repeat(32)}` }, /account: must be private keys/],
  [{ account: `0x${ORDER}` }, /account: must be private keys/],
  [{ account: `${KEYS[0]},x` }, /account/],
  [{ account: `${KEYS[0]},1,2` }, /account: must be private keys/],
  [
    { accounts: [{ balance: 1 }] },
    /accounts: entry 0 must be an object with a privateKey or a mnemonic/,
  ],
  [{ accounts: [5] }, /accounts: entry 0/],
  [{ accounts: [{ mnemonic: 'test junk' }] }, /accounts: entry 0: want 12, 15/],
  [{ accounts: [{ mnemonic: OTHER, path: 'x' }] }, /accounts: entry 0: want a path/],
  [{ accounts: [{ mnemonic: OTHER, count: -1 }] }, /accounts: entry 0: must be/],
  [{ accounts: [{ mnemonic: OTHER, paths: 1 }] }, /accounts: entry 0: unknown field paths/],
  [{ accounts: [{ mnemonic: OTHER, privateKey: KEYS[0] }] }, /a privateKey or a mnemonic/],
  [{ accounts: [{ privateKey: KEYS[0] }], account: KEYS[1] }, /accounts: a list contradicts/],
])('rejects %j', async (options, message) => {
  const rejected = createNode(options as Parameters<typeof createNode>[0])
  await expect(rejected).rejects.toThrow(message)
  await expect(rejected).rejects.not.toThrow(KEYS[0])
})

test('the largest private key is accepted', async () => {
  const largest = (BigInt(`0x${ORDER}`) - 1n).toString(16)
  expect(await (await start({ accounts: 0, account: largest })).accounts()).toHaveLength(1)
})
