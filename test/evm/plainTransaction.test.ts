import { createCustomCommon, Hardfork, Mainnet } from '@ethereumjs/common'
import { RLP } from '@ethereumjs/rlp'
import { createTxFromRLP } from '@ethereumjs/tx'
import { bytesToHex as libraryHex } from '@ethereumjs/util'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeTransaction } from '../../src/evm/transaction/decodeTransaction.ts'
import { readPlainTransaction } from '../../src/evm/transaction/plainTransaction.ts'
import { readList, readRlp } from '../../src/evm/transaction/rlpFields.ts'
import type { Transaction } from '../../src/evm/transaction/transaction.ts'
import { bigIntToBytes, concatBytes, trimLeft } from '../../src/primitives/bytes.ts'
import { bytesToHex } from '../../src/primitives/hex.ts'
import { alice, bob } from '../support/accounts.ts'
import { signed } from '../support/chain.ts'
import { CHAIN_ID } from '../support/genesis.ts'
import { runs } from '../support/runs.ts'

const RUNS = runs({ quick: 20, full: 100 })

/** The library alone: without what the node puts in the place of its cryptography. */
const common = createCustomCommon({ chainId: Number(CHAIN_ID) }, Mainnet, {
  hardfork: Hardfork.Prague,
})

/** What both must agree on. */
function summary(tx: Transaction) {
  const { type, nonce, gasLimit, to, value, data, hash, from, publicKey } = tx
  return {
    ...{ type, nonce, gasLimit, to, value, hash, from },
    data: bytesToHex(data),
    publicKey: publicKey && bytesToHex(publicKey),
    fees: [tx.maxFeePerGas, tx.maxPriorityFeePerGas],
    signature: [tx.signature.r, tx.signature.s, tx.v],
  }
}

function byLibrary(raw: Uint8Array) {
  const tx = createTxFromRLP(raw, { common, allowUnlimitedInitCodeSize: true })
  const fees =
    'gasPrice' in tx ? [tx.gasPrice, tx.gasPrice] : [tx.maxFeePerGas, tx.maxPriorityFeePerGas]
  return {
    ...{ type: tx.type, nonce: tx.nonce, gasLimit: tx.gasLimit, to: tx.to?.toString() },
    ...{ value: tx.value, hash: libraryHex(tx.hash()), from: tx.getSenderAddress().toString() },
    data: libraryHex(tx.data),
    publicKey: libraryHex(tx.getSenderPublicKey()),
    fees,
    signature: [tx.r, tx.s, tx.v],
  }
}

const word = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })
const transactions = fc
  .record({
    type: fc.constantFrom(0 as const, 2 as const),
    nonce: fc.oneof(fc.bigInt({ min: 0n, max: 300n }), fc.constant(2n ** 64n - 2n)),
    gasLimit: fc.oneof(fc.constant(21_000n), fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })),
    value: word,
    data: fc.uint8Array({ maxLength: 300 }),
    fees: fc.tuple(fc.bigInt({ min: 0n, max: 2n ** 100n }), fc.bigInt({ min: 0n, max: 2n ** 70n })),
    isCreation: fc.boolean(),
  })
  .map(({ fees: [fee, tip], isCreation, type, ...fields }) =>
    signed(alice, {
      ...fields,
      type,
      ...(isCreation ? {} : { to: bob.address }),
      maxFeePerGas: fee + tip,
      maxPriorityFeePerGas: type === 0 ? fee + tip : tip,
    }),
  )

test('transactions are read as the library reads them, without it', () => {
  fc.assert(
    fc.property(transactions, ({ raw, type }) => {
      const fields = readList(readRlp(type === 0 ? raw : raw.subarray(1)))
      expect(readPlainTransaction(raw, type, fields)).toBeDefined()
      expect(summary(decodeTransaction(raw, CHAIN_ID))).toEqual(byLibrary(raw))
    }),
    { numRuns: RUNS },
  )
})

const odd = fc.oneof(
  fc.constantFrom(new Uint8Array(0), Uint8Array.of(0), Uint8Array.of(0, 1), Uint8Array.of(1)),
  fc.constantFrom(8, 9, 20, 32, 33, 60).map((length) => new Uint8Array(length).fill(0xff)),
  fc.constantFrom([], [new Uint8Array(20)], [[bigIntToBytes(1n, 20), []]]),
  fc.bigInt({ min: 0n, max: 2n ** 64n }).map((value) => trimLeft(bigIntToBytes(value, 32))),
)

test('whatever is odd is accepted only where the library accepts it', () => {
  let accepted = 0
  fc.assert(
    fc.property(
      transactions,
      fc.array(fc.tuple(fc.nat(12), odd), { maxLength: 2 }),
      fc.option(fc.tuple(fc.nat(), fc.nat(255)), { nil: undefined, freq: 3 }),
      ({ raw, type }, replaced, flipped) => {
        const fields = [...readList(readRlp(type === 0 ? raw : raw.subarray(1)))]
        for (const [at, value] of replaced) if (at < fields.length) fields[at] = value
        const body = RLP.encode(fields as never)
        const changed = type === 0 ? body : concatBytes(Uint8Array.of(type), body)
        if (flipped !== undefined) changed[flipped[0] % changed.length] = flipped[1]
        let read: Transaction
        try {
          read = decodeTransaction(changed, CHAIN_ID)
        } catch {
          return
        }
        accepted++
        expect(summary(read)).toEqual(byLibrary(changed))
      },
    ),
    { numRuns: RUNS * 3 },
  )
  expect(accepted).toBeGreaterThan(RUNS / 10)
})
