import { type Json, jsonKind } from '../../primitives/encoding/json.ts'
import { invalidParams } from '../errors/rpcError.ts'
import type { Codec } from './codec.ts'
import { record } from './compound.ts'
import { text } from './scalar.ts'

const DIGITS = /^(?:0x)?([0-9a-f]+)$/i

/** A number of at most 32 bytes in hexadecimal, with or without `0x`. */
const bareWord: Codec<bigint> = {
  decode(json, path) {
    if (typeof json !== 'string') {
      throw invalidParams(`${path}: want a hex string, got ${jsonKind(json)}`)
    }
    const [, digits] = DIGITS.exec(json) ?? []
    if (digits === undefined) throw invalidParams(`${path}: invalid hex string`)
    if (digits.length > 64) {
      throw invalidParams(`${path}: hex string has length ${digits.length}, want at most 64`)
    }
    return BigInt(`0x${digits}`)
  },
  encode: (value) => `0x${value.toString(16).padStart(64, '0')}`,
  schema: {
    type: 'string',
    title: '32-byte integer, with or without 0x',
    pattern: '^(0x)?[0-9a-fA-F]{1,64}$',
  },
}

/** Parity of y. Values 27 and 28 are rejected, because `27` might be hexadecimal. */
const parity: Codec<bigint> = {
  decode(json, path) {
    const value = typeof json === 'number' ? json : bareWord.decode(json, path)
    if (value === 0 || value === 0n) return 0n
    if (value === 1 || value === 1n) return 1n
    const given = JSON.stringify(json as Json)
    throw invalidParams(`${path}: want the parity of y, 0 or 1, which is v - 27; got ${given}`)
  },
  encode: (value) => `0x${value}`,
  schema: { title: 'parity of y, 0 or 1', anyOf: [{ type: 'string' }, { type: 'number' }] },
}

/** Signature that associates the two addresses of a key. */
export const association = record(
  { custom_message: text, r: bareWord, s: bareWord, v: parity },
  {
    title: 'association',
    description: 'Signature that associates the EVM and native addresses of its key.',
    meanings: {
      custom_message:
        'at most 64 characters; the signature is over its keccak256, without an added prefix',
    },
  },
)
