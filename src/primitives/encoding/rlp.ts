import { type Address, bytesToAddress } from '../address.ts'
import { bytesToBigInt } from './bytes.ts'
import { bytesToHash, type Hash, type Hex } from './hex.ts'

/** A decoded RLP item: bytes, or a list of items. */
export type RlpItem = Uint8Array | readonly RlpItem[]

/** A value that can be encoded as RLP: bytes, also as hex text, an integer, or a list of them. */
export type RlpInput = Uint8Array | Hex | bigint | number | readonly RlpInput[]

/** Maximum nesting of decoded lists. Blocks and transactions need less than ten levels. */
const MAX_DEPTH = 64

/** Maximum length of a content whose length fits into the first byte. */
const MAX_SHORT = 55
/** Prefix of an empty string; the length of a short one is added. */
export const STRING = 0x80
/** Prefix of an empty list; the length of a short one is added. */
export const LIST = 0xc0

/**
 * The encoder writes from the end of a buffer towards its start: the size of a list is known when
 * its prefix is written.
 */
const FIRST_SIZE = 4096
/** A larger buffer is not kept. */
const MOST_KEPT = 1024 * 1024
let target = Buffer.alloc(FIRST_SIZE)
/** Number of bytes at the end of the buffer that are written. */
let written = 0

/** Encodes an item as RLP. Lists may have any number of items. */
export function writeRlp(input: RlpInput): Uint8Array {
  written = 0
  prepend(input)
  const encoded = new Uint8Array(written)
  target.copy(encoded, 0, target.length - written)
  if (target.length > MOST_KEPT) target = Buffer.alloc(FIRST_SIZE)
  return encoded
}

function prepend(input: RlpInput): void {
  if (typeof input === 'string') {
    prependStringPrefix(prependDigits(input.slice(2)))
  } else if (input instanceof Uint8Array) {
    const at = reserve(input.length)
    target.set(input, at)
    prependStringPrefix(input.length)
  } else if (typeof input === 'object') {
    const before = written
    for (let i = input.length - 1; i >= 0; i--) prepend(input[i] as RlpInput)
    prependPrefix(LIST, written - before)
  } else {
    prependStringPrefix(prependInteger(input))
  }
}

/**
 * Makes room for bytes before the others, and returns where they begin. May replace {@link target}.
 */
function reserve(size: number): number {
  written += size
  if (written > target.length) {
    const larger = Buffer.alloc(2 * written)
    target.copy(larger, larger.length - target.length)
    target = larger
  }
  return target.length - written
}

function prependByte(byte: number): void {
  const at = reserve(1)
  target[at] = byte
}

/** Writes an even number of hexadecimal digits, and returns the number of bytes. */
function prependDigits(digits: string): number {
  const size = digits.length / 2
  const at = reserve(size)
  target.write(digits, at, 'hex')
  return size
}

/** Writes an integer without leading zeros, and returns its size. */
function prependInteger(value: bigint | number): number {
  if (value < 0) throw new RangeError('RLP has no negative integers')
  const before = written
  if (value <= Number.MAX_SAFE_INTEGER) {
    for (let rest = Number(value); rest > 0; rest = Math.floor(rest / 0x100)) {
      prependByte(rest % 0x100)
    }
    return written - before
  }
  const digits = value.toString(16)
  return prependDigits(digits.length % 2 === 0 ? digits : `0${digits}`)
}

/** Writes the prefix of the last `length` bytes, unless they are a byte that is its own prefix. */
function prependStringPrefix(length: number): void {
  const isOwnPrefix = length === 1 && (target[target.length - written] ?? 0) < STRING
  if (!isOwnPrefix) prependPrefix(STRING, length)
}

function prependPrefix(kind: typeof STRING | typeof LIST, length: number): void {
  if (length <= MAX_SHORT) {
    prependByte(kind + length)
    return
  }
  prependByte(kind + MAX_SHORT + prependInteger(length))
}

/** Size of the prefix of a list, or of a string longer than one byte, with `length` bytes. */
export function rlpPrefixSize(length: number): number {
  return length <= MAX_SHORT ? 1 : 1 + integerSize(length)
}

/** Writes the prefix of a string or list with `length` bytes, and returns where it ends. */
export function writeRlpPrefix(
  target: Uint8Array,
  at: number,
  kind: typeof STRING | typeof LIST,
  length: number,
): number {
  if (length <= MAX_SHORT) {
    target[at] = kind + length
    return at + 1
  }
  const size = integerSize(length)
  target[at] = kind + MAX_SHORT + size
  for (let i = 0; i < size; i++) target[at + 1 + i] = (length >>> (8 * (size - 1 - i))) & 0xff
  return at + 1 + size
}

/** Number of bytes of an integer below 2^32, without leading zeros. */
export function integerSize(value: number): number {
  if (value < 0x100) return 1
  if (value < 0x10000) return 2
  return value < 0x1000000 ? 3 : 4
}

/** Decodes `bytes`, which must be exactly one item in canonical RLP. @throws RangeError */
export function readRlp(bytes: Uint8Array): RlpItem {
  const reader = new RlpReader(bytes)
  const item = reader.read(bytes.length, 0)
  if (reader.at !== bytes.length) throw new RangeError('invalid RLP: bytes after the end')
  return item
}

class RlpReader {
  at = 0
  readonly #bytes: Uint8Array

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  /**
   * Reads the item at the current position, which must not extend beyond `end`. Copies its bytes.
   */
  read(end: number, depth: number): RlpItem {
    const first = this.#bytes[this.at]
    if (first === undefined || this.at >= end) throw new RangeError('invalid RLP: no item')
    if (first < STRING) return this.#take(1)
    this.at++
    if (first < LIST) return this.#string(this.#length(first - STRING, end))
    if (depth === MAX_DEPTH) throw new RangeError('invalid RLP: lists are nested too deep')
    const listEnd = this.#length(first - LIST, end) + this.at
    const items: RlpItem[] = []
    while (this.at < listEnd) items.push(this.read(listEnd, depth + 1))
    return items
  }

  #string(length: number): Uint8Array {
    const bytes = this.#take(length)
    if (length === 1 && (bytes[0] ?? 0) < STRING) {
      throw new RangeError('invalid RLP: a single byte below 0x80 has no prefix')
    }
    return bytes
  }

  /** Returns the length of a content from `code`, which comes from the first byte of the prefix. */
  #length(code: number, end: number): number {
    let length = code
    if (code > MAX_SHORT) {
      const size = code - MAX_SHORT
      if (this.at + size > end) throw tooLong()
      length = 0
      if (this.#bytes[this.at] === 0) throw new RangeError('invalid RLP: extra zeros')
      for (let i = 0; i < size; i++) length = length * 256 + (this.#bytes[this.at++] ?? 0)
      if (length <= MAX_SHORT) throw new RangeError('invalid RLP: the length fits one byte')
    }
    if (length > end - this.at) throw tooLong()
    return length
  }

  #take(length: number): Uint8Array {
    const start = this.at
    this.at += length
    return this.#bytes.slice(start, this.at)
  }
}

function tooLong(): RangeError {
  return new RangeError('invalid RLP: total length is larger than the data')
}

/** Returns a list, with exactly `length` items if given. @throws RangeError */
export function readList(item: RlpItem | undefined, length?: number): readonly RlpItem[] {
  if (item === undefined || item instanceof Uint8Array) throw new RangeError('expected a list')
  if (length !== undefined && item.length !== length) {
    throw new RangeError(`expected ${length} items, found ${item.length}`)
  }
  return item
}

/** Returns bytes, exactly `length` of them if given. @throws RangeError */
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

/** Returns an unsigned integer without leading zeros. @throws RangeError */
export function readBigInt(item: RlpItem | undefined): bigint {
  const bytes = readBytes(item)
  if (bytes[0] === 0) throw new RangeError('expected an integer without leading zeros')
  return bytesToBigInt(bytes)
}

/** @throws RangeError if it is not a safe integer */
export function readNumber(item: RlpItem | undefined): number {
  const value = Number(readBigInt(item))
  if (!Number.isSafeInteger(value)) throw new RangeError('expected a safe integer')
  return value
}

/** Encodes an optional field as a list of the field, or as an empty list. */
export function writeOptional<T>(value: T | undefined): T[] {
  return value === undefined ? [] : [value]
}

/** Reverses {@link writeOptional}. @throws RangeError */
export function readOptional<T>(
  item: RlpItem | undefined,
  read: (item: RlpItem | undefined) => T,
): T | undefined {
  const list = readList(item)
  return list.length === 0 ? undefined : read(readList(list, 1)[0])
}
