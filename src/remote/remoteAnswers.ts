import type { Address } from '../primitives/address.ts'
import { parseAddress } from '../primitives/address.ts'
import { decodeBech32 } from '../primitives/encoding/bech32.ts'
import { bytesToBigInt } from '../primitives/encoding/bytes.ts'
import { type Hash, type Hex, hexToBytes, isHex } from '../primitives/encoding/hex.ts'
import { isJsonObject, jsonKind } from '../primitives/encoding/json.ts'
import type { RemoteBlock, RemoteJson } from './remoteChain.ts'

/** Largest accepted quantity: 32 bytes. */
const MAX_DIGITS = 66
const MAX_UINT64 = 2n ** 64n - 1n
/** As in a genesis: later numbers of the fork stay exact, too. */
const MAX_BLOCK_NUMBER = 2n ** 52n
const MAX_TIME = 2n ** 63n - 1n

/** @throws RangeError if the answer is not a quantity of at most 32 bytes */
export function readQuantity(answer: unknown): bigint {
  if (isHex(answer) && answer.length > 2 && answer.length <= MAX_DIGITS) return BigInt(answer)
  throw unlike('a quantity', answer)
}

/** @throws RangeError if the answer is not a quantity below 2^64 */
function readUint64(answer: unknown): bigint {
  return readUpTo(MAX_UINT64, answer)
}

/** @throws RangeError if the answer is not a quantity up to 2^52 */
export function readBlockNumber(answer: unknown): bigint {
  return readUpTo(MAX_BLOCK_NUMBER, answer)
}

/** Reads seconds since 1970. @throws RangeError if they are above the signed 64 bits of Sei */
function readTime(answer: unknown): bigint {
  return readUpTo(MAX_TIME, answer)
}

function readUpTo(most: bigint, answer: unknown): bigint {
  const value = readQuantity(answer)
  if (value > most) throw new RangeError(`want at most ${most}, got ${value}`)
  return value
}

/** @throws RangeError if the answer is not 32 bytes */
export function readWord(answer: unknown): Uint8Array {
  return hexToBytes(readHash(answer))
}

/** @throws RangeError if the answer is not 32 bytes */
export function readHash(answer: unknown): Hash {
  if (isHex(answer) && answer.length === 66) return answer.toLowerCase() as Hash
  throw unlike('32 bytes', answer)
}

/** @throws RangeError if the answer is not hexadecimal bytes */
export function readBytes(answer: unknown): Uint8Array {
  if (isHex(answer) && answer.length % 2 === 0) return hexToBytes(answer)
  throw unlike('bytes', answer)
}

/** @throws RangeError if the answer is not an address */
export function readAddress(answer: unknown): Address {
  if (isHex(answer) && answer.length === 42) return parseAddress(answer)
  throw unlike('an address', answer)
}

/** @throws RangeError if the answer is not an object */
export function readObject(answer: unknown): RemoteJson {
  if (isJsonObject(answer)) return answer
  throw unlike('an object', answer)
}

/** @throws RangeError if the answer is not an array */
export function readList(answer: unknown): readonly unknown[] {
  if (Array.isArray(answer)) return answer
  throw unlike('an array', answer)
}

/** @throws RangeError that names the field */
export function readField<T>(json: RemoteJson, name: string, read: (value: unknown) => T): T {
  try {
    return read(json[name])
  } catch (error) {
    if (error instanceof RangeError) throw new RangeError(`${name}: ${error.message}`)
    throw error
  }
}

/** @throws RangeError if the answer is not a mined block */
export function readBlock(answer: unknown): RemoteBlock {
  const json = readObject(answer)
  const field = <T>(name: string, read: (value: unknown) => T) => readField(json, name, read)
  const { baseFeePerGas } = json
  return {
    number: field('number', readBlockNumber),
    hash: field('hash', readHash),
    parentHash: field('parentHash', readHash),
    timestamp: field('timestamp', readTime),
    gasLimit: field('gasLimit', readUint64),
    gasUsed: field('gasUsed', readUint64),
    baseFeePerGas:
      baseFeePerGas === undefined || baseFeePerGas === null
        ? undefined
        : field('baseFeePerGas', readQuantity),
    json,
  }
}

/**
 * Reads what a contract returns: one dynamic string of the ABI.
 *
 * @throws RangeError
 */
export function readAbiString(answer: unknown): string {
  const bytes = readBytes(answer)
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  if (view.length < 64) throw unlike('an ABI string', answer)
  const length = view.readUInt32BE(60)
  if (64 + length > view.length) throw unlike('an ABI string', answer)
  return view.toString('utf8', 64, 64 + length)
}

/** @throws RangeError if the text is not the bech32 address of an account */
export function readBech32(text: string): string {
  if (decodeBech32(text)?.bytes.length !== 20) throw unlike('a bech32 address', text)
  return text
}

/**
 * Reads the 32-byte integers that a contract returns.
 *
 * @throws RangeError
 */
export function readWords(answer: unknown, count: number): readonly bigint[] {
  const bytes = readBytes(answer)
  if (bytes.length !== 32 * count) throw unlike(`${count} words`, answer)
  return Array.from({ length: count }, (_, i) =>
    bytesToBigInt(bytes.subarray(32 * i, 32 * (i + 1))),
  )
}

/** Describes an answer that is not what the method returns. A text is neither scrubbed nor cut. */
export function unlike(want: string, answer: unknown): RangeError {
  const shown = typeof answer === 'string' ? `"${answer}"` : jsonKind(answer)
  return new RangeError(`want ${want}, got ${shown}`)
}

/** Writes 32 bytes of ABI: an integer or an address. */
export function abiWord(value: bigint | Hex): string {
  return BigInt(value).toString(16).padStart(64, '0')
}

/** Writes the only argument of a call: a string of the ABI. */
export function abiString(text: string): string {
  const digits = Buffer.from(text, 'utf8').toString('hex')
  const padded = digits.padEnd(Math.ceil(digits.length / 64) * 64, '0')
  return `${abiWord(32n)}${abiWord(BigInt(digits.length / 2))}${padded}`
}
