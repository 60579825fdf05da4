import { type Address, parseAddress } from '../../primitives/address.ts'
import { bytesToBigInt, padLeft } from '../../primitives/encoding/bytes.ts'
import { hexToBytes } from '../../primitives/encoding/hex.ts'
import { GenesisError } from '../errors.ts'

/** Maximum of 64-bit and 256-bit fields. */
export const MAX_UINT64 = (1n << 64n) - 1n
export const MAX_UINT256 = (1n << 256n) - 1n

/** Returns the members of a JSON object that are present. Null counts as absent, as in geth. */
export type JsonFields = ReadonlyMap<string, unknown>

const HEX_NUMBER = /^0x[0-9a-fA-F]{1,128}$/
const DECIMAL = /^[0-9]{1,100}$/
const HEX_BYTES = /^0x(?:[0-9a-fA-F]{2})*$/
const HEX_DIGITS = /^(?:0x)?[0-9a-fA-F]{0,64}$/
const ADDRESS = /^(?:0x)?[0-9a-fA-F]{40}$/
const PLAIN_NAME = /^[\w$-]{1,66}$/

/** Throws a problem of `field`; an empty path means the whole file. */
export function genesisError(field: string, reason: string): never {
  throw new GenesisError({ code: 'BAD_GENESIS', field, reason })
}

/** Returns the path of a member of `field`, on one line for any name. */
export function memberOf(field: string, name: string): string {
  const text = PLAIN_NAME.test(name) ? name : JSON.stringify(name.slice(0, 66))
  return field === '' ? text : `${field}.${text}`
}

/**
 * Returns the members of an object with free names, or names that pass `checkName`, which also sees
 * those of null members.
 */
export function readMap(
  json: unknown,
  field: string,
  checkName: (name: string, path: string) => void = () => {},
): JsonFields {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    return genesisError(field, `want an object, got ${kindOf(json)}`)
  }
  for (const name of Object.keys(json)) checkName(name, memberOf(field, name))
  return new Map(Object.entries(json).filter(([, value]) => value !== null && value !== undefined))
}

/** Returns the members of an object that may have only `known` names. */
export function readObject(json: unknown, field: string, known: readonly string[]): JsonFields {
  return readMap(json, field, (name, path) => {
    if (!known.includes(name)) genesisError(path, 'unknown field')
  })
}

/** Returns the items of an array; none if it is absent. */
export function readArray(json: unknown, field: string): readonly unknown[] {
  if (json === undefined) return []
  return Array.isArray(json) ? json : genesisError(field, `want an array, got ${kindOf(json)}`)
}

/** Reads a non-negative integer: `0x` string, decimal string, or a safe JSON number. */
export function readQuantity(json: unknown, field: string, max: bigint): bigint {
  const value = toInteger(json, field)
  return value <= max ? value : genesisError(field, `above the largest value, ${max}`)
}

function toInteger(json: unknown, field: string): bigint {
  if (typeof json === 'string' && (HEX_NUMBER.test(json) || DECIMAL.test(json))) return BigInt(json)
  if (typeof json !== 'number')
    return genesisError(field, `want a non-negative integer, got ${show(json)}`)
  if (!Number.isInteger(json) || json < 0)
    genesisError(field, `want a non-negative integer, got ${json}`)
  if (!Number.isSafeInteger(json))
    genesisError(field, 'too large for a JSON number: write it as text')
  return BigInt(json)
}

/** Reads a string. */
export function readText(json: unknown, field: string): string {
  return typeof json === 'string' ? json : genesisError(field, `want text, got ${show(json)}`)
}

/** Reads a boolean. */
export function readBoolean(json: unknown, field: string): boolean {
  return typeof json === 'boolean'
    ? json
    : genesisError(field, `want true or false, got ${show(json)}`)
}

/** Reads bytes: `0x` and an even number of digits, or an empty string. */
export function readHexBytes(json: unknown, field: string): Uint8Array {
  if (json === '') return new Uint8Array(0)
  if (typeof json !== 'string' || !HEX_BYTES.test(json)) {
    return genesisError(
      field,
      `want 0x and an even number of hexadecimal digits, got ${show(json)}`,
    )
  }
  return hexToBytes(json)
}

/** Reads exactly `length` bytes. */
export function readFixedBytes(json: unknown, field: string, length: number): Uint8Array {
  const bytes = readHexBytes(json, field)
  return bytes.length === length
    ? bytes
    : genesisError(field, `want ${length} bytes, got ${bytes.length}`)
}

/** Reads a 32-byte word; leading zeros and the prefix are optional. */
export function readWord(json: unknown, field: string): Uint8Array {
  if (typeof json !== 'string' || !HEX_DIGITS.test(json)) {
    return genesisError(field, `want at most 64 hexadecimal digits, got ${show(json)}`)
  }
  const digits = json.startsWith('0x') ? json.slice(2) : json
  return padLeft(hexToBytes(digits.padStart(digits.length + (digits.length % 2), '0')), 32)
}

/** Reads an EVM address in any letter case; the prefix is optional. */
export function readHexAddress(json: unknown, field: string): Address {
  if (typeof json !== 'string' || !ADDRESS.test(json)) {
    return genesisError(field, `want an address of 40 hexadecimal digits, got ${show(json)}`)
  }
  return parseAddress(json.startsWith('0x') ? json : `0x${json}`)
}

/** Returns whether all bytes are zero. */
export function isZero(bytes: Uint8Array): boolean {
  return bytesToBigInt(bytes) === 0n
}

function show(json: unknown): string {
  if (typeof json !== 'string') return typeof json === 'number' ? String(json) : kindOf(json)
  const text = JSON.stringify(json)
  return text.length <= 80 ? text : `text of ${json.length} characters`
}

function kindOf(json: unknown): string {
  if (json === undefined) return 'nothing'
  if (json === null) return 'null'
  if (Array.isArray(json)) return 'an array'
  return typeof json === 'object' ? 'an object' : `a ${typeof json}`
}
