import fc from 'fast-check'
import { expect, test } from 'vitest'
import { engineSealer } from '../../../src/chain/block/blockSealer.ts'
import { encodeWholeBlock } from '../../../src/chain/block/consensusRlp.ts'
import { referenceSealer } from '../../../src/chain/block/referenceSealer.ts'
import { hardforks, isAtLeast } from '../../../src/evm/rules/hardfork.ts'
import type { TransactionType } from '../../../src/evm/transaction/transaction.ts'
import { bytesToAddress } from '../../../src/primitives/address.ts'
import { bytesToHash } from '../../../src/primitives/encoding/hex.ts'
import { alice } from '../../support/accounts.ts'
import { anyReceipt } from '../../support/chain/arbitraryBlock.ts'
import { signed } from '../../support/chain.ts'
import { CHAIN_ID } from '../../support/genesis.ts'
import { runs } from '../../support/runs.ts'

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })
const upTo = (bits: number) => fc.bigInt({ min: 0n, max: 2n ** BigInt(bits) - 1n })

const sinceForks = [
  [0, 'chainstart'],
  [1, 'berlin'],
  [2, 'london'],
] as const

test.each(hardforks)('engine and reference seal the same blocks under %s', async (hardfork) => {
  const types = sinceForks.filter(([, fork]) => isAtLeast(hardfork, fork)).map(([type]) => type)
  const transaction = fc
    .record({
      type: fc.constantFrom<TransactionType>(...types),
      nonce: upTo(40),
      value: upTo(200),
      data: fc.uint8Array({ maxLength: 70 }),
    })
    .map(({ type, ...fields }) =>
      signed(alice, {
        ...fields,
        type,
        ...(type === 2 ? {} : { gasPrice: 7n }),
      }),
    )
  const contents = fc.record({
    parentHash: bytes(32).map(bytesToHash),
    number: fc.nat().map(BigInt),
    timestamp: upTo(53),
    miner: bytes(20).map(bytesToAddress),
    gasLimit: upTo(62),
    baseFeePerGas: upTo(256),
    mixHash: bytes(32),
    difficulty: upTo(256),
    nonce: bytes(8),
    extraData: fc.uint8Array({ maxLength: 32 }),
    stateRoot: bytes(32).map(bytesToHash),
    body: fc.array(fc.tuple(transaction, anyReceipt), { maxLength: 20 }),
  })
  await fc.assert(
    fc.asyncProperty(contents, async ({ body, ...fields }) => {
      const transactions = body.map(([tx]) => tx)
      // The library rejects blocks that use more than their gas limit.
      const receipts = body.map(([, receipt]) => ({
        ...receipt,
        cumulativeGasUsed: receipt.cumulativeGasUsed % (fields.gasLimit + 1n),
      }))
      const rest = { chainId: CHAIN_ID, hardfork, version: 1, native: [] }
      const block = { ...fields, ...rest, transactions, receipts }
      const sealed = await engineSealer.seal(block)
      expect(await referenceSealer.seal(block)).toEqual(sealed)
      expect(sealed.sizeBytes).toBe(encodeWholeBlock(sealed).length)
    }),
    { numRuns: runs({ quick: 5, full: 30 }) },
  )
})
