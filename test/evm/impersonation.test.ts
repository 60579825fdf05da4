import { createTxFromRLP } from '@ethereumjs/tx'
import { Transaction as EthersTransaction } from 'ethers'
import fc from 'fast-check'
import { keccak256, parseTransaction } from 'viem'
import { describe, expect, test } from 'vitest'
import { forkRules } from '../../src/evm/rules/forkRules.ts'
import { impersonate, isImpersonated } from '../../src/evm/transaction/impersonation.ts'
import { type Address, bytesToAddress, ZERO_ADDRESS } from '../../src/primitives/address.ts'
import { bytesToHex } from '../../src/primitives/encoding/hex.ts'
import { alice } from '../support/accounts.ts'
import { anyUnsigned } from '../support/chain/arbitraryBlock.ts'
import { signed } from '../support/chain.ts'
import { runs } from '../support/runs.ts'

const numRuns = runs({ quick: 10, full: 50 })
/** Order of secp256k1 (SEC 2). */
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const anyAddress = fc.uint8Array({ minLength: 20, maxLength: 20 }).map(bytesToAddress)
const anyTransfer = signed(alice, { to: alice.address })

describe('an impersonated transaction', () => {
  test('is a signed transaction to other libraries', () => {
    fc.assert(
      fc.property(anyUnsigned, anyAddress, (any, sender) => {
        // The others have numbers for nonces.
        const unsigned = { ...any, nonce: any.nonce >> 32n }
        const tx = impersonate(unsigned, sender)
        const raw = bytesToHex(tx.raw)
        const { r, s } = tx.signature
        expect(r > 0n && r < ORDER && s > 0n && s <= ORDER / 2n).toBe(true)
        expect(tx.hash).toBe(keccak256(raw))

        const library = createTxFromRLP(tx.raw, {
          common: forkRules(unsigned.chainId, 'prague'),
          allowUnlimitedInitCodeSize: true,
        })
        expect(bytesToHex(library.hash())).toBe(tx.hash)
        expect(library.verifySignature()).toBe(true)
        expect(library).toMatchObject({ nonce: tx.nonce, value: tx.value, r, s, v: tx.v })
        // For them an authorization's numbers must fit, too.
        if (tx.type === 4) return
        expect(parseTransaction(raw).to ?? undefined).toBe(tx.to)
        const ethers = EthersTransaction.from(raw)
        expect(ethers.hash).toBe(tx.hash)
        expect(ethers.chainId).toBe(unsigned.chainId)
        expect(ethers.signature?.yParity).toBe(tx.signature.yParity)
      }),
      { numRuns },
    )
  })

  test('has a hash and a signature that depend only on the sender', () => {
    fc.assert(
      fc.property(anyAddress, anyAddress, (one, other) => {
        fc.pre(one !== other)
        expect(impersonate(anyTransfer, one)).toEqual(impersonate(anyTransfer, one))
        expect(impersonate(anyTransfer, one).hash).not.toBe(impersonate(anyTransfer, other).hash)
      }),
      { numRuns },
    )
    expect(impersonate(anyTransfer, alice.address).hash).not.toBe(anyTransfer.hash)
  })

  test.each([ZERO_ADDRESS, `0x${'ff'.repeat(20)}` as Address])('may be sent by %s', (sender) => {
    const tx = impersonate(anyTransfer, sender)
    expect(tx.from).toBe(sender)
    expect(isImpersonated(tx)).toBe(true)
    expect(EthersTransaction.from(bytesToHex(tx.raw)).from?.toLowerCase()).not.toBe(sender)
  })

  test('cannot be attributed to another sender', () => {
    const tx = impersonate(anyTransfer, alice.address)
    expect(isImpersonated({ ...tx, from: ZERO_ADDRESS })).toBe(false)
    expect(isImpersonated({ ...anyTransfer, publicKey: undefined })).toBe(false)
  })
})
