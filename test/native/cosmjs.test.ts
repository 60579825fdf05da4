import { createHash } from 'node:crypto'
import { Secp256k1, Secp256k1Signature } from '@cosmjs/crypto'
import { decodeTxRaw, makeSignBytes, makeSignDoc } from '@cosmjs/proto-signing'
import { fc, test } from '@fast-check/vitest'
import { MsgSend } from 'cosmjs-types/cosmos/bank/v1beta1/tx'
import { SignMode } from 'cosmjs-types/cosmos/tx/signing/v1beta1/signing'
import { TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx'
import { expect } from 'vitest'
import type { Coin } from '../../src/modules/bank/bank.ts'
import { decodeNativeTransaction } from '../../src/native/codec/decodeNativeTransaction.ts'
import {
  signNativeTransaction,
  verifySignature,
} from '../../src/native/codec/signNativeTransaction.ts'
import { compressPublicKey } from '../../src/primitives/crypto/secp256k1.ts'
import { sha256 } from '../../src/primitives/crypto/sha256.ts'
import { alice, bob } from '../support/accounts.ts'
import { arbitraryCoins, arbitraryInteger } from '../support/native/arbitraryNative.ts'
import { COSMOS_CHAIN, nativeOf, PREFIX, signWithCosmjs } from '../support/native/cosmos.ts'
import { runs } from '../support/runs.ts'

const toText = (coins: readonly Coin[]) =>
  coins.map(({ denom, amount }) => ({ denom, amount: amount.toString() }))

const send = {
  coins: arbitraryCoins,
  memo: fc
    .string({ unit: 'grapheme', maxLength: 20 })
    .filter((memo) => Buffer.byteLength(memo) <= 256),
  timeoutHeight: arbitraryInteger(64),
  sequence: arbitraryInteger(64),
  accountNumber: arbitraryInteger(64),
  gasLimit: arbitraryInteger(40).map(Number),
}

test.prop([fc.record(send)], { numRuns: runs({ quick: 10, full: 50 }) })(
  'decodes and verifies transactions of CosmJS with their hash',
  async (given) => {
    const raw = await signWithCosmjs({ ...given, coins: toText(given.coins) })
    const tx = decodeNativeTransaction(raw, PREFIX)
    const { coins, memo, timeoutHeight, sequence, accountNumber, gasLimit } = given
    expect(tx.messages).toEqual([{ kind: 'send', from: nativeOf(alice), to: nativeOf(bob), coins }])
    expect(tx).toMatchObject({ memo, timeoutHeight })
    expect(tx.fee.gasLimit).toBe(BigInt(gasLimit))
    expect(tx.hash).toBe(`0x${createHash('sha256').update(raw).digest('hex')}`)
    const [signer] = tx.signers
    if (signer === undefined) throw new Error('nobody signed')
    expect(signer.sequence).toBe(sequence)
    expect(signer.publicKey).toEqual(compressPublicKey(alice.publicKey))
    expect(verifySignature(tx, signer, COSMOS_CHAIN, accountNumber)).toBe(true)
    expect(verifySignature(tx, signer, COSMOS_CHAIN, accountNumber ^ 1n)).toBe(false)
  },
)

test.prop([fc.record(send)], { numRuns: runs({ quick: 10, full: 50 }) })(
  'CosmJS decodes and verifies our transactions',
  ({ coins, gasLimit, accountNumber, ...given }) => {
    const raw = signNativeTransaction({
      ...given,
      accountNumber,
      messages: [{ kind: 'send', from: nativeOf(alice), to: nativeOf(bob), coins }],
      fee: { coins, gasLimit: BigInt(gasLimit) },
      privateKey: alice.privateKey,
      chainId: COSMOS_CHAIN,
    })
    const { body, authInfo, signatures } = decodeTxRaw(raw)
    expect(body).toMatchObject({ memo: given.memo, timeoutHeight: given.timeoutHeight })
    expect(body.messages.map(({ typeUrl }) => typeUrl)).toEqual(['/cosmos.bank.v1beta1.MsgSend'])
    expect(body.messages.map(({ value }) => MsgSend.decode(value))).toEqual([
      { fromAddress: nativeOf(alice), toAddress: nativeOf(bob), amount: toText(coins) },
    ])
    expect(authInfo.fee).toMatchObject({ amount: toText(coins), gasLimit: BigInt(gasLimit) })
    const [info] = authInfo.signerInfos
    expect(info?.sequence).toBe(given.sequence)
    expect(info?.modeInfo?.single?.mode).toBe(SignMode.SIGN_MODE_DIRECT)
    const { bodyBytes, authInfoBytes } = TxRaw.decode(raw)
    const doc = makeSignDoc(bodyBytes, authInfoBytes, COSMOS_CHAIN, accountNumber)
    const signature = Secp256k1Signature.fromFixedLength(signatures[0] ?? new Uint8Array(64))
    const key = compressPublicKey(alice.publicKey)
    expect(Secp256k1.verifySignature(signature, sha256(makeSignBytes(doc)), key)).toBe(true)
  },
)
