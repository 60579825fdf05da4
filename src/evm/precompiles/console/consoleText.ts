import { format } from 'node:util'
import { bytesToAddress, toChecksumAddress } from '../../../primitives/address.ts'
import { bytesToBigInt, bytesToUtf8 } from '../../../primitives/encoding/bytes.ts'
import { bytesToHex, toQuantity } from '../../../primitives/encoding/hex.ts'
import { consoleSignatures } from './consoleSignatures.ts'

/** Decoded `console.log` output. */
export interface ConsoleLine {
  /** The arguments as one text, which may have several lines. */
  readonly message: string
  /** The arguments as texts, and their Solidity types. */
  readonly args: readonly string[]
  readonly types: readonly string[]
}

const WORD = 32
const SELECTOR_SIZE = 4

/**
 * Decodes call data of a console library; undefined if it is invalid. A first argument with `%s`,
 * `%d`, … is a format of Node's `util.format`, except that integers keep all digits and `%x` prints
 * hexadecimal digits.
 */
export function consoleLine(input: Uint8Array): ConsoleLine | undefined {
  if (input.length < SELECTOR_SIZE) return undefined
  const selector = Number(bytesToBigInt(input.subarray(0, SELECTOR_SIZE)))
  const types = consoleSignatures().get(selector)
  if (types === undefined) return undefined
  const args = decode(input.subarray(SELECTOR_SIZE), types)
  return args && { message: format(...inWords(args, types)), args, types }
}

function decode(data: Uint8Array, types: readonly string[]): string[] | undefined {
  const args: string[] = []
  for (const [i, type] of types.entries()) {
    const word = data.subarray(i * WORD, (i + 1) * WORD)
    if (word.length < WORD) return undefined
    const isLong = type === 'string' || type === 'bytes'
    const bytes = isLong ? tail(data, word) : word
    if (bytes === undefined) return undefined
    args.push(textOf(bytes, type))
  }
  return args
}

/** Reads a length and that number of bytes after the arguments' heads. */
function tail(data: Uint8Array, offset: Uint8Array): Uint8Array | undefined {
  const start = bytesToBigInt(offset) + BigInt(WORD)
  if (start > BigInt(data.length)) return undefined
  const from = Number(start)
  const length = bytesToBigInt(data.subarray(from - WORD, from))
  if (length > BigInt(data.length - from)) return undefined
  return data.subarray(from, from + Number(length))
}

function textOf(bytes: Uint8Array, type: string): string {
  switch (type) {
    case 'uint256':
      return bytesToBigInt(bytes).toString()
    case 'int256':
      return BigInt.asIntN(256, bytesToBigInt(bytes)).toString()
    case 'bool':
      return String(bytes.some((byte) => byte !== 0))
    case 'address':
      return toChecksumAddress(bytesToAddress(bytes.subarray(WORD - 20)))
    case 'string':
      return bytesToUtf8(bytes)
    case 'bytes':
      return bytesToHex(bytes)
    default:
      return bytesToHex(bytes.subarray(0, Number(type.slice('bytes'.length))))
  }
}

/** Prepares arguments for `util.format`, which would read integers as doubles. */
function inWords([first = '', ...rest]: readonly string[], types: readonly string[]): string[] {
  if (rest.length === 0) return [first]
  let next = 0
  const pattern = first.replace(/%([%sdifjoOcx])/g, (specifier, letter: string) => {
    if (letter === '%' || next === rest.length) return specifier
    const at = next++
    if (letter === 'x') rest[at] = inHex(rest[at] ?? '', types[at + 1])
    return 'dix'.includes(letter) ? '%s' : specifier
  })
  return [pattern, ...rest]
}

function inHex(text: string, type: string | undefined): string {
  if (type !== 'uint256' && type !== 'int256') return text
  return text.startsWith('-') ? `-${toQuantity(-BigInt(text))}` : toQuantity(BigInt(text))
}
