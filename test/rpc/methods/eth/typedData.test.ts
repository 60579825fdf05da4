import { fc, test } from '@fast-check/vitest'
import { TypedDataEncoder } from 'ethers'
import { hashTypedData as viemHash } from 'viem'
import { describe, expect } from 'vitest'
import {
  hashTypedData,
  type TypedData,
  TypedDataError,
} from '../../../../src/primitives/crypto/typedData.ts'
import { bytesToHex } from '../../../../src/primitives/encoding/hex.ts'

const mail: TypedData = {
  types: {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'version', type: 'string' },
      { name: 'chainId', type: 'uint256' },
      { name: 'verifyingContract', type: 'address' },
    ],
    Person: [
      { name: 'name', type: 'string' },
      { name: 'wallet', type: 'address' },
    ],
    Mail: [
      { name: 'from', type: 'Person' },
      { name: 'to', type: 'Person' },
      { name: 'contents', type: 'string' },
    ],
  },
  primaryType: 'Mail',
  domain: {
    name: 'Ether Mail',
    version: '1',
    chainId: 1,
    verifyingContract: '0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC',
  },
  message: {
    from: { name: 'Cow', wallet: '0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826' },
    to: { name: 'Bob', wallet: '0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB' },
    contents: 'Hello, Bob!',
  },
}

/** A type and a value of it. */
const hex = (length: number) =>
  fc.uint8Array({ minLength: length, maxLength: length }).map(bytesToHex)
const atom = fc.oneof(
  fc.record({ type: fc.constant('string'), value: fc.string({ unit: 'grapheme' }) }),
  fc.record({ type: fc.constant('bool'), value: fc.boolean() }),
  fc.record({ type: fc.constant('bytes'), value: fc.uint8Array().map(bytesToHex) }),
  fc.record({ type: fc.constant('address'), value: hex(20) }),
  fc
    .integer({ min: 1, max: 32 })
    .chain((size) => fc.record({ type: fc.constant(`bytes${size}`), value: hex(size) })),
  fc.integer({ min: 1, max: 32 }).chain((size) =>
    fc.record({
      type: fc.constant(`uint${size * 8}`),
      value: fc.bigInt(0n, (1n << BigInt(size * 8)) - 1n).map(String),
    }),
  ),
  fc.integer({ min: 1, max: 32 }).chain((size) =>
    fc.record({
      type: fc.constant(`int${size * 8}`),
      value: fc
        .bigInt(-(1n << BigInt(size * 8 - 1)), (1n << BigInt(size * 8 - 1)) - 1n)
        .map(String),
    }),
  ),
)

/** Structs with an array, nested structs and a fixed array of structs. */
const generated = fc
  .tuple(fc.array(atom, { minLength: 1, maxLength: 6 }), atom, fc.integer({ min: 0, max: 3 }))
  .map(([atoms, item, length]): TypedData => {
    const inner = { value: item.value }
    return {
      types: {
        Zinner: [{ name: 'value', type: item.type }],
        Outer: [
          ...atoms.map(({ type }, i) => ({ name: `field${i}`, type })),
          { name: 'list', type: `${item.type}[]` },
          { name: 'one', type: 'Zinner' },
          { name: 'many', type: 'Zinner[][2]' },
        ],
      },
      primaryType: 'Outer',
      domain: { name: 'test', chainId: 5 },
      message: {
        ...Object.fromEntries(atoms.map(({ value }, i) => [`field${i}`, value])),
        list: Array.from({ length }, () => item.value),
        one: inner,
        many: [[inner], Array.from({ length }, () => inner)],
      },
    }
  })

describe('hashTypedData', () => {
  test('agrees with the example of EIP-712', () => {
    expect(bytesToHex(hashTypedData(mail))).toBe(
      '0xbe609aee343fb3c4b28e1df9e632fca64fcfaede20f02e86244efddf30957bd2',
    )
  })

  test.prop([generated])('agrees with viem and ethers', (data) => {
    const hash = bytesToHex(hashTypedData(data))
    const types = data.types as Record<string, { name: string; type: string }[]>
    expect(hash).toBe(viemHash({ ...data, types } as Parameters<typeof viemHash>[0]))
    expect(hash).toBe(TypedDataEncoder.hash(data.domain, types, data.message))
  })

  test.each<[string, Partial<TypedData>]>([
    ['an unknown primary type', { primaryType: 'Letter' }],
    ['an inherited name as type', { primaryType: 'constructor' }],
    ['a missing value', { message: { from: mail.message.from, to: mail.message.to } }],
    ['a short address', { message: { ...mail.message, to: { name: 'Bob', wallet: '0x12' } } }],
    ['a number beyond its type', { domain: { ...mail.domain, chainId: -1 } }],
  ])('refuses %s', (_, change) => {
    expect(() => hashTypedData({ ...mail, ...change })).toThrow(TypedDataError)
  })
})
