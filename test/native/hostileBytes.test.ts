import { fc, test } from '@fast-check/vitest'
import { TxBody, TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx'
import { describe, expect } from 'vitest'
import { decodeNativeTransaction } from '../../src/native/codec/decodeNativeTransaction.ts'
import { encodeAssociate } from '../../src/native/codec/evmTransactionBytes.ts'
import { signNativeTransaction } from '../../src/native/codec/signNativeTransaction.ts'
import { NativeTxError } from '../../src/native/errors.ts'
import { bytesToHex } from '../../src/primitives/encoding/hex.ts'
import { alice, bob } from '../support/accounts.ts'
import { COSMOS_CHAIN, nativeOf, PREFIX } from '../support/native/cosmos.ts'
import { runs } from '../support/runs.ts'

const signed = signNativeTransaction({
  messages: [
    {
      kind: 'send',
      from: nativeOf(alice),
      to: nativeOf(bob),
      coins: [
        { denom: 'uatom', amount: 1n },
        { denom: 'usei', amount: 300n },
      ],
    },
    {
      kind: 'evmSend',
      from: nativeOf(alice),
      to: bob.address,
      coins: [{ denom: 'usei', amount: 1n }],
    },
    { kind: 'associate', sender: nativeOf(alice), customMessage: 'hi' },
  ],
  memo: 'memo',
  timeoutHeight: 500n,
  fee: { coins: [{ denom: 'usei', amount: 4000n }], gasLimit: 200_000n },
  privateKey: alice.privateKey,
  sequence: 3n,
  accountNumber: 7n,
  chainId: COSMOS_CHAIN,
})
const association = encodeAssociate({ v: 1n, r: 2n ** 255n, s: 3n, customMessage: 'hi' })

/** Whether it is read; any other failure than a refusal fails the test. */
function isRead(raw: Uint8Array): boolean {
  try {
    const tx = decodeNativeTransaction(raw, PREFIX)
    expect(tx.raw).toBe(raw)
    return true
  } catch (error) {
    if (!(error instanceof NativeTxError)) throw error
    return false
  }
}

describe('accepts or rejects any input', () => {
  test('the transactions mutated below are valid', () => {
    expect([signed, association].map(isRead)).toEqual([true, true])
  })

  test.prop([fc.uint8Array({ maxLength: 300 })], { numRuns: runs({ quick: 200, full: 1000 }) })(
    'any bytes',
    (raw) => {
      isRead(raw)
    },
  )

  const change = fc.record({ at: fc.nat(), byte: fc.nat(255) })
  test.prop(
    [fc.constantFrom(signed, association), fc.array(change, { minLength: 1, maxLength: 3 })],
    { numRuns: runs({ quick: 300, full: 2000 }) },
  )('changed bytes', (original, changes) => {
    const raw = Uint8Array.from(original)
    for (const { at, byte } of changes) raw[at % raw.length] = byte
    isRead(raw)
  })

  test.prop([fc.constantFrom(signed, association), fc.nat(), fc.nat(300), fc.uint8Array()], {
    numRuns: runs({ quick: 200, full: 1000 }),
  })('replaced pieces', (original, at, length, piece) => {
    const start = at % original.length
    isRead(
      Uint8Array.from([...original.slice(0, start), ...piece, ...original.slice(start + length)]),
    )
  })

  test('rejects every prefix', () => {
    for (let end = 0; end < signed.length; end++) {
      // Without its signature a transaction is complete but unsigned.
      expect(isRead(signed.slice(0, end)), bytesToHex(signed.slice(0, end))).toBe(false)
    }
  })
})

describe('decodes large valid input quickly', () => {
  const MANY = 65_000
  const pairs = (first: number, second: number) =>
    Uint8Array.from({ length: 2 * MANY }, (_, i) => (i % 2 === 0 ? first : second))
  const bodyOf = (bodyBytes: Uint8Array) => TxRaw.encode(TxRaw.fromPartial({ bodyBytes })).finish()
  const varint = (n: number): number[] => (n < 128 ? [n] : [(n & 127) | 128, ...varint(n >> 7)])
  const field = (tag: number, bytes: Uint8Array) =>
    Uint8Array.from([tag, ...varint(bytes.length), ...bytes])
  /** Messages in messages, each the second field of the one around it. */
  const nested = (depth: number) => {
    const heads: number[][] = []
    let length = 0
    for (let i = 0; i < depth; i++) {
      const head = [0x12, ...varint(length)]
      heads.push(head)
      length += head.length
    }
    return Uint8Array.from(heads.reverse().flat())
  }

  test('rejects nested multisig keys', () => {
    const signer = field(0x0a, field(0x12, nested(30_000)))
    const raw = TxRaw.encode({
      bodyBytes: TxRaw.decode(signed).bodyBytes,
      authInfoBytes: Uint8Array.from([...signer, 0x12, 0x00]),
      signatures: [new Uint8Array(64)],
    }).finish()
    expect(() => decodeNativeTransaction(raw, PREFIX)).toThrow(
      expect.objectContaining({ code: 'UNSUPPORTED_SIGN_MODE' }),
    )
  })

  test.each([
    ['empty messages', bodyOf(pairs(0x0a, 0x00))],
    ['numbers', bodyOf(pairs(0x18, 0x01))],
    ['signatures', pairs(0x1a, 0x00)],
    ['one long number', bodyOf(Uint8Array.from([0x18, ...new Uint8Array(120_000).fill(0xff)]))],
    [
      'a long name of a type',
      bodyOf(
        TxBody.encode(
          TxBody.fromPartial({ messages: [{ typeUrl: '/'.repeat(120_000) }] }),
        ).finish(),
      ),
    ],
  ])('%s', (_name, raw) => {
    expect(raw.length).toBeLessThanOrEqual(2 ** 17)
    expect(isRead(raw)).toBe(false)
  })
})
