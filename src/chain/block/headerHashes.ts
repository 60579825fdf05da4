import { hashHeaders, MAX_HEADERS } from '../../evm/engine/headerHasher.ts'
import { keccak256 } from '../../primitives/crypto/keccak.ts'
import { bigIntToBytes, concatBytes } from '../../primitives/encoding/bytes.ts'
import { hexToBytes } from '../../primitives/encoding/hex.ts'
import type { EmptyBlockRangeData, HashIndex } from './block.ts'
import { headerTemplate } from './headerTemplate.ts'

/** Headers hashed per step, which takes two milliseconds. */
const SEGMENT = MAX_HEADERS
const HASH_BYTES = 32

/** Largest range whose hashes form one chain. */
const LONGEST_CHAINED = 1_000_000

/** Number of cached segments, 2 MiB in total. */
const CACHED_SEGMENTS = 64

/**
 * Hashes of consecutive empty blocks, computed on demand in segments of {@link SEGMENT} headers
 * from the stored parent hash of each segment.
 *
 * - Up to a million blocks, each header has its parent's hash. The parent hash of each segment and
 *   the first four bytes of each hash, which serve lookups by hash, are stored.
 * - In longer ranges, the parent hash of a segment's first header derives from the range and the
 *   number, so that segments are independent.
 */
export class HeaderHashes {
  readonly #facts: EmptyBlockRangeData
  readonly index: HashIndex
  /** Hashes of segments, least recently used first. Parts of a range share them. */
  readonly #cache: Map<number, Uint8Array>

  constructor(facts: EmptyBlockRangeData, index: HashIndex, cache = new Map<number, Uint8Array>()) {
    this.#facts = facts
    this.index = index
    this.#cache = cache
  }

  /**
   * Computes the hashes of a new range.
   * @param rest called every few milliseconds
   */
  static async make(facts: EmptyBlockRangeData, rest: () => Promise<void>): Promise<HeaderHashes> {
    const { number: origin, count, parentHash } = facts
    if (count > LONGEST_CHAINED) {
      return new HeaderHashes(facts, { origin, seed: hexToBytes(parentHash) })
    }
    const heads = new Uint32Array(count)
    const parents = new Uint8Array(Math.ceil(count / SEGMENT) * HASH_BYTES)
    let parent = hexToBytes(parentHash)
    for (let first = 0; first < count; first += SEGMENT) {
      parents.set(parent, (first / SEGMENT) * HASH_BYTES)
      const hashes = hashRow(facts, parent, origin + first, Math.min(SEGMENT, count - first))
      for (let i = 0; i < hashes.length / HASH_BYTES; i++) {
        heads[first + i] = headOf(hashes, i * HASH_BYTES)
      }
      parent = hashes.slice(-HASH_BYTES)
      await rest()
    }
    return new HeaderHashes(facts, { origin, heads, parents })
  }

  /** Returns the hashes of a part of the range. */
  part(facts: EmptyBlockRangeData): HeaderHashes {
    const { index } = this
    if (!('heads' in index)) return new HeaderHashes(facts, index, this.#cache)
    const { origin, heads, parents } = index
    const skipped = facts.number - this.#facts.number
    const base = this.#segmentOf(this.#facts.number)
    const start = this.#segmentOf(facts.number) - base
    const end = this.#segmentOf(facts.number + facts.count - 1) - base + 1
    const part = {
      origin,
      heads: heads.subarray(skipped, skipped + facts.count),
      parents: parents.subarray(start * HASH_BYTES, end * HASH_BYTES),
    }
    return new HeaderHashes(facts, part, this.#cache)
  }

  /** Returns the hash of a block. */
  at(number: number): Uint8Array {
    const segment = this.#segmentOf(number)
    const start = (number - this.#startOf(segment)) * HASH_BYTES
    return this.#hashesOf(segment, start + HASH_BYTES).slice(start, start + HASH_BYTES)
  }

  /** Returns the parent hash of a block if it is not the hash of the block before. */
  seededParentOf(number: number): Uint8Array | undefined {
    const { index } = this
    const segment = this.#segmentOf(number)
    const isSeeded = 'seed' in index && segment > 0 && number === this.#startOf(segment)
    return isSeeded ? this.#parentOf(segment) : undefined
  }

  /**
   * Returns the number of the block with this hash. In a range that is not one chain, it finds
   * blocks of cached segments and the last block.
   */
  numberOf(hash: Uint8Array): number | undefined {
    const { number, count } = this.#facts
    if (!('heads' in this.index)) return this.#search(hash)
    const { heads } = this.index
    const head = headOf(hash, 0)
    for (let at = heads.indexOf(head); at >= 0 && at < count; at = heads.indexOf(head, at + 1)) {
      if (Buffer.compare(this.at(number + at), hash) === 0) return number + at
    }
    return undefined
  }

  #search(hash: Uint8Array): number | undefined {
    const { number: first, count } = this.#facts
    const last = first + count - 1
    this.at(last)
    for (const [segment, hashes] of this.#cache) {
      for (let at = 0; at < hashes.length; at += HASH_BYTES) {
        if (Buffer.compare(hashes.subarray(at, at + HASH_BYTES), hash) !== 0) continue
        const number = this.#startOf(segment) + at / HASH_BYTES
        if (number >= first && number <= last) return number
      }
    }
    return undefined
  }

  #segmentOf(number: number): number {
    return Math.floor((number - this.index.origin) / SEGMENT)
  }

  /** Number of the first block of a segment. */
  #startOf(segment: number): number {
    return this.index.origin + segment * SEGMENT
  }

  /**
   * Returns the hashes of a segment that belong to the range, with at least this number of bytes.
   */
  #hashesOf(segment: number, size: number): Uint8Array {
    const cached = this.#cache.get(segment)
    this.#cache.delete(segment)
    const hashes = cached !== undefined && cached.length >= size ? cached : this.#hash(segment)
    this.#cache.set(segment, hashes)
    const [oldest] = this.#cache.keys()
    if (this.#cache.size > CACHED_SEGMENTS && oldest !== undefined) this.#cache.delete(oldest)
    return hashes
  }

  #hash(segment: number): Uint8Array {
    const { number, count } = this.#facts
    const start = this.#startOf(segment)
    const size = Math.min(SEGMENT, number + count - start)
    return hashRow(this.#facts, this.#parentOf(segment), start, size)
  }

  /** Returns the parent hash of a segment's first header. */
  #parentOf(segment: number): Uint8Array {
    const { index } = this
    if ('heads' in index) {
      const start = (segment - this.#segmentOf(this.#facts.number)) * HASH_BYTES
      return index.parents.subarray(start, start + HASH_BYTES)
    }
    if (segment === 0) return index.seed
    const number = bigIntToBytes(BigInt(this.#startOf(segment)), 8)
    return keccak256(concatBytes(index.seed, number))
  }
}

/** Computes hashes of headers from a number on, which may be before the first block. */
function hashRow(
  { sharedFields, number, timestamp, step }: EmptyBlockRangeData,
  parentHash: Uint8Array,
  first: number,
  count: number,
): Uint8Array {
  const hashes = new Uint8Array(count * HASH_BYTES)
  let parent = parentHash
  for (let made = 0; made < count; ) {
    const next = first + made
    const time = Number(timestamp + BigInt(next - number) * step)
    const template = headerTemplate(sharedFields, next, time)
    const inTime = step === 0n ? count : Math.ceil((template.timestampLimit - time) / Number(step))
    const fitting = Math.min(count - made, template.numberLimit - next, inTime)
    const sequence = { number: next, timestamp: time, step: Number(step), count: fitting }
    const part = hashHeaders(template, parent, sequence)
    hashes.set(part, made * HASH_BYTES)
    parent = part.subarray(-HASH_BYTES)
    made += fitting
  }
  return hashes
}

/** The first four bytes of a hash, as a number. */
function headOf(bytes: Uint8Array, at: number): number {
  const [a = 0, b = 0, c = 0, d = 0] = [bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]
  return ((a << 24) | (b << 16) | (c << 8) | d) >>> 0
}
