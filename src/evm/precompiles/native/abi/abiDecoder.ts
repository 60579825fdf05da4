import type { Address } from '../../../../primitives/address.ts'
import { bytesToBigInt, bytesToUtf8 } from '../../../../primitives/encoding/bytes.ts'
import { bytesToHex } from '../../../../primitives/encoding/hex.ts'
import type { AbiParameter } from './abiType.ts'

/*
 * Decoding of arguments as in geth (accounts/abi), with its words: values may lie anywhere in the
 * data and share bytes, and padding is not read.
 */

const WORD = 32
const ADDRESS_SIZE = 20

/** Data that is not encoded for its types. The message is geth's. */
export class AbiError extends Error {
  override readonly name = 'AbiError'
}

/**
 * Decodes the arguments of a function by name. Bytes are views of the data.
 *
 * @throws AbiError
 */
export function decodeArguments(
  inputs: readonly AbiParameter[],
  data: Uint8Array,
): Readonly<Record<string, unknown>> {
  if (data.length === 0 && inputs.length > 0) {
    throw new AbiError('abi: attempting to unmarshal an empty string while arguments are expected')
  }
  return readFields(inputs, data)
}

/**
 * Returns the size of all strings in arguments, of which a shared one counts each time. It reads
 * their offsets and lengths only.
 *
 * @throws AbiError
 */
export function textSizeOf(inputs: readonly AbiParameter[], data: Uint8Array): number {
  return sum(heads(inputs).map(([field, at]) => textSize(field, data, at)))
}

function readFields(
  fields: readonly AbiParameter[],
  data: Uint8Array,
): Readonly<Record<string, unknown>> {
  const values = heads(fields).map(([field, at]): [string, unknown] => [
    field.name ?? '',
    readValue(field, data, at),
  ])
  return Object.fromEntries(values)
}

function readValue(parameter: AbiParameter, data: Uint8Array, at: number): unknown {
  const { type, components = [] } = parameter
  const word = wordAt(data, at)
  if (isArray(parameter)) {
    const item = itemOf(parameter)
    const { items, places } = itemsAt(item, data, at)
    return places.map((place) => readValue(item, items, place))
  }
  switch (type) {
    case 'tuple':
      return readFields(components, tupleAt(parameter, data, at))
    case 'string': {
      const content = contentAt(data, at)
      return parameter.isRaw === true ? content : bytesToUtf8(content)
    }
    case 'bytes':
      return contentAt(data, at)
    case 'address':
      return bytesToHex(word.subarray(WORD - ADDRESS_SIZE)) as Address
    case 'bool':
      return readBoolean(word)
    default:
      return readInteger(type, bytesToBigInt(word))
  }
}

function readBoolean(word: Uint8Array): boolean {
  const value = bytesToBigInt(word)
  if (value <= 1n) return value === 1n
  throw new AbiError('abi: improperly encoded boolean value')
}

function readInteger(type: string, word: bigint): bigint {
  const size = Number(type.replace(/^u?int/, ''))
  const value = type.startsWith('uint') ? word : BigInt.asIntN(256, word)
  const kept = type.startsWith('uint') ? BigInt.asUintN(size, value) : BigInt.asIntN(size, value)
  if (kept === value) return value
  throw new AbiError(`abi: improperly encoded ${type} value`)
}

function textSize(parameter: AbiParameter, data: Uint8Array, at: number): number {
  if (!hasText(parameter)) return 0
  wordAt(data, at)
  if (isArray(parameter)) {
    const item = itemOf(parameter)
    const { items, places } = itemsAt(item, data, at)
    return sum(places.map((place) => textSize(item, items, place)))
  }
  if (parameter.type === 'string') return contentAt(data, at).length
  return textSizeOf(parameter.components ?? [], tupleAt(parameter, data, at))
}

function hasText({ type, components = [] }: AbiParameter): boolean {
  return type.startsWith('string') || components.some(hasText)
}

/** Returns parameters with the places of their heads. */
function heads(parameters: readonly AbiParameter[]): readonly (readonly [AbiParameter, number])[] {
  let next = 0
  return parameters.map((parameter) => {
    const at = next
    next += headSize(parameter)
    return [parameter, at]
  })
}

/** Size of a parameter in the head: that of its values, or of an offset. */
function headSize(parameter: AbiParameter): number {
  if (parameter.type !== 'tuple' || isDynamic(parameter)) return WORD
  return sum((parameter.components ?? []).map(headSize))
}

function isDynamic(parameter: AbiParameter): boolean {
  const { type, components = [] } = parameter
  return isArray(parameter) || type === 'string' || type === 'bytes' || components.some(isDynamic)
}

function isArray({ type }: AbiParameter): boolean {
  return type.endsWith('[]')
}

function itemOf(parameter: AbiParameter): AbiParameter {
  return { ...parameter, type: parameter.type.slice(0, -2) }
}

/** Returns the data behind the length of an array, and the places of its items there. */
function itemsAt(
  item: AbiParameter,
  data: Uint8Array,
  at: number,
): { readonly items: Uint8Array; readonly places: readonly number[] } {
  const { start, length } = lengthAt(data, at)
  const items = data.subarray(start)
  if (WORD * length > items.length) {
    throw new AbiError(
      `abi: cannot marshal into go array: offset ${items.length} would go over slice boundary (len=${WORD * length})`,
    )
  }
  const size = headSize(item)
  return { items, places: Array.from({ length }, (_, i) => i * size) }
}

/** Returns the data that the places of a struct count from. */
function tupleAt(parameter: AbiParameter, data: Uint8Array, at: number): Uint8Array {
  if (!isDynamic(parameter)) return data.subarray(at)
  const offset = bytesToBigInt(wordAt(data, at))
  if (offset > BigInt(data.length)) throw beyond(offset, data)
  return data.subarray(Number(offset))
}

function contentAt(data: Uint8Array, at: number): Uint8Array {
  const { start, length } = lengthAt(data, at)
  return data.subarray(start, start + length)
}

/** Follows an offset to a length. */
function lengthAt(
  data: Uint8Array,
  at: number,
): { readonly start: number; readonly length: number } {
  const start = bytesToBigInt(wordAt(data, at)) + BigInt(WORD)
  if (start > BigInt(data.length)) throw beyond(start, data)
  const length = bytesToBigInt(wordAt(data, Number(start) - WORD))
  const end = start + length
  if (end >= 1n << 63n) throw new AbiError(`abi: length larger than int64: ${end}`)
  if (end > BigInt(data.length)) throw insufficient(data, end)
  return { start: Number(start), length: Number(length) }
}

function wordAt(data: Uint8Array, at: number): Uint8Array {
  if (at + WORD > data.length) throw insufficient(data, at + WORD)
  return data.subarray(at, at + WORD)
}

function insufficient(data: Uint8Array, end: number | bigint): AbiError {
  return new AbiError(
    `abi: cannot marshal in to go type: length insufficient ${data.length} require ${end}`,
  )
}

function beyond(offset: bigint, data: Uint8Array): AbiError {
  return new AbiError(
    `abi: cannot marshal in to go slice: offset ${offset} would go over slice boundary (len=${data.length})`,
  )
}

function sum(sizes: readonly number[]): number {
  return sizes.reduce((total, size) => total + size, 0)
}
