import { isJsonObject, jsonKind } from '../../primitives/encoding/json.ts'
import { blockHashRef, blockNumberRef, blockRef } from '../codec/blockRef.ts'
import type { Codec } from '../codec/codec.ts'
import { filterId, logFilter } from '../codec/logFilter.ts'
import { address, boolean, bytes, hash, index, quantity, uint64 } from '../codec/scalar.ts'
import { transactionRequest } from '../codec/transactionRequest.ts'
import type { Param } from '../core/method.ts'
import { invalidParams, serverError } from '../errors/rpcError.ts'
import {
  bytesFault,
  dataFault,
  fixedFault,
  type HexFault,
  numberFault,
  strictNumberFault,
} from './hexDecoding.ts'

/** Reason why Go's JSON decoder rejects a value, or undefined. */
type Check = (json: unknown) => string | undefined

/** A Go type that decodes hexadecimal text. */
interface HexType {
  readonly name: string
  fault(text: string): HexFault
}

const TAGS = ['latest', 'earliest', 'pending', 'finalized', 'safe']
const BOTH_BLOCKS = 'cannot specify both BlockHash and BlockNumber, choose one or the other'
/** Positions of topics, and alternatives of each. */
const MAX_TOPICS = 4
const MAX_ALTERNATIVES = 1000
const MAX_BLOCK = (1n << 63n) - 1n

const goAddress = fixed('common.Address', 40)
const goHash = fixed('common.Hash', 64)
const goBytes: HexType = { name: 'hexutil.Bytes', fault: bytesFault }
const goBig: HexType = { name: '*hexutil.Big', fault: (text) => numberFault(text, 256) }
const goUint64: HexType = { name: 'hexutil.Uint64', fault: (text) => numberFault(text, 64) }
const goUint: HexType = { name: 'hexutil.Uint', fault: (text) => numberFault(text, 64) }

const callFields: Readonly<Record<string, HexType>> = {
  from: goAddress,
  to: goAddress,
  gas: goUint64,
  gasPrice: goBig,
  maxFeePerGas: goBig,
  maxPriorityFeePerGas: goBig,
  value: goBig,
  nonce: goUint64,
  data: goBytes,
  input: goBytes,
  chainId: goBig,
}

/** What the decoder says about the values of a codec. */
const checks: ReadonlyMap<Codec<unknown>, Check> = new Map<Codec<unknown>, Check>([
  [address, plain(goAddress)],
  [hash, plain(goHash)],
  [blockHashRef, plain(goHash)],
  [bytes, plain(goBytes)],
  [quantity, plain(goBig)],
  [uint64, plain(goUint64)],
  [index, plain(goUint)],
  [boolean, (json) => (typeof json === 'boolean' ? undefined : unmarshal(goKind(json), 'bool'))],
  [filterId, (json) => (typeof json === 'string' ? undefined : unmarshal(goKind(json), 'rpc.ID'))],
  [blockNumberRef, blockNumberFault],
  [blockRef, blockRefFault],
  [transactionRequest, callFault],
  [logFilter, filterFault],
])

/**
 * Checks parameters as geth does.
 *
 * @param required number of parameters without a default there; default: the same as here
 * @throws RpcError -32602 in geth's words
 */
export function checkArguments(
  params: readonly Param<unknown>[],
  given: unknown,
  required: number | undefined,
): void {
  if (given !== undefined && given !== null && !Array.isArray(given)) {
    throw invalidParams('non-array args')
  }
  const values: readonly unknown[] = given ?? []
  // Geth decodes the arguments before it counts them.
  for (const [i, { name, codec }] of params.entries()) {
    const isGiven = values[i] !== undefined && values[i] !== null
    const check = name === 'blockCount' ? blockCountFault : checks.get(codec)
    const fault = isGiven ? check?.(values[i]) : undefined
    if (fault !== undefined) throw invalidParams(`invalid argument ${i}: ${fault}`)
  }
  if (values.length > params.length) {
    throw invalidParams(`too many arguments, want at most ${params.length}`)
  }
  for (const [i, { fallback }] of params.entries()) {
    const isRequired = required === undefined ? fallback === undefined : i < required
    if (isRequired && (values[i] ?? undefined) === undefined) {
      throw invalidParams(`missing value for required argument ${i}`)
    }
  }
}

/**
 * Checks that calls have one input. Geth does that after it decoded the arguments.
 *
 * @throws RpcError -32000 in geth's words
 */
export function checkInputs(params: readonly Param<unknown>[], given: unknown): void {
  for (const [i, { codec }] of params.entries()) {
    const json: unknown = codec === transactionRequest && Array.isArray(given) ? given[i] : null
    if (!isJsonObject(json)) continue
    const { data, input } = json
    if (typeof data !== 'string' || typeof input !== 'string') continue
    if (data.toLowerCase() === input.toLowerCase()) continue
    throw serverError(
      'both "data" and "input" are set and not equal. Please use "input" to pass transaction call data',
    )
  }
}

function fixed(name: string, digits: number): HexType {
  return { name, fault: (text) => fixedFault(text, digits, name) }
}

function plain(type: HexType): Check {
  return (json) => hexFault(json, type, 'value')
}

/** @param place what has the type, for the message */
function hexFault(json: unknown, type: HexType, place: string): string | undefined {
  const fault = typeof json === 'string' ? type.fault(json) : 'non-string'
  // The length is the only fault that the decoder does not wrap.
  if (fault === undefined || fault.startsWith('hex string has length')) return fault
  return `json: cannot unmarshal ${fault} into Go ${place} of type ${type.name}`
}

function unmarshal(kind: string, type: string): string {
  return `json: cannot unmarshal ${kind} into Go value of type ${type}`
}

/** Go's name of a JSON type. */
function goKind(json: unknown): string {
  const kind = jsonKind(json)
  return kind === 'boolean' ? 'bool' : kind
}

function blockNumberFault(json: unknown): string | undefined {
  const text = typeof json === 'string' ? json : JSON.stringify(json)
  if (TAGS.includes(text)) return undefined
  const fault = strictNumberFault(text, 64)
  if (fault !== undefined) return fault
  return BigInt(text) > MAX_BLOCK ? 'block number larger than int64' : undefined
}

/** The count of `eth_feeHistory` is the one number that may be decimal. */
function blockCountFault(json: unknown): string | undefined {
  const text = typeof json === 'string' ? json : JSON.stringify(json)
  const isNumber = /^(?:0x[0-9a-f]{1,16}|[0-9]{0,20})$/i.test(text)
  return isNumber && BigInt(text) >> 64n === 0n
    ? undefined
    : `invalid hex or decimal integer ${JSON.stringify(text)}`
}

function blockRefFault(json: unknown): string | undefined {
  if (isJsonObject(json)) {
    const { blockNumber, blockHash } = json
    const hasNumber = blockNumber !== undefined && blockNumber !== null
    const hasHash = blockHash !== undefined && blockHash !== null
    const isValid =
      (!hasNumber || blockNumberFault(blockNumber) === undefined) &&
      (!hasHash || plain(goHash)(blockHash) === undefined)
    if (!isValid) return unmarshal('object', 'string')
    return hasNumber && hasHash ? BOTH_BLOCKS : undefined
  }
  if (typeof json !== 'string') return unmarshal(goKind(json), 'string')
  return json.length === 66 ? goHash.fault(json) : blockNumberFault(json)
}

function callFault(json: unknown): string | undefined {
  if (!isJsonObject(json)) return unmarshal(goKind(json), 'ethapi.TransactionArgs')
  return fieldFault(json, 'TransactionArgs', callFields)
}

function fieldFault(
  json: Readonly<Record<string, unknown>>,
  struct: string,
  types: Readonly<Record<string, HexType>>,
): string | undefined {
  for (const [name, value] of Object.entries(json)) {
    const type = Object.hasOwn(types, name) ? types[name] : undefined
    if (type === undefined || value === null || value === undefined) continue
    const fault = hexFault(value, type, `struct field ${struct}.${name}`)
    if (fault !== undefined) return fault
  }
  return undefined
}

/** Criteria of logs have a decoder of their own. */
function filterFault(json: unknown): string | undefined {
  if (!isJsonObject(json)) return unmarshal(goKind(json), 'filters.input')
  const { fromBlock, toBlock, blockHash, address: addresses, topics } = json
  const ofHash = fieldFault({ blockHash }, 'input', { blockHash: goHash })
  if (ofHash !== undefined) return ofHash
  for (const number of [fromBlock, toBlock]) {
    const fault = number === undefined || number === null ? undefined : blockNumberFault(number)
    if (fault !== undefined) return fault
  }
  const hasRange = (fromBlock ?? toBlock ?? undefined) !== undefined
  if (blockHash !== undefined && blockHash !== null && hasRange) {
    return 'cannot specify both BlockHash and FromBlock/ToBlock, choose one or the other'
  }
  return addressesFault(addresses) ?? topicsFault(topics)
}

function addressesFault(json: unknown): string | undefined {
  if (json === undefined || json === null) return undefined
  if (typeof json === 'string') {
    const fault = decodedFault(json, 20, 'address')
    return fault && `invalid address: ${fault}`
  }
  if (!Array.isArray(json)) return 'invalid addresses in query'
  for (const [i, each] of json.entries()) {
    if (typeof each !== 'string') return `non-string address at index ${i}`
    const fault = decodedFault(each, 20, 'address')
    if (fault !== undefined) return `invalid address at index ${i}: ${fault}`
  }
  return undefined
}

function topicsFault(json: unknown): string | undefined {
  if (json === undefined || json === null) return undefined
  if (!Array.isArray(json)) {
    const kind = goKind(json)
    return `json: cannot unmarshal ${kind} into Go struct field input.topics of type []interface {}`
  }
  if (json.length > MAX_TOPICS || json.some(isTooLong)) return 'exceed max topics'
  for (const position of json) {
    for (const topic of Array.isArray(position) ? position : [position]) {
      // Any topic, whatever the other alternatives are.
      if (topic === null) break
      if (typeof topic !== 'string') return 'invalid topic(s)'
      const fault = decodedFault(topic, 32, 'topic')
      if (fault !== undefined) return fault
    }
  }
  return undefined
}

function isTooLong(position: unknown): boolean {
  return Array.isArray(position) && position.length > MAX_ALTERNATIVES
}

function decodedFault(text: string, size: number, what: string): string | undefined {
  const fault = dataFault(text)
  if (fault !== undefined) return fault
  const given = text.length / 2 - 1
  return given === size
    ? undefined
    : `hex has invalid length ${given} after decoding; expected ${size} for ${what}`
}
