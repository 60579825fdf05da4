import type { Hash } from '../../primitives/encoding/hex.ts'
import { jsonKind } from '../../primitives/encoding/json.ts'
import { invalidParams } from '../errors/rpcError.ts'
import type { Codec } from './codec.ts'

const DIGITS = /^(?:0x)?([0-9a-f]*)$/i

/** The hash of a transaction as Cosmos writes it, upper case without `0x`, or as Ethereum does. */
export const bareHash: Codec<Hash> = {
  decode(json, path) {
    if (typeof json !== 'string') {
      throw invalidParams(`${path}: want a hex string, got ${jsonKind(json)}`)
    }
    const [, digits] = DIGITS.exec(json) ?? []
    if (digits === undefined) throw invalidParams(`${path}: invalid hex string`)
    if (digits.length !== 64) {
      throw invalidParams(`${path}: hex string has length ${digits.length}, want 64`)
    }
    return `0x${digits.toLowerCase()}` as Hash
  },
  encode: (hash) => hash,
  schema: {
    type: 'string',
    title: 'hash (32 bytes), with or without 0x',
    pattern: '^(0x)?[0-9a-fA-F]{64}$',
  },
}
