import { bytesToBase64 } from '../../primitives/encoding/bytes.ts'
import { invalidParams } from '../errors/rpcError.ts'
import type { Codec } from './codec.ts'
import { bytes, text } from './scalar.ts'

/**
 * Bytes of a native transaction, in hexadecimal with `0x` or in base64. One text is never both: the base64 of a TxRaw, which begins
 * with 0x0a, begins with `C`.
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
