import { bytesToBase64 } from '../../primitives/encoding/bytes.ts'
import type { Hash } from '../../primitives/encoding/hex.ts'
import { jsonKind } from '../../primitives/encoding/json.ts'
import { invalidParams } from '../errors/rpcError.ts'
import type { Codec } from './codec.ts'
import { bytes, text } from './scalar.ts'

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

/**
 * Bytes of a native transaction, in hexadecimal with `0x` or in base64. One text is never both: the
 * base64 of a TxRaw, which begins with 0x0a, begins with `C`.
 */
export const nativeBytes: Codec<Uint8Array> = {
  decode(json, path) {
    const given = text.decode(json, path)
    if (/^0x/i.test(given)) return bytes.decode(given, path)
    if (/^0a[0-9a-f]*$/i.test(given)) throw invalidParams(`${path}: hex string without 0x prefix`)
    const decoded = Uint8Array.from(Buffer.from(given, 'base64'))
    if (given !== '' && bytesToBase64(decoded) === given) return decoded
    throw invalidParams(`${path}: want 0x and hexadecimal digits, or base64`)
  },
  encode: bytesToBase64,
  schema: {
    type: 'string',
    title: 'bytes of a native transaction, as hexadecimal or base64',
    pattern: '^(0[xX][0-9a-fA-F]*|[A-Za-z0-9+/]+=*)$',
  },
}
