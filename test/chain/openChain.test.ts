import { describe, expect, test } from 'vitest'
import type { Chain } from '../../src/chain/chain.ts'
import type { Hash } from '../../src/primitives/encoding/hex.ts'
import { alice, bob } from '../support/accounts.ts'
import { openTestChain, signed, testChain } from '../support/chain.ts'
import { temporaryDirectory } from '../support/directory.ts'
import { COIN, testGenesis } from '../support/genesis.ts'

const latest = { tag: 'latest' } as const

/** Sends that many transfers to bob, one a block. */
async function grow(chain: Chain, count: number): Promise<Hash[]> {
  const hashes: Hash[] = []
  for (let i = 0; i < count; i++) {
    const nonce = chain.getPendingNonce(alice.address)
    hashes.push(await chain.submit(signed(alice, { nonce, to: bob.address, value: COIN })))
  }
  return hashes
}

describe('a chain in a directory', () => {
  test('goes on where it was, with the same hashes as one that never stopped', async () => {
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
      expect(chain.getBlock(number)).toEqual(unstopped.getBlock(number))
      const [found, wanted] = await Promise.all([chain, unstopped].map((c) => c.viewAt({ number })))
      expect(found?.state.getBalance(bob.address)).toBe(wanted?.state.getBalance(bob.address))
    }
    expect(chain.getBlock(7n)).toBeUndefined()
    await chain.close()
  })

  test('keeps what waits', async () => {
    const directory = temporaryDirectory()
    const before = await openTestChain(directory)
    const waiting = signed(alice, { nonce: 1n, to: bob.address })
    await before.submit(waiting)
    await before.close()
    const chain = await openTestChain(directory)
    expect(chain.getPooledTransaction(waiting.hash)).toEqual(waiting)
    await grow(chain, 1)
    expect(chain.getTransaction(waiting.hash)?.block.number).toBe(2)
    await chain.close()
    const after = await openTestChain(directory)
    expect(after.getPooledTransaction(waiting.hash)).toBeUndefined()
    await after.close()
  })

  test('keeps what a snapshot was reverted to', async () => {
    const directory = temporaryDirectory()
    const before = await openTestChain(directory)
    const [kept] = await grow(before, 1)
    const id = await before.snapshot()
    const [gone] = await grow(before, 2)
    await before.revert(id)
    await before.close()
    const chain = await openTestChain(directory)
    expect(chain.latest.number).toBe(1)
    expect(chain.getTransaction(kept as Hash)?.block.number).toBe(1)
    expect(chain.getTransaction(gone as Hash)).toBeUndefined()
    await chain.close()
  })

  test('is refused with another genesis block, and both are named', async () => {
    const directory = temporaryDirectory()
    const chain = await openTestChain(directory)
    const found = chain.latest.hash
    await chain.close()
    const genesis = testGenesis({ timestamp: 1n })
    const given = testChain(genesis).latest.hash
    await expect(openTestChain(directory, { genesis })).rejects.toMatchObject({
      refusal: { code: 'GENESIS_MISMATCH', found, given },
    })
    await (await openTestChain(directory)).close()
  })

  test('is refused with other rules, which no block shows', async () => {
    const directory = temporaryDirectory()
    await (await openTestChain(directory)).close()
    await expect(
      openTestChain(directory, { genesis: testGenesis({ chainId: 5n }) }),
    ).rejects.toMatchObject({
      refusal: { code: 'SETTING_MISMATCH', setting: 'chainId', found: '713714', given: '5' },
    })
    await expect(
      openTestChain(directory, { genesis: testGenesis({ hardfork: 'shanghai' }) }),
    ).rejects.toMatchObject({ code: 'GENESIS_MISMATCH' })
  })

  test('takes a genesis whose config is only written in another order', async () => {
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
    expect(chain.earliestState).toBe(8n)
    for (let number = 0n; number <= 10n; number++) {
      expect(chain.getBlock(number)?.number).toBe(Number(number))
      const view = chain.viewAt({ number })
      if (number >= 8n) {
        expect((await view).state.getBalance(bob.address)).toBe((1000n + number) * COIN)
      } else {
        await expect(view).rejects.toMatchObject({
          refusal: { code: 'BLOCK_PRUNED', number, earliest: 8n },
        })
        await expect(chain.proveStorage({ number }, alice.address, [])).rejects.toThrow(
          expect.objectContaining({ code: 'BLOCK_PRUNED' }),
        )
      }
    }
    for (const hash of hashes) expect(chain.getTransaction(hash)).toBeDefined()
    await chain.close()
  })

  test('prunes nothing that a snapshot or a branch needs', async () => {
    const chain = await create(1)
    await grow(chain, 2)
    const id = await chain.snapshot()
    await grow(chain, 3)
    const branch = await chain.branch()
    expect(await chain.revert(id)).toBe(true)
    expect((await chain.viewAt(latest)).state.getBalance(bob.address)).toBe(1002n * COIN)
    await grow(chain, 5)
    expect((await branch.viewAt(latest)).state.getBalance(bob.address)).toBe(1005n * COIN)
    await branch.close()
    await grow(chain, 1)
    expect(chain.earliestState).toBe(8n)
    await chain.close()
  })
})

describe.each([
  ['in memory', async (keep: number) => testChain(undefined, { keep })],
  ['on disk', (keep: number) => openTestChain(temporaryDirectory(), { keep })],
])('a chain %s that prunes and forks', (_, create: (keep: number) => Promise<Chain>) => {
  const balanceAt = async (chain: Chain) =>
    (await chain.viewAt(latest)).state.getBalance(bob.address)

  test('keeps what a kept snapshot shares with the way that was taken', async () => {
    const chain = await create(1)
    await grow(chain, 4)
    const early = await chain.snapshot()
    await grow(chain, 6)
    const late = await chain.snapshot({ keep: true })
    await chain.revert(early)
    await grow(chain, 8)
    expect(await chain.revert(late)).toBe(true)
    expect(await balanceAt(chain)).toBe(1010n * COIN)
    await grow(chain, 3)
    expect(await balanceAt(chain)).toBe(1013n * COIN)
    await chain.close()
  })

  test('says of its branches too which state is gone', async () => {
    const chain = await create(5)
    await grow(chain, 10)
    const branch = await chain.branch()
    await grow(chain, 10)
    expect(branch.earliestState).toBe(chain.earliestState)
    await expect(branch.viewAt({ number: 7n })).rejects.toMatchObject({
      refusal: { code: 'BLOCK_PRUNED', number: 7n, earliest: 10n },
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
  expect(chain.earliestState).toBe(102n)
  await chain.close()
  const after = await openTestChain(directory)
  expect(after.earliestState).toBe(102n)
  await after.close()
})
