import { RLP } from '@ethereumjs/rlp'
import { type Address, bytesToAddress } from '../../primitives/address.ts'
import {
  bigIntToBytes,
  bytesToBigInt,
  concatBytes,
  trimLeft,
} from '../../primitives/encoding/bytes.ts'
import { bytesToHash, type Hash } from '../../primitives/encoding/hex.ts'

/** What RLP is made of: bytes, and lists of such. */
export type RlpItem = Uint8Array | readonly RlpItem[]

/** What can be written as RLP. */
export type RlpInput = Uint8Array | bigint | number | readonly RlpInput[]

/** Writes an item as RLP. Lists may have any number of items: the library's own encoder overflows the stack at some 100,000. */
export function writeRlp(input: RlpInput): Uint8Array {
  if (!isList(input)) return RLP.encode(input)
  const items = Buffer.concat(input.map(writeRlp))
  return concatBytes(listHead(items.length), items)
}

/** What stands before the items of a list that take so many bytes together. */
export function listHead(length: number): Uint8Array {
  if (length < 56) return Uint8Array.of(0xc0 + length)
  const size = trimLeft(bigIntToBytes(BigInt(length), 8))
  return concatBytes(Uint8Array.of(0xf7 + size.length), size)
}

function isList(input: RlpInput): input is readonly RlpInput[] {
  return Array.isArray(input)
}

/** The one item that `bytes` hold. @throws Error where they hold anything else */
export function readRlp(bytes: Uint8Array): RlpItem {
  return RLP.decode(bytes)
}

/** A list; of exactly `length` items where that is given. @throws RangeError */
export function readList(item: RlpItem | undefined, length?: number): readonly RlpItem[] {
  if (item === undefined || item instanceof Uint8Array) throw new RangeError('expected a list')
  if (length !== undefined && item.length !== length) {
    throw new RangeError(`expected ${length} items, found ${item.length}`)
  }
  return item
}

/** Bytes; exactly `length` of them where that is given. @throws RangeError */
export function readBytes(item: RlpItem | undefined, length?: number): Uint8Array {
  if (!(item instanceof Uint8Array)) throw new RangeError('expected bytes')
  if (length !== undefined && item.length !== length) {
    throw new RangeError(`expected ${length} bytes, found ${item.length}`)
  }
  return item
}

/** @throws RangeError */
export function readHash(item: RlpItem | undefined): Hash {
  return bytesToHash(readBytes(item, 32))
}

/** @throws RangeError */
export function readAddress(item: RlpItem | undefined): Address {
  return bytesToAddress(readBytes(item, 20))
}

/** @throws RangeError */
export function readBigInt(item: RlpItem | undefined): bigint {
  return bytesToBigInt(readBytes(item))
}

/** @throws RangeError where it is no safe integer */
export function readNumber(item: RlpItem | undefined): number {
  const value = Number(readBigInt(item))
  if (!Number.isSafeInteger(value)) throw new RangeError('expected a safe integer')
  return value
}

/** A field that may be absent: a list of the field, or an empty list. */
export function writeOptional<T>(value: T | undefined): T[] {
  return value === undefined ? [] : [value]
}

/** Undoes {@link writeOptional}. @throws RangeError */
export function readOptional<T>(
  item: RlpItem | undefined,
  read: (item: RlpItem | undefined) => T,
): T | undefined {
  const list = readList(item)
  return list.length === 0 ? undefined : read(readList(list, 1)[0])
}
