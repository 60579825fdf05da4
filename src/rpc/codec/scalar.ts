import { type Address, toChecksumAddress } from '../../primitives/address.ts'
import { padLeft } from '../../primitives/encoding/bytes.ts'
import {
  bytesToHex,
  type Hash,
  type Hex,
  hexToBytes,
  isHex,
  toQuantity,
} from '../../primitives/encoding/hex.ts'
import { jsonKind } from '../../primitives/encoding/json.ts'
import { invalidParams } from '../errors/rpcError.ts'
import type { Codec } from './codec.ts'

/** A boolean. */
export const boolean: Codec<boolean> = {
  decode(json, path) {
    if (typeof json !== 'boolean') {
      throw invalidParams(`${path}: want true or false, got ${jsonKind(json)}`)
    }
    return json
  },
  encode: (value) => value,
  schema: { type: 'boolean', title: 'boolean' },
}

/** A string. */
export const text: Codec<string> = {
  decode(json, path) {
    if (typeof json !== 'string') {
      throw invalidParams(`${path}: want a string, got ${jsonKind(json)}`)
    }
    return json
  },
  encode: (value) => value,
  schema: { type: 'string', title: 'text' },
}

/** An integer of at most `bits` bits. Accepts leading zeros, decimal strings and JSON numbers. */
function unsigned(bits: number): Codec<bigint> {
  return {
    decode(json, path) {
      const value = readInteger(json, path)
      if (value >> BigInt(bits) !== 0n) throw invalidParams(`${path}: hex number > ${bits} bits`)
      return value
    },
    encode: toQuantity,
    schema: {
      type: 'string',
      title: `quantity (${bits} bits)`,
      pattern: '^0x(0|[1-9a-f][0-9a-f]*)$',
    },
  }
}

/** An amount: an integer of at most 256 bits. */
export const quantity: Codec<bigint> = unsigned(256)

/** A nonce, amount of gas or time: an integer of at most 64 bits. */
export const uint64: Codec<bigint> = unsigned(64)

/** A number of seconds: an integer of at most 32 bits. */
export const uint32: Codec<bigint> = unsigned(32)

/** An index. Values beyond safe integers lose digits, which is harmless for a lookup. */
export const index: Codec<number> = {
  decode: (json, path) => Number(uint64.decode(json, path)),
  encode: toQuantity,
  schema: uint64.schema,
}

/** Bytes of any length. */
export const bytes: Codec<Uint8Array> = {
  decode(json, path) {
    const hex = readHex(json, path)
    if (hex.length % 2 !== 0) throw invalidParams(`${path}: hex string of odd length`)
    return hexToBytes(hex)
  },
  encode: bytesToHex,
  schema: { type: 'string', title: 'bytes', pattern: '^0x([0-9a-fA-F]{2})*$' },
}

const HEX_DIGITS = /^[0-9a-f]*$/i
const BECH32 = /^[a-z][a-z0-9]*1[02-9ac-hj-np-z]{6,}$/i

/** 20 bytes, in any letter case. */
export const address: Codec<Address> = {
  decode(json, path) {
    if (typeof json === 'string') checkAddressKind(json, path)
    return readFixed(json, path, 40) as Address
  },
  encode: (value) => value,
  schema: { type: 'string', title: 'address', pattern: '^0x[0-9a-fA-F]{40}$' },
}

/** The same, encoded with the checksum of EIP-55. */
export const checksumAddress: Codec<Address> = {
  ...address,
  encode: toChecksumAddress,
  schema: { ...address.schema, title: 'address with checksum' },
}

/** 32 bytes. */
export const hash: Codec<Hash> = {
  decode: (json, path) => readFixed(json, path, 64) as Hash,
  encode: (value) => value,
  schema: { type: 'string', title: 'hash (32 bytes)', pattern: '^0x[0-9a-fA-F]{64}$' },
}

/** A 32-byte word as bytes; shorter input is padded on the left. */
export const word: Codec<Uint8Array> = {
  decode(json, path) {
    const digits = readHex(json, path).slice(2)
    if (digits.length > 64) {
      throw invalidParams(`${path}: hex string has length ${digits.length}, want at most 64`)
    }
    return padLeft(hexToBytes(digits.padStart(64, '0')), 32)
  },
  encode: bytesToHex,
  schema: { type: 'string', title: 'word (32 bytes)', pattern: '^0x[0-9a-fA-F]{0,64}$' },
}

/**
 * Validates text of `0x` and digits.
 *
 * @throws RpcError -32602
 */
export function readHex(json: unknown, path: string): Hex {
  if (typeof json !== 'string') {
    throw invalidParams(`${path}: want a hex string, got ${jsonKind(json)}`)
  }
  if (json === '') throw invalidParams(`${path}: empty hex string`)
  const prefixed = json.startsWith('0X') ? `0x${json.slice(2)}` : json
  if (!prefixed.startsWith('0x')) throw invalidParams(`${path}: hex string without 0x prefix`)
  if (!isHex(prefixed)) throw invalidParams(`${path}: invalid hex string`)
  return prefixed
}

/**
 * Parses a non-negative integer in hexadecimal text, decimal text or a JSON number.
 *
 * @throws RpcError -32602
 */
export function readInteger(json: unknown, path: string): bigint {
  if (typeof json === 'number') {
    if (Number.isSafeInteger(json) && json >= 0) return BigInt(json)
    throw invalidParams(`${path}: want a non-negative integer`)
  }
  if (typeof json === 'string' && /^[0-9]{1,78}$/.test(json)) return BigInt(json)
  const hex = readHex(json, path)
  if (hex === '0x') throw invalidParams(`${path}: hex string "0x"`)
  // Thousands of digits exceed every range and are slow to parse.
  if (hex.length > 1026) throw invalidParams(`${path}: hex number too long`)
  return BigInt(hex)
}

/** Explains the expected address if a native one is given. */
function checkAddressKind(text: string, path: string): void {
  if (HEX_DIGITS.test(text) || /^0x/i.test(text)) return
  if (BECH32.test(text)) throw invalidParams(`${path}: want an EVM address, got a native address`)
  if (text.includes('.')) throw invalidParams(`${path}: want a 20-byte hex EVM address, got a name`)
}

function readFixed(json: unknown, path: string, digits: number): Hex {
  const hex = readHex(json, path)
  if (hex.length !== digits + 2) {
    throw invalidParams(`${path}: hex string has length ${hex.length - 2}, want ${digits}`)
  }
  return hex.toLowerCase() as Hex
}

/** A count as a JSON number. */
export const countSchema = { title: 'number', type: 'integer', minimum: 0 } as const

/** {@link index} for methods with JSON numbers. */
export const plainNumber: Codec<number> = {
  ...index,
  encode: (value) => value,
  schema: {
    anyOf: [countSchema, index.schema],
  },
}
