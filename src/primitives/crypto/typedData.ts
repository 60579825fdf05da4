import { DomainError } from '../domainError.ts'
import { bigIntToBytes, concatBytes, EMPTY_BYTES, padLeft, utf8ToBytes } from '../encoding/bytes.ts'
import { hexToBytes, isHex } from '../encoding/hex.ts'
import { keccak256 } from './keccak.ts'

/**
 * Structured data to sign (EIP-712). `domain` and `message` hold JSON values of the types in
 * `types`.
 */
export interface TypedData {
  readonly types: TypedDataTypes
  readonly primaryType: string
  readonly domain: Readonly<Record<string, unknown>>
  readonly message: Readonly<Record<string, unknown>>
}

/** Struct types by name. `EIP712Domain` is optional and defaults to the fields of the domain. */
export type TypedDataTypes = Readonly<Record<string, readonly TypedDataField[]>>
export interface TypedDataField {
  readonly name: string
  readonly type: string
}

/** The path of an invalid value in typed data, such as `message.to`, and the reason. */
export type TypedDataErrorDetails = {
  readonly code: 'BAD_TYPED_DATA'
  readonly field: string
  readonly reason: string
}

export class TypedDataError extends DomainError<TypedDataErrorDetails> {
  override readonly name = 'TypedDataError'
}

const DOMAIN = 'EIP712Domain'
const DOMAIN_FIELDS: readonly TypedDataField[] = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
  { name: 'salt', type: 'bytes32' },
]
/** Maximum nesting, far above that of real data. */
const MAX_DEPTH = 64
const ARRAY = /^(.+)\[([0-9]*)\]$/
const INTEGER = /^(u?)int([0-9]*)$/
const FIXED_BYTES = /^bytes([0-9]+)$/

/**
 * Returns the 32 bytes to sign: keccak256(0x1901 ‖ domain separator ‖ hash of the message).
 *
 * @throws TypedDataError
 */
export function hashTypedData(data: TypedData): Uint8Array {
  const types = withDomainType(data)
  const parts = [Uint8Array.of(0x19, 0x01), hashStruct(types, DOMAIN, data.domain, 'domain', 0)]
  if (data.primaryType !== DOMAIN) {
    parts.push(hashStruct(types, data.primaryType, data.message, 'message', 0))
  }
  return keccak256(concatBytes(...parts))
}

/**
 * Returns the encoding of a struct type and all structs it refers to: `Mail(Person
 * from)Person(string name)`.
 */
function encodeType(types: TypedDataTypes, primary: string): string {
  const found = new Set<string>()
  const waiting = [primary]
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (found.has(name)) continue
    found.add(name)
    for (const { type } of fieldsOf(types, name) ?? []) {
      const base = type.replace(/(\[[0-9]*\])+$/, '')
      if (fieldsOf(types, base) !== undefined) waiting.push(base)
    }
  }
  found.delete(primary)
  return [primary, ...[...found].sort()]
    .map((name) => {
      const fields = fieldsOf(types, name) ?? []
      return `${name}(${fields.map(({ name, type }) => `${type} ${name}`).join(',')})`
    })
    .join('')
}

function hashStruct(
  types: TypedDataTypes,
  name: string,
  value: unknown,
  path: string,
  depth: number,
): Uint8Array {
  const fields = fieldsOf(types, name)
  if (fields === undefined) throw refuse(path, `unknown type ${name}`)
  if (depth > MAX_DEPTH) throw refuse(path, 'nested too deeply')
  if (!isObject(value)) throw refuse(path, `want an object of type ${name}`)
  const words = fields.map((field) => {
    const item = Object.hasOwn(value, field.name) ? value[field.name] : undefined
    return encodeValue(types, field.type, item, `${path}.${field.name}`, depth + 1)
  })
  return keccak256(concatBytes(keccak256(utf8ToBytes(encodeType(types, name))), ...words))
}

/** Returns the 32-byte encoding of a value in its struct. */
function encodeValue(
  types: TypedDataTypes,
  type: string,
  value: unknown,
  path: string,
  depth: number,
): Uint8Array {
  const array = ARRAY.exec(type)
  if (array !== null) {
    const [, item = '', length = ''] = array
    if (!Array.isArray(value)) throw refuse(path, `want an array of type ${type}`)
    if (depth > MAX_DEPTH) throw refuse(path, 'nested too deeply')
    if (length !== '' && value.length !== Number(length)) throw refuse(path, `want ${length} items`)
    const words = value.map((v, i) => encodeValue(types, item, v, `${path}[${i}]`, depth + 1))
    return keccak256(concatBytes(...words))
  }
  if (fieldsOf(types, type) !== undefined) {
    // In version 4 of eth_signTypedData, a missing struct is encoded as zeros.
    if (value === undefined || value === null) return new Uint8Array(32)
    return hashStruct(types, type, value, path, depth)
  }
  return encodeAtom(type, value, path)
}

function encodeAtom(type: string, value: unknown, path: string): Uint8Array {
  if (type === 'string') {
    if (typeof value !== 'string') throw refuse(path, 'want a string')
    return keccak256(utf8ToBytes(value))
  }
  if (type === 'bytes') return keccak256(readBytes(value, path))
  if (type === 'bool') {
    if (typeof value !== 'boolean') throw refuse(path, 'want true or false')
    return padLeft(Uint8Array.of(value ? 1 : 0), 32)
  }
  if (type === 'address') return padLeft(readBytes(value, path, 20), 32)
  const fixed = FIXED_BYTES.exec(type)
  const size = Number(fixed?.[1] ?? 0)
  if (size >= 1 && size <= 32) {
    return concatBytes(readBytes(value, path, size), new Uint8Array(32 - size))
  }
  const integer = INTEGER.exec(type)
  const bits = integer?.[2] === '' ? 256 : Number(integer?.[2] ?? 0)
  if (bits >= 8 && bits <= 256 && bits % 8 === 0) {
    return encodeInteger(readInteger(value, path), integer?.[1] === 'u', bits, path)
  }
  throw refuse(path, `unknown type ${type}`)
}

function encodeInteger(value: bigint, unsigned: boolean, bits: number, path: string): Uint8Array {
  const width = BigInt(bits)
  const [min, max] = unsigned
    ? [0n, (1n << width) - 1n]
    : [-(1n << (width - 1n)), (1n << (width - 1n)) - 1n]
  if (value < min || value > max) throw refuse(path, `out of the range of ${bits} bits`)
  return bigIntToBytes(BigInt.asUintN(256, value), 32)
}

function readInteger(value: unknown, path: string): bigint {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value)
  if (typeof value === 'string' && /^(-?[0-9]{1,78}|0x[0-9a-fA-F]{1,64})$/.test(value)) {
    return BigInt(value)
  }
  throw refuse(path, 'want an integer')
}

function readBytes(value: unknown, path: string, length?: number): Uint8Array {
  if (!isHex(value) || value.length % 2 !== 0) throw refuse(path, 'want hex bytes')
  const bytes = value === '0x' ? EMPTY_BYTES : hexToBytes(value)
  if (length !== undefined && bytes.length !== length) throw refuse(path, `want ${length} bytes`)
  return bytes
}

function withDomainType({ types, domain }: TypedData): TypedDataTypes {
  if (fieldsOf(types, DOMAIN) !== undefined) return types
  return { ...types, [DOMAIN]: DOMAIN_FIELDS.filter(({ name }) => Object.hasOwn(domain, name)) }
}

function fieldsOf(types: TypedDataTypes, name: string): readonly TypedDataField[] | undefined {
  return Object.hasOwn(types, name) ? types[name] : undefined
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function refuse(field: string, reason: string): TypedDataError {
  return new TypedDataError({ code: 'BAD_TYPED_DATA', field, reason })
}
