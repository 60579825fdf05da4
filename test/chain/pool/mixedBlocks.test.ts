import { describe, expect, test } from 'vitest'
import { isNative, transactionsInOrder } from '../../../src/chain/block/blockEntries.ts'
import type { Chain } from '../../../src/chain/chain.ts'
import { publicKeyToNative } from '../../../src/evm/transaction/association.ts'
import { alice, bob, carol, pauper } from '../../support/accounts.ts'
import { openTestChain, signed, testChain } from '../../support/chain.ts'
import { temporaryDirectory } from '../../support/directory.ts'
import { testGenesis } from '../../support/genesis.ts'
import { nativeTx, PLENTY, sendTo } from '../../support/native/native.ts'
import { rpcOf } from '../../support/rpc/rpc.ts'

const GWEI = 10n ** 9n

/** A chain in manual mode. */
async function manual(order: 'fees' | 'fifo' = 'fees'): Promise<Chain> {
  const chain = testChain()
  await chain.mining.configure({ automine: false, order })
  return chain
}

const tip = (gwei: bigint) => ({
  maxPriorityFeePerGas: gwei * GWEI,
  maxFeePerGas: 100n * GWEI,
})

/** Kinds of the newest block's transactions in their order. */
const kinds = ({ blocks: { latest } }: Chain) =>
  transactionsInOrder(latest).map((tx) => (isNative(tx) ? 'native' : 'evm'))

describe('native and EVM transactions in manual mode', () => {
  test.each([
    // The native one pays 20 gwei a unit of gas, 19 above the base fee.
    ['fees', ['evm', 'native', 'evm']],
    ['fifo', ['native', 'evm', 'evm']],
  ] as const)('share a block, in one order by %s', async (order, expected) => {
    const chain = await manual(order)
    const native = await nativeTx(chain, alice, [sendTo(alice, pauper, 5n)])
    expect(await chain.pool.submitNative(native)).toEqual({
      transaction: native,
      located: undefined,
    })
    await chain.pool.submit(signed(bob, { to: carol.address, value: 1n, ...tip(2n) }))
    await chain.pool.submit(signed(carol, { to: bob.address, value: 2n, ...tip(30n) }))
    expect(chain.blocks.latest.number).toBe(0)
    await chain.mining.mine()
    expect(chain.blocks.latest.number).toBe(1)
    expect(kinds(chain)).toEqual(expected)
    expect(chain.transactions.getNative(native.hash)?.entry.receipt.code).toBe(0)
    const { state } = await chain.state.viewAt({ tag: 'latest' })
    expect(state.getWei(publicKeyToNative(pauper.publicKey))).toBe(5n * 10n ** 12n)
    await chain.mining.mine()
    expect(kinds(chain)).toEqual([])
    await chain.close()
  })

  test('the pending block has them, and traces replay them', async () => {
    const chain = await manual('fifo')
    const native = await nativeTx(chain, alice, [sendTo(alice, carol, 100n * 10n ** 6n)])
    await chain.pool.submitNative(native)
    await chain.pool.submit(signed(carol, { to: bob.address, value: 1n, ...tip(1n) }))
    const pending = await chain.blocks.find({ tag: 'pending' })
    expect(pending?.native.map(({ transaction }) => transaction.hash)).toEqual([native.hash])
    expect(pending?.transactions).toHaveLength(1)
    await chain.mining.mine()
    const traces = await rpcOf(chain)('debug_traceBlockByNumber', '0x1', { tracer: 'callTracer' })
    expect(traces).toMatchObject([{ result: { from: carol.address, to: bob.address } }])
    await chain.close()
  })

  test('sequences count waiting ones; others are refused at once', async () => {
    const chain = await manual()
    const [first, second] = [
      await nativeTx(chain, alice, [sendTo(alice, pauper, 5n)]),
      await nativeTx(chain, alice, [sendTo(alice, pauper, 7n)], { sequence: 1n }),
    ]
    await expect(chain.pool.submitNative(second)).rejects.toMatchObject({
      details: { code: 'WRONG_ACCOUNT_SEQUENCE' },
    })
    await chain.pool.submitNative(first)
    await expect(chain.pool.submitNative(first)).rejects.toMatchObject({
      details: { code: 'WRONG_ACCOUNT_SEQUENCE' },
    })
    await chain.pool.submitNative(second)
    // A better price does not overtake the sender's earlier one.
    const fee = { ...PLENTY, coins: [{ denom: 'usei', amount: 40_000n }] }
    const third = await nativeTx(chain, alice, [sendTo(alice, pauper, 9n)], { sequence: 2n, fee })
    await chain.pool.submitNative(third)
    await chain.mining.mine()
    const mined = chain.blocks.latest.native.map(({ transaction }) => transaction.hash)
    expect(mined).toEqual([first.hash, second.hash, third.hash])
    await chain.close()
  })

  test('one that became invalid is dropped from the pool', async () => {
    const chain = await manual()
    const native = await nativeTx(chain, alice, [sendTo(alice, pauper, 5n)])
    await chain.pool.submitNative(native)
    await chain.state.edit((state) => state.setBalance(alice.address, 1n))
    await chain.mining.mine()
    expect(kinds(chain)).toEqual([])
    await chain.state.edit((state) => state.setBalance(alice.address, 10n ** 21n))
    await chain.mining.mine()
    expect(kinds(chain)).toEqual([])
    await chain.close()
  })

  test('snapshots, and enabling auto mode', async () => {
    const chain = await manual()
    const snapshot = await chain.snapshots.take()
    await chain.pool.submitNative(await nativeTx(chain, alice, [sendTo(alice, pauper, 5n)]))
    await chain.snapshots.revert(snapshot)
    await chain.mining.mine()
    expect(kinds(chain)).toEqual([])
    await chain.pool.submitNative(await nativeTx(chain, alice, [sendTo(alice, pauper, 5n)]))
    await chain.pool.submit(signed(bob, { to: carol.address }))
    await chain.mining.configure({ automine: true })
    expect(kinds(chain)).toHaveLength(2)
    const last = await nativeTx(chain, alice, [sendTo(alice, pauper, 5n)])
    expect((await chain.pool.submitNative(last)).located?.block.number).toBe(3)
    await chain.close()
  })
})

test('waiting native transactions survive a restart', async () => {
  const directory = temporaryDirectory()
  const open = () => openTestChain(directory, { genesis: testGenesis() })
  const chain = await open()
  await chain.mining.configure({ automine: false, order: 'fifo' })
  const natives = [
    await nativeTx(chain, alice, [sendTo(alice, pauper, 5n)]),
    await nativeTx(chain, alice, [sendTo(alice, pauper, 7n)], { sequence: 1n }),
  ]
  for (const native of natives) await chain.pool.submitNative(native)
  await chain.close()
  const reopened = await open()
  await reopened.mining.mine()
  const mined = reopened.blocks.latest.native.map(({ transaction }) => transaction.hash)
  expect(mined).toEqual(natives.map(({ hash }) => hash))
  await reopened.mining.mine()
  expect(kinds(reopened)).toEqual([])
  await reopened.close()
})

describe('methods that empty the pool', () => {
  async function waiting() {
    const chain = await manual()
    const native = await nativeTx(chain, alice, [sendTo(alice, pauper, 5n)])
    await chain.pool.submitNative(native)
    await chain.pool.submit(signed(bob, { to: carol.address, value: 1n, ...tip(2n) }))
    const rpc = rpcOf(chain)
    const mined = async () => {
      await chain.mining.mine()
      return kinds(chain)
    }
    return { chain, native, rpc, mined }
  }

  test('drop native transactions, too', async () => {
    const { chain, rpc, mined } = await waiting()
    expect(await rpc('anvil_dropAllTransactions')).toBe(true)
    expect(await mined()).toEqual([])
    await chain.close()
  })

  test('find native transactions by hash and sender', async () => {
    const { chain, native, rpc, mined } = await waiting()
    expect(await rpc('hardhat_dropTransaction', native.hash)).toBe(true)
    expect(await rpc('hardhat_dropTransaction', native.hash)).toBe(false)
    await chain.pool.submitNative(native)
    expect(await rpc('anvil_removePoolTransactions', bob.address)).toBe(true)
    await chain.pool.submit(signed(bob, { to: carol.address, value: 1n, ...tip(2n) }))
    expect(await rpc('anvil_removePoolTransactions', alice.address)).toBe(true)
    expect(await mined()).toEqual(['evm'])
    await chain.close()
  })
})
