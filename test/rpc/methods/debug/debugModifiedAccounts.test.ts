import { describe, expect, test } from 'vitest'
import type { Chain } from '../../../../src/chain/chain.ts'
import { feeCollector } from '../../../../src/modules/moduleAccounts.ts'
import { type Address, contractAddress, parseAddress } from '../../../../src/primitives/address.ts'
import { hexToBytes } from '../../../../src/primitives/encoding/hex.ts'
import { alice, bob, carol, type TestAccount } from '../../../support/accounts.ts'
import { openTestChain, signed, testChain } from '../../../support/chain.ts'
import { temporaryDirectory } from '../../../support/directory.ts'
import { rpcOf } from '../../../support/rpc/rpc.ts'

const NOBODY = parseAddress(`0x${'dd'.repeat(20)}`)
const BY_NUMBER = 'debug_getModifiedAccountsByNumber'
const BY_HASH = 'debug_getModifiedAccountsByHash'

const sorted = (...accounts: readonly (TestAccount | Address)[]) =>
  [
    feeCollector.evm,
    ...accounts.map((each) => (typeof each === 'string' ? each : each.address)),
  ].sort()

const pay = (chain: Chain, from: TestAccount, nonce: bigint, to: Address, value = 1n) =>
  chain.pool.submit(signed(from, { nonce, to, value }))

/** Alice pays Bob, Bob pays an unused account, Carol creates a contract. */
async function mine(chain: Chain): Promise<void> {
  await pay(chain, alice, 0n, bob.address)
  await pay(chain, bob, 0n, NOBODY)
  await chain.pool.submit(signed(carol, { data: hexToBytes('600160005560016000f3') }))
}

/** What each block changed, and what some stretches of them did. */
async function expectChanges(chain: Chain): Promise<void> {
  const ask = rpcOf(chain)
  const created = contractAddress(carol.address, 0n)
  const cases = [
    [1, undefined, sorted(alice, bob)],
    [2, undefined, sorted(bob, NOBODY)],
    [3, undefined, sorted(carol, created)],
    [0, 1, sorted(alice, bob)],
    [1, 3, sorted(bob, NOBODY, carol, created)],
    [0, 3, sorted(alice, bob, NOBODY, carol, created)],
  ] as const
  const hashOf = (number?: number) =>
    number === undefined ? null : chain.blocks.get(BigInt(number))?.hash
  for (const [start, end, expected] of cases) {
    expect(await ask(BY_NUMBER, start, end)).toEqual(expected)
    expect(await ask(BY_HASH, hashOf(start), hashOf(end))).toEqual(expected)
  }
  expect(await ask(BY_NUMBER, 'earliest', 'latest')).toEqual(await ask(BY_NUMBER, '0x0', '0x3'))
}

describe('modified accounts', () => {
  test('are senders, recipients, created contracts and the fee collector', async () => {
    const chain = testChain()
    await mine(chain)
    await expectChanges(chain)
  })

  test('are the same on disk and after a restart', async () => {
    const directory = temporaryDirectory()
    const chain = await openTestChain(directory)
    await mine(chain)
    await expectChanges(chain)
    await chain.close()
    const again = await openTestChain(directory)
    await expectChanges(again)
    await again.close()
  })

  test.each(['memory', 'directory'])(
    'belong to the current blocks after a revert, in %s',
    async (where) => {
      const chain = where === 'memory' ? testChain() : await openTestChain(temporaryDirectory())
      await pay(chain, alice, 0n, bob.address)
      const left = await chain.snapshots.take()
      await pay(chain, alice, 1n, NOBODY)
      const gone = chain.blocks.latest.hash
      await chain.snapshots.revert(left)
      await pay(chain, carol, 0n, bob.address)
      const ask = rpcOf(chain)
      expect(await ask(BY_NUMBER, 2)).toEqual(sorted(carol, bob))
      expect(await ask(BY_NUMBER, 0, 2)).toEqual(sorted(alice, carol, bob))
      await expect(ask(BY_HASH, gone)).rejects.toMatchObject({
        code: -32000,
        message: `block ${gone} not found`,
      })
      const branch = await chain.branch()
      await pay(branch, bob, 0n, NOBODY)
      expect(await rpcOf(branch)(BY_NUMBER, 1, 3)).toEqual(sorted(carol, bob, NOBODY))
      await chain.close()
    },
  )

  test('are unavailable for pruned states', async () => {
    const chain = testChain(undefined, { keep: 2 })
    await mine(chain)
    const ask = rpcOf(chain)
    expect(chain.state.earliest).toBe(2n)
    expect(await ask(BY_NUMBER, 3)).toEqual(sorted(carol, contractAddress(carol.address, 0n)))
    const refused = {
      code: -32000,
      message: 'requested height 1 has been pruned; earliest available is 2',
    }
    await expect(ask(BY_NUMBER, 2)).rejects.toMatchObject(refused)
    await expect(ask(BY_NUMBER, 1, 3)).rejects.toMatchObject(refused)
    expect(await ask(BY_NUMBER, 'earliest', 'latest')).toEqual(await ask(BY_NUMBER, 2, 3))
  })
})
