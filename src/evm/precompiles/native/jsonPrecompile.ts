import { sdkError } from '../../../modules/moduleError.ts'
import { bytesToUtf8, equalBytes, utf8ToBytes } from '../../../primitives/encoding/bytes.ts'
import { goText } from '../../../primitives/encoding/goText.ts'
import { type AbiFunction, abiFunction, type NativeCall } from './abi/abiFunction.ts'
import { pricedPrecompile } from './abi/abiPrecompile.ts'
import { arrayOf, bytes, rawString, uint16, uint256 } from './abi/abiType.ts'
import { jsonElements, jsonMembers } from './jsonSlices.ts'

const GAS_PER_BYTE = 100n

const MAX_WORD = (1n << 256n) - 1n

/** Length of a number as text. */
const MAX_DIGITS = 100
const MAX_ELEMENTS = 2 ** 16

const QUOTE = 0x22

const extractAsBytes = abiFunction({
  name: 'extractAsBytes',
  mutability: 'view',
  inputs: { input: bytes, key: rawString },
  returns: bytes,
  run: (call, { input, key }) => withoutQuotes(member(call, input, key)),
})

const extractAsBytesList = abiFunction({
  name: 'extractAsBytesList',
  mutability: 'view',
  inputs: { input: bytes, key: rawString },
  returns: arrayOf(bytes),
  run: (call, { input, key }) => jsonElements(member(call, input, key)),
})

const extractAsUint256 = abiFunction({
  name: 'extractAsUint256',
  mutability: 'view',
  inputs: { input: bytes, key: rawString },
  returns: uint256,
  run(call, { input, key }) {
    const written = member(call, input, key)
    const quoted = bytesToUtf8(written)
    const text = quoted.replace(/^"+|"+$/g, '')
    const size = written.length - (quoted.length - text.length)
    if (size > MAX_DIGITS) {
      throw sdkError('invalidRequest', `value string too long: got ${size}, max ${MAX_DIGITS}`)
    }
    const number = /^[+-]?[0-9]+$/.test(text) ? BigInt(text.replace('+', '')) : undefined
    if (number === undefined) {
      throw sdkError('invalidRequest', `failed to convert ${text} to big.Int`)
    }
    // Without its sign, as on the real chain.
    const magnitude = number < 0n ? -number : number
    if (magnitude <= MAX_WORD) return magnitude
    throw sdkError('invalidRequest', 'value does not fit in 32 bytes')
  },
})

const extractAsBytesFromArray = abiFunction({
  name: 'extractAsBytesFromArray',
  mutability: 'view',
  inputs: { input: bytes, arrayIndex: uint16 },
  returns: bytes,
  run({ charge }, { input, arrayIndex }) {
    charge(gasOf(input.length))
    const elements = jsonElements(input)
    if (elements.length > MAX_ELEMENTS) {
      throw sdkError('invalidRequest', 'input array is larger than 2^16')
    }
    const element = elements[Number(arrayIndex)]
    if (element !== undefined) return withoutQuotes(element)
    throw sdkError('invalidRequest', `index ${arrayIndex} is out of bounds`)
  },
})

/** @throws ModuleError if the input is not a JSON object with this key */
function member({ charge }: NativeCall, input: Uint8Array, key: Uint8Array): Uint8Array {
  charge(gasOf(input.length))
  const name = goText(key)
  const value = jsonMembers(input).get(name)
  // Names of members are UTF-8, and other bytes never equal them.
  if (value !== undefined && equalBytes(utf8ToBytes(name), key)) return value
  throw sdkError('invalidRequest', `input does not contain key ${name}`)
}

/**
 * Returns the text between the quotes of a JSON string with its escapes, and other values
 * unchanged.
 */
function withoutQuotes(value: Uint8Array): Uint8Array {
  return value[0] === QUOTE ? value.subarray(1, -1) : value
}

/**
 * Returns the gas of a number of bytes: in Sei 6.6 of the arguments, from 6.7 on of the JSON text.
 */
function gasOf(size: number): bigint {
  return GAS_PER_BYTE * BigInt(size)
}

function priced(definition: AbiFunction): [AbiFunction, (size: number) => bigint] {
  return [definition, gasOf]
}

/** 0x1003: parts of JSON texts. */
export const jsonPrecompile = pricedPrecompile(
  new Map(
    [extractAsBytes, extractAsBytesList, extractAsUint256, extractAsBytesFromArray].map(priced),
  ),
)
