import { bytesToBigInt, bytesToUtf8 } from '../../primitives/encoding/bytes.ts'
import { bytesToBareHex, toQuantity } from '../../primitives/encoding/hex.ts'

/** Selector of `Error(string)`. */
const ERROR = '08c379a0'
/** Selector of `Panic(uint256)`. */
const PANIC = '4e487b71'

/** Meanings of Solidity's panic codes, in geth's wording. */
const PANICS: ReadonlyMap<bigint, string> = new Map([
  [0x00n, 'generic panic'],
  [0x01n, 'assert(false)'],
  [0x11n, 'arithmetic underflow or overflow'],
  [0x12n, 'division or modulo by zero'],
  [0x21n, 'enum overflow'],
  [0x22n, 'invalid encoded storage byte array accessed'],
  [0x31n, 'out-of-bounds array access; popping on an empty array'],
  [0x32n, 'out-of-bounds access of an array or bytesN'],
  [0x41n, 'out of memory'],
  [0x51n, 'uninitialized function'],
])

/** Decodes revert data of `Error(string)` or `Panic(uint256)`. Undefined if it is neither. */
export function decodeRevert(data: Uint8Array): string | undefined {
  const code = decodePanic(data)
  if (code === undefined) return decodeError(data)
  return PANICS.get(code) ?? `unknown panic code: ${toQuantity(code)}`
}

/** Returns the text of `Error(string)`, or undefined for other data. */
export function decodeError(data: Uint8Array): string | undefined {
  return selectorOf(data) === ERROR ? decodeString(data.subarray(4)) : undefined
}

/** Returns the code of `Panic(uint256)`, or undefined for other data. */
export function decodePanic(data: Uint8Array): bigint | undefined {
  if (selectorOf(data) !== PANIC || data.length < 36) return undefined
  return bytesToBigInt(data.subarray(4, 36))
}

function selectorOf(data: Uint8Array): string {
  return bytesToBareHex(data.subarray(0, 4))
}

/** Decodes one ABI-encoded string: offset, length, text. */
function decodeString(data: Uint8Array): string | undefined {
  const offset = bytesToBigInt(data.subarray(0, 32))
  if (data.length < 64 || offset > BigInt(data.length - 32)) return undefined
  const start = Number(offset) + 32
  const length = bytesToBigInt(data.subarray(start - 32, start))
  if (length > BigInt(data.length - start)) return undefined
  return bytesToUtf8(data.subarray(start, start + Number(length)))
}
