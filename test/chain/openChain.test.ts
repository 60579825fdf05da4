import { describe, expect, test } from 'vitest'
import type { Chain } from '../../src/chain/chain.ts'
import { decodeTransaction } from '../../src/evm/transaction/decodeTransaction.ts'
import type { Hash } from '../../src/primitives/encoding/hex.ts'
import { alice, bob } from '../support/accounts.ts'
import { openTestChain, signed, testChain } from '../support/chain.ts'
import { temporaryDirectory } from '../support/directory.ts'
import { CHAIN_ID, COIN, testGenesis } from '../support/genesis.ts'
import { putTogether, type Tree, takeApart } from '../support/rawTransactions.ts'

const latest = { tag: 'latest' } as const

/** Sends that many transfers to bob, one a block. */
async function grow(chain: Chain, count: number): Promise<Hash[]> {
  const hashes: Hash[] = []
  for (let i = 0; i < count; i++) {
    const nonce = chain.pool.pendingNonce(alice.address)
    hashes.push(await chain.pool.submit(signed(alice, { nonce, to: bob.address, value: COIN })))
  }
  return hashes
}

describe('a chain in a directory', () => {
  test('resumes with the same hashes as a chain that never stopped', async () => {
    const directory = temporaryDirectory()
    const unstopped = testChain()
    await grow(unstopped, 6)
    for (const count of [2, 0, 4]) {
      const chain = await openTestChain(directory)
      await grow(chain, count)
      await chain.close()
    }
    const chain = await openTestChain(directory)
    for (let number = 0n; number <= 6n; number++) {
      expect(chain.blocks.get(number)).toEqual(unstopped.blocks.get(number))
      const [found, wanted] = await Promise.all(
        [chain, unstopped].map((c) => c.state.viewAt({ number })),
      )
      expect(found?.state.getBalance(bob.address)).toBe(wanted?.state.getBalance(bob.address))
    }
    expect(chain.blocks.get(7n)).toBeUndefined()
    await chain.close()
  })

  test('keeps what waits', async () => {
    const directory = temporaryDirectory()
    const before = await openTestChain(directory)
    const waiting = signed(alice, { nonce: 1n, to: bob.address })
    await before.pool.submit(waiting)
    await before.close()
    const chain = await openTestChain(directory)
    expect(chain.pool.get(waiting.hash)).toEqual(waiting)
    await grow(chain, 1)
    // A filled gap is one block.
    expect(chain.transactions.get(waiting.hash)?.block.number).toBe(1)
    await chain.close()
    const after = await openTestChain(directory)
    expect(after.pool.get(waiting.hash)).toBeUndefined()
    await after.close()
  })

  test('refuses bytes that it could not read again', async () => {
    const { raw, accessList } = signed(alice, { to: bob.address })
    expect(accessList).toEqual([])
    const { type, tree } = takeApart(raw)
    const text = putTogether({ type, tree: (tree as readonly Tree[]).with(8, new Uint8Array(0)) })
    const directory = temporaryDirectory()
    const chain = await openTestChain(directory)
    await expect(async () => chain.pool.submit(decodeTransaction(text, CHAIN_ID))).rejects.toThrow(
      expect.objectContaining({ code: 'MALFORMED_TRANSACTION' }),
    )
    // As if the decoder had taken it.
    const broken = { ...signed(alice, { to: bob.address }), raw: text }
    await expect(chain.pool.submit(broken)).rejects.toThrow('a stored block is damaged')
    await grow(chain, 1)
    await chain.close()
    const reopened = await openTestChain(directory)
    expect(reopened.blocks.latest.number).toBe(1)
    await reopened.close()
  })

  test('resumes on the chain after a revert', async () => {
    const directory = temporaryDirectory()
    const before = await openTestChain(directory)
    const [kept] = await grow(before, 1)
    const id = await before.snapshots.take()
    const [gone] = await grow(before, 2)
    await before.snapshots.revert(id)
    await before.close()
    const chain = await openTestChain(directory)
    expect(chain.blocks.latest.number).toBe(1)
    expect(chain.transactions.get(kept as Hash)?.block.number).toBe(1)
    expect(chain.transactions.get(gone as Hash)).toBeUndefined()
    await chain.close()
  })

  test('is refused with another genesis block, and both are named', async () => {
    const directory = temporaryDirectory()
    const chain = await openTestChain(directory)
    const found = chain.blocks.latest.hash
    await chain.close()
    const genesis = testGenesis({ timestamp: 1n })
    const given = testChain(genesis).blocks.latest.hash
    await expect(openTestChain(directory, { genesis })).rejects.toMatchObject({
      details: { code: 'GENESIS_MISMATCH', found, given },
    })
    await (await openTestChain(directory)).close()
  })

  test('is rejected with other rules, although no block differs', async () => {
    const directory = temporaryDirectory()
    await (await openTestChain(directory)).close()
    await expect(
      openTestChain(directory, { genesis: testGenesis({ chainId: 5n }) }),
    ).rejects.toMatchObject({
      details: { code: 'SETTING_MISMATCH', setting: 'chainId', found: '713714', given: '5' },
    })
    await expect(
      openTestChain(directory, { genesis: testGenesis({ hardfork: 'shanghai' }) }),
    ).rejects.toMatchObject({ code: 'GENESIS_MISMATCH' })
  })

  test('accepts a genesis whose config has another order', async () => {
    const directory = temporaryDirectory()
    const config = { chainId: 713714, londonBlock: 0, extra: { a: 1, b: 2 } }
    await (await openTestChain(directory, { genesis: testGenesis({ config }) })).close()
    const turned = { extra: { b: 2, a: 1 }, londonBlock: 0, chainId: 713714 }
    await (await openTestChain(directory, { genesis: testGenesis({ config: turned }) })).close()
  })
})

describe.each([
  ['in memory', async (keep: number) => testChain(undefined, { keep })],
  ['on disk', (keep: number) => openTestChain(temporaryDirectory(), { keep })],
])('a chain %s that keeps some states', (_, create: (keep: number) => Promise<Chain>) => {
  test('has exactly those, and every block', async () => {
    const chain = await create(3)
    const hashes = await grow(chain, 10)
    expect(chain.state.earliest).toBe(8n)
    for (let number = 0n; number <= 10n; number++) {
      expect(chain.blocks.get(number)?.number).toBe(Number(number))
      const view = chain.state.viewAt({ number })
      if (number >= 8n) {
        expect((await view).state.getBalance(bob.address)).toBe((1000n + number) * COIN)
      } else {
        await expect(view).rejects.toMatchObject({
          details: { code: 'BLOCK_PRUNED', number, earliest: 8n },
        })
        await expect(chain.state.proveStorage({ number }, alice.address, [])).rejects.toThrow(
          expect.objectContaining({ code: 'BLOCK_PRUNED' }),
        )
      }
    }
    for (const hash of hashes) expect(chain.transactions.get(hash)).toBeDefined()
    await chain.close()
  })

  test('prunes nothing that a snapshot or a branch needs', async () => {
    const chain = await create(1)
    await grow(chain, 2)
    const id = await chain.snapshots.take()
    await grow(chain, 3)
    const branch = await chain.branch()
    expect(await chain.snapshots.revert(id)).toBe(true)
    expect((await chain.state.viewAt(latest)).state.getBalance(bob.address)).toBe(1002n * COIN)
    await grow(chain, 5)
    expect((await branch.state.viewAt(latest)).state.getBalance(bob.address)).toBe(1005n * COIN)
    await branch.close()
    await grow(chain, 1)
    expect(chain.state.earliest).toBe(8n)
    await chain.close()
  })
})

describe.each([
  ['in memory', async (keep: number) => testChain(undefined, { keep })],
  ['on disk', (keep: number) => openTestChain(temporaryDirectory(), { keep })],
])('a chain %s that prunes and forks', (_, create: (keep: number) => Promise<Chain>) => {
  const balanceAt = async (chain: Chain) =>
    (await chain.state.viewAt(latest)).state.getBalance(bob.address)

  test('keeps the past that a kept snapshot shares with the chain', async () => {
    const chain = await create(1)
    await grow(chain, 4)
    const early = await chain.snapshots.take()
    await grow(chain, 6)
    const late = await chain.snapshots.take({ keep: true })
    await chain.snapshots.revert(early)
    await grow(chain, 8)
    expect(await chain.snapshots.revert(late)).toBe(true)
    expect(await balanceAt(chain)).toBe(1010n * COIN)
    await grow(chain, 3)
    expect(await balanceAt(chain)).toBe(1013n * COIN)
    await chain.close()
  })

  test('reports pruned states of its branches too', async () => {
    const chain = await create(5)
    await grow(chain, 10)
    const branch = await chain.branch()
    await grow(chain, 10)
    expect(branch.state.earliest).toBe(chain.state.earliest)
    await expect(branch.state.viewAt({ number: 7n })).rejects.toMatchObject({
      details: { code: 'BLOCK_PRUNED', number: 7n, earliest: 10n },
    })
    expect(await balanceAt(branch)).toBe(1010n * COIN)
    await chain.close()
  })
})

test('a directory that was not pruned is caught up with in steps', async () => {
  const directory = temporaryDirectory()
  const before = await openTestChain(directory)
  await grow(before, 100)
  await before.close()
  const chain = await openTestChain(directory, { keep: 2 })
  await grow(chain, 3)
  expect(chain.state.earliest).toBe(102n)
  await chain.close()
  const after = await openTestChain(directory)
  expect(after.state.earliest).toBe(102n)
  await after.close()
})
