import { padLeft } from '../../primitives/encoding/bytes.ts'
import { hexToBytes, isHex } from '../../primitives/encoding/hex.ts'
import { isJsonObject, jsonKind } from '../../primitives/encoding/json.ts'
import { ChainError } from '../errors.ts'

const DECIMAL = /^[0-9]{1,78}$/
const QUANTITY = /^0x[0-9a-fA-F]{1,64}$/

/** @param where path of the field, as `accounts.0xab….nonce`; empty for the whole file */
export function badState(where: string, reason: string, cause?: unknown): ChainError {
  const refusal = { code: 'BAD_STATE', where, reason } as const
  return new ChainError(refusal, cause === undefined ? undefined : { cause })
}

/** @throws ChainError BAD_STATE */
export function readDumpObject(value: unknown, where: string): Readonly<Record<string, unknown>> {
  if (isJsonObject(value)) return value
  throw badState(where, `want an object, got ${jsonKind(value)}`)
}

/**
 * Reads a number, or its decimal or hexadecimal text.
 * @throws ChainError BAD_STATE
 */
export function readDumpInteger(value: unknown, where: string, most: bigint): bigint {
  const number = toBigInt(value)
  if (number === undefined) throw badState(where, `want an integer, got ${show(value)}`)
  if (number > most) throw badState(where, `${show(value)} exceeds the maximum, ${most}`)
  return number
}

/**
 * Reads bytes in hexadecimal.
 * @throws ChainError BAD_STATE
 */
export function readDumpBytes(value: unknown, where: string): Uint8Array {
  if (isHex(value) && value.length % 2 === 0) return hexToBytes(value)
  throw badState(where, `want bytes in hexadecimal, got ${show(value)}`)
}

/**
 * Reads 32 bytes; leading zeros are optional.
 * @throws ChainError BAD_STATE
 */
export function readDumpWord(value: unknown, where: string): Uint8Array {
  if (typeof value !== 'string' || !QUANTITY.test(value)) {
    throw badState(where, `want a word in hexadecimal, got ${show(value)}`)
  }
  const digits = value.slice(2)
  return padLeft(hexToBytes(digits.length % 2 === 0 ? digits : `0${digits}`), 32)
}

function toBigInt(value: unknown): bigint | undefined {
  if (typeof value === 'number') {
    return Number.isSafeInteger(value) && value >= 0 ? BigInt(value) : undefined
  }
  const isNumeral = typeof value === 'string' && (DECIMAL.test(value) || QUANTITY.test(value))
  return isNumeral ? BigInt(value) : undefined
}

function show(value: unknown): string {
  if (typeof value !== 'string' && typeof value !== 'number') return jsonKind(value)
  const shown = JSON.stringify(value)
  return shown.length <= 60 ? shown : `${shown.slice(0, 60)}…`
}
