import { describe, expect, test } from 'vitest'
import type { Chain } from '../../../src/chain/chain.ts'
import { alice, bob, pauper } from '../../support/accounts.ts'
import { openTestChain, signed, testChain } from '../../support/chain.ts'
import { temporaryDirectory } from '../../support/directory.ts'
import { mineNative } from '../../support/native/mineNative.ts'
import { nativeTx, sendTo } from '../../support/native/native.ts'

const places: readonly [string, () => Promise<Chain>][] = [
  ['in memory', async () => testChain()],
  ['on disk', () => openTestChain(temporaryDirectory())],
]

describe.each(places)('native transactions %s', (_, create) => {
  test('are removed and restored with their blocks', async () => {
    const chain = await create()
    await chain.pool.submit(signed(bob, { to: alice.address }))
    const before = await chain.snapshots.take({ keep: true })
    const tx = await nativeTx(chain, alice, [sendTo(alice, pauper, 5n)])
    const first = await mineNative(chain, tx)
    const after = await chain.snapshots.take({ keep: true })

    await chain.snapshots.revert(before)
    expect(chain.transactions.getNative(tx.hash)).toBeUndefined()
    expect(await chain.blocks.getByHash(first.block.hash)).toBeUndefined()

    await chain.snapshots.revert(after)
    expect(chain.transactions.getNative(tx.hash)).toEqual(first)
    await expect(chain.pool.submitNative(tx)).rejects.toMatchObject({
      details: { code: 'WRONG_ACCOUNT_SEQUENCE' },
    })

    await chain.snapshots.revert(before)
    const again = await mineNative(chain, tx)
    expect(again).toEqual(first)
    await chain.close()
  })

  test('belong to their branch', async () => {
    const chain = await create()
    const branch = await chain.branch()
    const tx = await nativeTx(chain, alice, [sendTo(alice, pauper, 5n)])
    const { block } = await mineNative(branch, tx)
    expect(chain.transactions.getNative(tx.hash)).toBeUndefined()
    const own = await mineNative(chain, tx)
    expect(own.block.hash).toBe(block.hash)
    await branch.close()
    expect(chain.transactions.getNative(tx.hash)).toEqual(own)
    await chain.close()
  })
})

test('native transactions survive a restart', async () => {
  const directory = temporaryDirectory()
  const chain = await openTestChain(directory)
  const tx = await nativeTx(chain, alice, [sendTo(alice, pauper, 5n)], { memo: 'a note' })
  const located = await mineNative(chain, tx)
  await chain.pool.submit(signed(bob, { to: alice.address }))
  await chain.close()
  const reopened = await openTestChain(directory)
  expect(reopened.transactions.getNative(tx.hash)).toEqual(located)
  expect(reopened.blocks.get(1n)).toEqual(located.block)
  const next = await nativeTx(reopened, alice, [sendTo(alice, pauper, 6n)])
  expect(next.signers[0]?.sequence).toBe(1n)
  expect((await mineNative(reopened, next)).entry.receipt.code).toBe(0)
  await reopened.close()
})

test('viewing a block before a traced transaction runs native ones, too', async () => {
  const chain = testChain()
  await chain.pool.submitNative(await nativeTx(chain, alice, [sendTo(alice, pauper, 5n)]))
  const hash = await chain.pool.submit(signed(alice, { to: bob.address, value: 1n }))
  const place = chain.transactions.get(hash)
  if (place === undefined) throw new Error('mined')
  const view = await chain.state.viewBefore(place.block, place.index)
  const parent = await chain.state.viewAt({ number: 1n })
  expect(view.state.getBalance(alice.address)).toBe(parent.state.getBalance(alice.address))
  await chain.close()
})
