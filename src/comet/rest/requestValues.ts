import { concatBytes, EMPTY_BYTES, isBase64 } from '../../primitives/encoding/bytes.ts'
import { bytesField, varintField } from '../../primitives/encoding/protobuf.ts'
import { invalidArgument } from './grpcError.ts'

/*
 * Values in paths, query strings and bodies, as the gateway of the Cosmos SDK reads them.
 */

/** Values by name; of a repeated one, that which is taken. */
export interface RequestValues {
  get(name: string): string | null | undefined
}

const MAX_INT64 = 2n ** 63n - 1n
const MAX_UINT64 = 2n ** 64n - 1n
/** Base64 with the alphabet for URLs, and padding. */
const URL_BASE64 = /^(?:[A-Za-z0-9_-]{4})*(?:[A-Za-z0-9_-]{2}==|[A-Za-z0-9_-]{3}=)?$/
/** What Go's `strconv.ParseBool` takes. */
const TRUE = ['1', 't', 'T', 'true', 'TRUE', 'True']
const FALSE = ['', '0', 'f', 'F', 'false', 'FALSE', 'False']

/** Reads an unsigned 64-bit integer; 0 if it is absent. @throws GrpcError */
export function uint64In(values: RequestValues, name: string): bigint {
  return parseInteger(values.get(name) ?? '0', name, MAX_UINT64)
}

/** Parses a height, a signed 64-bit integer above or at 0. @throws GrpcError */
export function parseHeight(text: string, name: string): bigint {
  return parseInteger(text, name, MAX_INT64)
}

function parseInteger(text: string, name: string, most: bigint): bigint {
  const value = /^[0-9]{1,20}$/.test(text) ? BigInt(text) : undefined
  if (value !== undefined && value <= most) return value
  const reason = value === undefined ? 'invalid syntax' : 'value out of range'
  throw invalidArgument(`parsing field "${name}": "${text}": ${reason}`)
}

/** Decodes base64 of either alphabet. @throws GrpcError */
export function parseBase64(text: string, name: string): Uint8Array {
  if (!isBase64(text) && !URL_BASE64.test(text)) {
    throw invalidArgument(`parsing field "${name}": illegal base64 data`)
  }
  return new Uint8Array(Buffer.from(text, 'base64'))
}

/** A PageRequest. */
export interface PageRequest {
  readonly key: Uint8Array
  readonly offset: bigint
  /** 0: the default. */
  readonly limit: bigint
  readonly countTotal: boolean
  readonly reverse: boolean
}

/** Reads `pagination.key` and the like. @throws GrpcError */
export function pageRequestIn(values: RequestValues): PageRequest {
  const flag = (name: string): boolean => {
    const text = values.get(name) ?? ''
    if (TRUE.includes(text)) return true
    if (FALSE.includes(text)) return false
    throw invalidArgument(`parsing field "${name}": "${text}": invalid syntax`)
  }
  return {
    key: parseBase64(values.get('pagination.key') ?? '', 'pagination.key'),
    offset: uint64In(values, 'pagination.offset'),
    limit: uint64In(values, 'pagination.limit'),
    countTotal: flag('pagination.count_total'),
    reverse: flag('pagination.reverse'),
  }
}

/** Encodes a PageRequest; no bytes for an empty one. */
export function encodePageRequest(page: PageRequest): Uint8Array {
  const { key, offset, limit, countTotal, reverse } = page
  return concatBytes(
    key.length === 0 ? EMPTY_BYTES : bytesField(1, key),
    varintField(2, offset),
    varintField(3, limit),
    varintField(4, countTotal ? 1n : 0n),
    varintField(5, reverse ? 1n : 0n),
  )
}
