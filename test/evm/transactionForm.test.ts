import { createCustomCommon, Hardfork, Mainnet } from '@ethereumjs/common'
import { createTxFromRLP } from '@ethereumjs/tx'
import { bytesToHex as libraryHex } from '@ethereumjs/util'
import { Transaction as EthersTransaction } from 'ethers'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeBlock, encodeBlock } from '../../src/chain/block/blockCodec.ts'
import { TxRefused } from '../../src/evm/errors.ts'
import { decodeTransaction, decodeWithKey } from '../../src/evm/transaction/decodeTransaction.ts'
import { recoverAuthority } from '../../src/evm/transaction/delegation.ts'
import { MAX_NONCE, type Transaction } from '../../src/evm/transaction/transaction.ts'
import { encodeSigned } from '../../src/evm/transaction/transactionCodec.ts'
import { validateForm, validateSender } from '../../src/evm/transaction/validateTransaction.ts'
import { bytesToHex } from '../../src/primitives/hex.ts'
import { testChain } from '../support/chain.ts'
import { CHAIN_ID } from '../support/genesis.ts'
import { anyRaw, nearlyRaw } from '../support/rawTransactions.ts'

/*
 * The decoder beside two others, on bytes that are nearly a transaction: @ethereumjs/tx, which knows all limits but takes an empty string
 * for a list, and ethers, which knows lists but takes leading zeros.
 */

const RUNS = Number(process.env.FUZZ_RUNS ?? 25)
const MAX_WORD = 2n ** 256n - 1n

interface Verdict {
  readonly hash: string
  readonly from: string
}

/** Without what the node puts in the place of the library's cryptography. */
const common = createCustomCommon({ chainId: Number(CHAIN_ID) }, Mainnet, {
  hardfork: Hardfork.Prague,
})

function byLibrary(raw: Uint8Array): Verdict | undefined {
  try {
    const tx = createTxFromRLP(raw, { common, allowUnlimitedInitCodeSize: true })
    if (!tx.isSigned()) return undefined
    return { hash: libraryHex(tx.hash()), from: tx.getSenderAddress().toString() }
  } catch {
    return undefined
  }
}

/** Undefined also where it would write the transaction in other bytes. */
function byEthers(raw: Uint8Array): Verdict | undefined {
  try {
    const tx = EthersTransaction.from(bytesToHex(raw))
    const { hash, from, serialized } = tx
    if (hash === null || from === null || serialized !== bytesToHex(raw)) return undefined
    return { hash, from: from.toLowerCase() }
  } catch {
    return undefined
  }
}

/** `undefined` for a refusal. */
function decode(raw: Uint8Array): Transaction | string {
  try {
    return decodeTransaction(raw, CHAIN_ID)
  } catch (error) {
    if (error instanceof TxRefused) return error.code
    throw error
  }
}

/** ethers reads nonces as numbers, only authorizations with a possible signature, and looks at the tip. */
function isBeyondEthers(tx: Transaction): boolean {
  const { nonce, authorizationList } = tx
  return (
    tx.maxPriorityFeePerGas > tx.maxFeePerGas ||
    nonce > BigInt(Number.MAX_SAFE_INTEGER) ||
    authorizationList.some(
      ({ nonce: own, ...rest }) =>
        own > BigInt(Number.MAX_SAFE_INTEGER) ||
        recoverAuthority({ ...rest, nonce: own }) === undefined,
    )
  )
}

/** The library looks at values as well, which are here the chain's to judge, as in geth. */
function isLeftToChain(tx: Transaction): boolean {
  return (
    tx.nonce === MAX_NONCE ||
    tx.maxPriorityFeePerGas > tx.maxFeePerGas ||
    tx.gasLimit * tx.maxFeePerGas > MAX_WORD ||
    (tx.type === 4 && (tx.to === undefined || tx.authorizationList.length === 0))
  )
}

const chain = testChain()
const limits = { hardfork: 'prague', gasLimit: 2n ** 64n - 1n, baseFeePerGas: 0n } as const

async function requireAgreement(tx: Transaction): Promise<void> {
  const { raw, hash, from, publicKey = new Uint8Array(0) } = tx
  expect(bytesToHex(encodeSigned(tx, tx.signature))).toBe(bytesToHex(raw))
  expect(decodeWithKey(raw, publicKey)).toStrictEqual(tx)
  const block = { ...chain.latest, transactions: [tx] }
  expect(decodeBlock(encodeBlock(block))).toStrictEqual(block)
  if (!isBeyondEthers(tx)) expect(byEthers(raw)).toEqual({ hash, from })
  if (!isLeftToChain(tx)) expect(byLibrary(raw)).toEqual({ hash, from })
  else {
    const { state } = await chain.viewAt({ tag: 'latest' })
    expect(() => {
      validateForm(tx, limits)
      validateSender(tx, state)
    }).toThrow(TxRefused)
  }
}

test('takes what fits the fields of a type, and agrees with other decoders', async () => {
  await fc.assert(
    fc.asyncProperty(anyRaw, async (raw) => {
      await requireAgreement(decodeTransaction(raw, CHAIN_ID))
    }),
    { numRuns: RUNS },
  )
})

/** What others take, but this chain does not. */
const expected: ReadonlySet<string> = new Set(['UNPROTECTED_TRANSACTION'])

test('takes of what is nearly a transaction what other decoders take', async () => {
  let accepted = 0
  await fc.assert(
    fc.asyncProperty(nearlyRaw, async (raw) => {
      const tx = decode(raw)
      if (typeof tx !== 'string') {
        accepted++
        return requireAgreement(tx)
      }
      if (expected.has(tx) || byLibrary(raw) === undefined) return
      expect(byEthers(raw), `refused as ${tx}`).toBeUndefined()
    }),
    { numRuns: RUNS * 5 },
  )
  expect(accepted).toBeGreaterThan(RUNS / 5)
})
