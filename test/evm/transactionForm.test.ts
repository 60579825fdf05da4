import { isDeepStrictEqual } from 'node:util'
import { createCustomCommon, Hardfork, Mainnet } from '@ethereumjs/common'
import { createTxFromRLP, type TypedTransaction } from '@ethereumjs/tx'
import { bytesToHex as libraryHex } from '@ethereumjs/util'
import { Transaction as EthersTransaction } from 'ethers'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeBlock, encodeBlock } from '../../src/chain/block/blockCodec.ts'
import { TxError } from '../../src/evm/errors.ts'
import { decodeTransaction, decodeWithKey } from '../../src/evm/transaction/decodeTransaction.ts'
import { recoverAuthority } from '../../src/evm/transaction/delegation.ts'
import { signTransaction } from '../../src/evm/transaction/signTransaction.ts'
import {
  MAX_NONCE,
  type Transaction,
  type UnsignedTransaction,
} from '../../src/evm/transaction/transaction.ts'
import { encodeSigned } from '../../src/evm/transaction/transactionCodec.ts'
import { validateSender, validateStateless } from '../../src/evm/transaction/validateTransaction.ts'
import { addressToBytes } from '../../src/primitives/address.ts'
import { keccak256 } from '../../src/primitives/crypto/keccak.ts'
import { sign } from '../../src/primitives/crypto/secp256k1.ts'
import { concatBytes } from '../../src/primitives/encoding/bytes.ts'
import { bytesToHash, bytesToHex } from '../../src/primitives/encoding/hex.ts'
import { writeRlp } from '../../src/primitives/encoding/rlp.ts'
import { alice, bob, carol } from '../support/accounts.ts'
import { testChain } from '../support/chain.ts'
import { CHAIN_ID } from '../support/genesis.ts'
import { anyRaw, everyChange, nearlyRaw } from '../support/rawTransactions.ts'

/*
 * Compares the decoder with two others on bytes that are nearly a transaction. @ethereumjs/tx
 * checks all limits but accepts an empty string as a list. ethers checks lists but accepts leading
 * zeros.
 */

const RUNS = Number(process.env.FUZZ_RUNS ?? 25)
const MAX_WORD = 2n ** 256n - 1n

interface Verdict {
  readonly hash: string
  readonly from: string
}

/** With the library's own cryptography, which the node replaces. */
const common = createCustomCommon({ chainId: Number(CHAIN_ID) }, Mainnet, {
  hardfork: Hardfork.Prague,
})

function byLibrary(raw: Uint8Array): TypedTransaction | undefined {
  try {
    const tx = createTxFromRLP(raw, { common, allowUnlimitedInitCodeSize: true })
    return tx.isSigned() ? tx : undefined
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
    if (error instanceof TxError) return error.code
    throw error
  }
}

/**
 * ethers reads nonces as numbers, only authorizations with a possible signature, and looks at the
 * tip.
 */
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

const slot = bytesToHash(new Uint8Array(32).fill(7))
const { r, s, yParity } = sign(
  keccak256(concatBytes(Uint8Array.of(5), writeRlp([CHAIN_ID, addressToBytes(carol.address), 3n]))),
  bob.privateKey,
)
const unsigned: UnsignedTransaction = {
  type: 4,
  chainId: CHAIN_ID,
  nonce: 300n,
  gasLimit: 100_000n,
  to: bob.address,
  value: 5n,
  data: Uint8Array.of(1, 2, 3),
  maxFeePerGas: 20n,
  maxPriorityFeePerGas: 1n,
  accessList: [{ address: carol.address, storageKeys: [slot, slot] }],
  authorizationList: [{ chainId: CHAIN_ID, address: carol.address, nonce: 3n, r, s, yParity }],
}

const chain = testChain()
const limits = { hardfork: 'prague', gasLimit: 2n ** 64n - 1n, baseFeePerGas: 0n } as const

async function requireAgreement(tx: Transaction): Promise<void> {
  const { raw, hash, from, publicKey = new Uint8Array(0) } = tx
  expect(bytesToHex(encodeSigned(tx, tx.signature))).toBe(bytesToHex(raw))
  expect(isDeepStrictEqual(decodeWithKey(raw, publicKey), tx)).toBe(true)
  const block = { ...chain.blocks.latest, transactions: [tx] }
  expect(isDeepStrictEqual(decodeBlock(encodeBlock(block)), block)).toBe(true)
  if (!isBeyondEthers(tx)) expect(byEthers(raw)).toEqual({ hash, from })
  if (!isLeftToChain(tx)) {
    const library = byLibrary(raw)
    expect(library && libraryHex(library.hash())).toBe(hash)
    if (isBeyondEthers(tx)) expect(library?.getSenderAddress().toString()).toBe(from)
  } else {
    const { state } = await chain.state.viewAt({ tag: 'latest' })
    expect(() => {
      validateStateless(tx, limits)
      validateSender(tx, state)
    }).toThrow(TxError)
  }
}

test('accepts valid fields of each type and agrees with other decoders', async () => {
  await fc.assert(
    fc.asyncProperty(anyRaw, async (raw) => {
      await requireAgreement(decodeTransaction(raw, CHAIN_ID))
    }),
    { numRuns: RUNS },
  )
})

/** What others take, but this chain does not. */
const expected: ReadonlySet<string> = new Set(['UNPROTECTED_TRANSACTION'])

/**
 * Whether the decoder takes the bytes. What it refuses, at least one of the others refuses, too.
 */
async function requireSameVerdict(raw: Uint8Array): Promise<boolean> {
  const tx = decode(raw)
  if (typeof tx !== 'string') {
    await requireAgreement(tx)
    return true
  }
  if (expected.has(tx) || byLibrary(raw) === undefined) return false
  expect(byEthers(raw), `${bytesToHex(raw)} is refused as ${tx}`).toBeUndefined()
  return false
}

test.each([0, 1, 2, 4] as const)(
  'judges each change of a field like other decoders, type %d',
  async (type) => {
    const from = { ...unsigned, type, maxPriorityFeePerGas: type < 2 ? 20n : 1n }
    const tx = signTransaction(from, alice.privateKey)
    let accepted = 0
    for (const raw of everyChange(tx.raw)) if (await requireSameVerdict(raw)) accepted++
    expect(accepted).toBeGreaterThan(5)
  },
)

test('accepts the same near-valid transactions as other decoders', async () => {
  let accepted = 0
  await fc.assert(
    fc.asyncProperty(nearlyRaw, async (raw) => {
      if (await requireSameVerdict(raw)) accepted++
    }),
    { numRuns: RUNS * 5 },
  )
  expect(accepted).toBeGreaterThan(RUNS / 5)
})
