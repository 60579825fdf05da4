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

/**
 * Reads the bytes from `start` on, which must be exactly one list in canonical RLP. Its strings are
 * not copied until they are asked for. @throws RangeError
 */
export function readRlpList(bytes: Uint8Array, start = 0): RlpList {
  const first = bytes[start]
  if (first !== undefined && first < LIST) readList(readRlp(bytes.subarray(start)))
  const reader = new RlpReader(bytes)
  reader.at = start
  const list = reader.list()
  if (reader.at !== bytes.length) throw new RangeError('invalid RLP: bytes after the end')
  return list
}

/** A list in its encoding. Its items are read by their index. */
export class RlpList {
  readonly #bytes: Buffer
  /** Where the first item starts. */
  readonly #start: number
  /** Start and end of each string's content; of a list only the end counts. */
  readonly #starts: number[] = []
  readonly #ends: number[] = []
  readonly #lists: (readonly RlpItem[] | undefined)[] = []

  constructor(bytes: Uint8Array, start: number) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    this.#start = start
  }

  get length(): number {
    return this.#starts.length
  }

  add(start: number, end: number, list?: readonly RlpItem[]): void {
    this.#starts.push(start)
    this.#ends.push(end)
    this.#lists.push(list)
  }

  isString(i: number): boolean {
    return i < this.length && this.#lists[i] === undefined
  }

  /** Returns the number of bytes of a string. @throws RangeError */
  sizeOf(i: number): number {
    if (!this.isString(i)) throw new RangeError('expected bytes')
    return (this.#ends[i] ?? 0) - (this.#starts[i] ?? 0)
  }

  /** Returns a copy of a string. @throws RangeError */
  bytes(i: number): Uint8Array {
    const copy = new Uint8Array(this.sizeOf(i))
    this.copy(i, copy, 0)
    return copy
  }

  /** Copies a string. @throws RangeError if there is no room for it */
  copy(i: number, target: Uint8Array, at: number): void {
    target.set(this.#bytes.subarray(this.#starts[i], this.#ends[i]), at)
  }

  /** Returns a string of `size` bytes as hexadecimal text. @throws RangeError */
  hex(i: number, size: number): Hex {
    const found = this.sizeOf(i)
    if (found !== size) throw new RangeError(`expected ${size} bytes, found ${found}`)
    return `0x${this.#bytes.toString('hex', this.#starts[i], this.#ends[i])}`
  }

  /** Returns an unsigned integer of at most `mostBytes`, without leading zeros. @throws RangeError */
  uint(i: number, mostBytes: number): bigint {
    const size = this.sizeOf(i)
    if (size > mostBytes) throw new RangeError(`expected at most ${8 * mostBytes} bits`)
    if (size === 0) return 0n
    const bytes = this.#bytes
    const start = this.#starts[i] ?? 0
    if (bytes[start] === 0) throw new RangeError('expected an integer without leading zeros')
    if (size > SAFE_BYTES) return BigInt(`0x${bytes.toString('hex', start, start + size)}`)
    let value = 0
    for (let at = start; at < start + size; at++) value = value * 0x100 + (bytes[at] ?? 0)
    return BigInt(value)
  }

  /** Returns the items of a list. @throws RangeError */
  list(i: number): readonly RlpItem[] {
    const list = this.#lists[i]
    if (list === undefined) throw new RangeError('expected a list')
    return list
  }

  /** Returns the encoding of the first `count` items. Not copied. */
  encodingOf(count: number): Uint8Array {
    return this.#bytes.subarray(this.#start, count === 0 ? this.#start : this.#ends[count - 1])
  }
}

/** Integers of this many bytes are safe. */
const SAFE_BYTES = 6
const NO_ITEMS: readonly RlpItem[] = []

class RlpReader {
  at = 0
  readonly #bytes: Uint8Array

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  /** Reads the list at the current position. */
  list(): RlpList {
    const bytes = this.#bytes
    const code = bytes[this.at++]
    if (code === undefined) throw new RangeError('invalid RLP: no item')
    const end = this.#length(code - LIST, bytes.length) + this.at
    const list = new RlpList(bytes, this.at)
    while (this.at < end) {
      const first = bytes[this.at] ?? 0
      if (first < LIST) {
        const start = this.#enterString(first, end)
        list.add(start, this.at)
      } else if (first === LIST) {
        this.at++
        list.add(this.at, this.at, NO_ITEMS)
      } else {
        const items = readList(this.read(end, 1))
        list.add(this.at, this.at, items)
      }
    }
    return list
  }

  /** Moves behind a string, and returns the start of its content. */
  #enterString(first: number, end: number): number {
    if (first < STRING) return this.at++
    this.at++
    const length = this.#length(first - STRING, end)
    const start = this.at
    this.at += length
    this.#requireShortest(length, this.#bytes[start])
    return start
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
    this.#requireShortest(length, bytes[0])
    return bytes
  }

  #requireShortest(length: number, first: number | undefined): void {
    if (length === 1 && (first ?? 0) < STRING) {
      throw new RangeError('invalid RLP: a single byte below 0x80 has no prefix')
    }
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
