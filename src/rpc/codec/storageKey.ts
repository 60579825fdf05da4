import { bytesToHex, hexToBytes, isHex, toQuantity } from '../../primitives/encoding/hex.ts'
import { jsonKind } from '../../primitives/encoding/json.ts'
import { invalidParams, type RpcError, serverError } from '../errors/rpcError.ts'
import type { Codec } from './codec.ts'

/**
 * A storage slot: up to 32 bytes; short or odd ones are padded on the left, `0x` is optional.
 * Invalid ones are rejected with -32000 and these texts, as other nodes do for this parameter.
 */
export const storageKey: Codec<Uint8Array> = slotCodec((reason) =>
  serverError(`unable to decode storage key: ${reason}`),
)

/** A storage slot to prove: as {@link storageKey}, but rejected with -32602. */
export const provenKey: Codec<Uint8Array> = slotCodec((reason, path) =>
  invalidParams(`${path}: ${reason}`),
)

/** `complain` creates the error for an invalid slot. */
function slotCodec(complain: (reason: string, path: string) => RpcError): Codec<Uint8Array> {
  return {
    decode(json, path) {
      if (typeof json === 'number' && Number.isSafeInteger(json) && json >= 0) {
        return slot(toQuantity(json).slice(2))
      }
      if (typeof json !== 'string') {
        throw invalidParams(`${path}: want a hex string, got ${jsonKind(json)}`)
      }
      const fault = slotFault(json)
      if (fault !== undefined) throw complain(fault, path)
      return slot(digitsOf(json))
    },
    encode: bytesToHex,
    schema: { type: 'string', title: 'storage slot', pattern: '^(0x)?[0-9a-fA-F]{0,64}$' },
  }
}

/** What is wrong with the text of a slot, or undefined. */
export function slotFault(text: string): string | undefined {
  const digits = digitsOf(text)
  if (!isHex(`0x${digits}`)) return 'hex string invalid'
  return digits.length > 64 ? 'hex string too long, want at most 32 bytes' : undefined
}

function digitsOf(text: string): string {
  return /^0x/i.test(text) ? text.slice(2) : text
}

function slot(digits: string): Uint8Array {
  return hexToBytes(digits.padStart(64, '0'))
}
