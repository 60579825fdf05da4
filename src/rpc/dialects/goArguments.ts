import { isJsonObject } from '../../primitives/encoding/json.ts'
import { blockHashRef, blockNumberRef, blockRef } from '../codec/blockRef.ts'
import type { Codec } from '../codec/codec.ts'
import { address, boolean, bytes, hash, quantity, uint64 } from '../codec/scalar.ts'
import { transactionRequest } from '../codec/transactionRequest.ts'
import type { Method } from '../core/method.ts'
import { invalidParams } from '../errors/rpcError.ts'

/**
 * Reason why go-ethereum's decoder refuses a value, or undefined.
 *
 * @param place of a field in a struct
 */
type GoCheck = (json: unknown, place?: string) => string | undefined

/** Checks by codec, in the words of go-ethereum's common/hexutil and rpc packages. */
const checks = new Map<Codec<unknown>, GoCheck>([
  [address, fixedBytes(20, 'common.Address')],
  [hash, fixedBytes(32, 'common.Hash')],
  [blockHashRef, fixedBytes(32, 'common.Hash')],
  [bytes, hexBytes],
  [quantity, hexNumber('hexutil.Big')],
  [uint64, hexNumber('hexutil.Uint64')],
  [blockNumberRef, blockNumber],
  [blockRef, (json) => (isJsonObject(json) ? undefined : blockNumber(json))],
  [boolean, goBoolean],
  [transactionRequest, transactionArgs],
] as [Codec<unknown>, GoCheck][])

/** Fields of go-ethereum's TransactionArgs. */
const TRANSACTION_FIELDS: readonly (readonly [string, GoCheck])[] = [
  ['from', fixedBytes(20, 'common.Address')],
  ['to', fixedBytes(20, 'common.Address')],
  ['gas', hexNumber('hexutil.Uint64')],
  ['gasPrice', hexNumber('hexutil.Big')],
  ['maxFeePerGas', hexNumber('hexutil.Big')],
  ['maxPriorityFeePerGas', hexNumber('hexutil.Big')],
  ['value', hexNumber('hexutil.Big')],
  ['nonce', hexNumber('hexutil.Uint64')],
  ['data', hexBytes],
  ['input', hexBytes],
]

/**
 * Refuses arguments in the words of go-ethereum's JSON-RPC server (rpc/json.go).
 *
 * @param required least number of arguments
 * @throws RpcError -32602
 */
export function checkGoArguments({ params }: Method, given: unknown, required: number): void {
  const list: unknown = given ?? []
  if (!Array.isArray(list)) throw invalidParams('non-array args')
  for (const [i, json] of list.entries()) {
    const check = checks.get(params[i]?.codec as Codec<unknown>)
    const reason = json === null || json === undefined ? undefined : check?.(json)
    if (reason !== undefined) throw invalidParams(`invalid argument ${i}: ${reason}`)
  }
  if (list.length < required) {
    throw invalidParams(`missing value for required argument ${list.length}`)
  }
}

function fixedBytes(length: number, type: string): GoCheck {
  return (json, place) => {
    const refused = badHex(json, type, place)
    if (refused !== undefined) return refused
    const digits = String(json).length - 2
    if (json === '' || digits !== length * 2) {
      return `hex string has length ${json === '' ? 0 : digits}, want ${length * 2} for ${type}`
    }
    return isHexadecimal(json) ? undefined : unmarshal('invalid hex string', type, place)
  }
}

function hexBytes(json: unknown, place?: string): string | undefined {
  const type = 'hexutil.Bytes'
  const refused = badHex(json, type, place)
  if (refused !== undefined || isHexadecimal(json)) return refused
  return unmarshal('invalid hex string', type, place)
}

/** Text with a prefix and an even number of digits; the empty text is allowed. */
function badHex(json: unknown, type: string, place?: string): string | undefined {
  if (typeof json !== 'string') return unmarshal('non-string', type, place)
  if (json === '') return undefined
  if (!/^0x/i.test(json)) return unmarshal('hex string without 0x prefix', type, place)
  return json.length % 2 === 0 ? undefined : unmarshal('hex string of odd length', type, place)
}

function isHexadecimal(json: unknown): boolean {
  return json === '' || /^0x[0-9a-f]*$/i.test(String(json))
}

function hexNumber(type: string): GoCheck {
  return (json, place) => {
    if (typeof json !== 'string') return unmarshal('non-string', type, place)
    const reason = badNumber(json)
    return reason === undefined ? undefined : unmarshal(reason, type, place)
  }
}

function badNumber(text: string): string | undefined {
  if (text === '') return 'empty hex string'
  if (!/^0x/i.test(text)) return 'hex string without 0x prefix'
  const digits = text.slice(2)
  if (digits === '') return 'hex string "0x"'
  if (digits.length > 1 && digits.startsWith('0')) return 'hex number with leading zero digits'
  return isHexadecimal(text) ? undefined : 'invalid hex string'
}

const TAGS: ReadonlySet<unknown> = new Set([
  ...['earliest', 'latest', 'safe', 'finalized', 'pending'],
])

/** Its errors are those of hexutil alone. */
function blockNumber(json: unknown): string | undefined {
  if (TAGS.has(json)) return undefined
  const text = typeof json === 'string' ? json : JSON.stringify(json)
  if (/^0x[0-9a-f]{64}$/i.test(text)) return undefined
  const reason = badNumber(text)
  if (reason !== undefined) return reason
  if (BigInt(text) >> 64n !== 0n) return 'hex number > 64 bits'
  return BigInt(text) >> 63n === 0n ? undefined : 'block number larger than int64'
}

function goBoolean(json: unknown): string | undefined {
  return typeof json === 'boolean' ? undefined : unmarshal(kindOf(json), 'bool')
}

function transactionArgs(json: unknown): string | undefined {
  const type = 'ethapi.TransactionArgs'
  if (!isJsonObject(json)) return unmarshal(kindOf(json), type)
  for (const [name, check] of TRANSACTION_FIELDS) {
    const value = json[name]
    if (value === undefined || value === null) continue
    const reason = check(value, `TransactionArgs.${name}`)
    if (reason !== undefined) return reason
  }
  return undefined
}

/** Go's name of the kind of a JSON value. */
function kindOf(json: unknown): string {
  return Array.isArray(json) ? 'array' : json === true || json === false ? 'bool' : typeof json
}

function unmarshal(value: string, type: string, place?: string): string {
  const target =
    place === undefined ? `value of type ${type}` : `struct field ${place} of type ${type}`
  return `json: cannot unmarshal ${value} into Go ${target}`
}
