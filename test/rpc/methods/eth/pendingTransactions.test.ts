import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toQuantity } from '../../../../src/primitives/encoding/hex.ts'
import { alice, bob, carol } from '../../../support/accounts.ts'
import { signed, testChain } from '../../../support/chain.ts'
import { rpcOf } from '../../../support/rpc/rpc.ts'
import { runs } from '../../../support/runs.ts'

interface Listed {
  readonly from: string
  readonly nonce: string
}
type Content = Readonly<Record<string, Readonly<Record<string, Listed>>>>

const senders = [alice, bob, carol]
const sent = fc.uniqueArray(fc.tuple(fc.nat(2), fc.nat(6)), {
  selector: ([sender, nonce]) => `${sender} ${nonce}`,
  maxLength: 12,
})

test('eth_pendingTransactions lists all that waits, also after a gap of nonces', async () => {
  let gaps = 0
  await fc.assert(
    fc.asyncProperty(sent, async (pairs) => {
      const chain = testChain()
      await chain.mining.configure({ automine: false })
      const transactions = pairs.map(([who, nonce]) =>
        signed(senders[who] ?? alice, { nonce: BigInt(nonce), to: bob.address }),
      )
      for (const transaction of transactions) await chain.pool.submit(transaction)
      const ask = rpcOf(chain)
      const listed = await ask<readonly Listed[]>('eth_pendingTransactions')
      const wanted = transactions.map(({ from, nonce, hash }) => ({
        ...{ from, hash, nonce: toQuantity(nonce) },
        ...{ blockNumber: null, blockHash: null, transactionIndex: null },
      }))
      expect(listed).toHaveLength(wanted.length)
      for (const each of wanted) expect(listed).toContainEqual(expect.objectContaining(each))
      // The transactions of a sender are in order.
      for (const { address } of senders) {
        const nonces = listed.filter(({ from }) => from === address).map(({ nonce }) => +nonce)
        expect(nonces).toEqual(nonces.toSorted((a, b) => a - b))
      }
      const { queued } = await ask<{ queued: Content }>('txpool_content')
      gaps += Object.keys(queued).length
      await chain.close()
    }),
    { numRuns: runs({ quick: 10, full: 100 }) },
  )
  expect(gaps).toBeGreaterThan(0)
})
