import { assert } from '../../primitives/assert.ts'
import type { Hash } from '../../primitives/encoding/hex.ts'
import type { EmptyBlocks, Header, SealedBlock } from '../block/block.ts'
import { isAlike, isPackable, packBlock, unpackBlock } from '../block/packedBlock.ts'

/** Number of newest blocks that stay as they are. */
const UNPACKED = 16
/** Most blocks beyond {@link UNPACKED} that are packed with each new one. */
const MOST_PACKED = 2
/** Limit of the blocks of a chain that were read again: their bytes and {@link DECODED_BYTES}. */
const MOST_READ_BYTES = 2 * 1024 * 1024
/** About what a decoded block takes beside its bytes. */
const DECODED_BYTES = 1024
const PAGE_BYTES = 65_536

/** Bytes of a block in a page. */
interface Place {
  readonly page: Uint8Array
  readonly at: number
  readonly size: number
  /** A header from which that of the block differs in few fields. */
  readonly like: Header
  readonly readBlocks: ReadBlocks
}

/**
 * A block in memory. As bytes it takes a third of the memory: {@link BlockPacker} packs old ones,
 * and a read of such a block decodes it.
 */
export class StoredBlock {
  readonly number: number
  readonly version: number
  readonly hash: Hash
  /** Undefined if the block is packed. */
  #block: SealedBlock | undefined
  #page: Uint8Array | undefined
  #at = 0
  #size = 0
  #like: Header | undefined
  #readBlocks: ReadBlocks | undefined

  constructor(block: SealedBlock) {
    this.number = block.number
    this.version = block.version
    this.hash = block.hash
    this.#block = block
  }

  /** Ranges are not packed. */
  get range(): EmptyBlocks | undefined {
    return this.#block?.range
  }

  get block(): SealedBlock {
    return this.#block ?? this.#readBlocks?.get(this) ?? this.unpack()
  }

  /** Bytes of the packed block; 0 if it is not packed. */
  get size(): number {
    return this.#size
  }

  /** Decodes the block. */
  unpack(): SealedBlock {
    assert(this.#page !== undefined && this.#like !== undefined, 'a packed block')
    const bytes = this.#page.subarray(this.#at, this.#at + this.#size)
    return unpackBlock(bytes, this.#like, this)
  }

  /** Replaces the block by bytes, which `place` stores. Without effect if it cannot be packed. */
  pack(place: (bytes: Uint8Array, header: Header) => Place): void {
    const block = this.#block
    if (block === undefined || !isPackable(block)) return
    const { page, at, size, like, readBlocks } = place(packBlock(block), block.header)
    this.#page = page
    this.#at = at
    this.#size = size
    this.#like = like
    this.#readBlocks = readBlocks
    this.#block = undefined
  }
}

/** Packs the blocks of a chain once they are not among the newest. */
export class BlockPacker {
  /** Oldest first. */
  #newest: StoredBlock[] = []
  #isHeld = false
  readonly #readBlocks = new ReadBlocks()
  #page = new Uint8Array(0)
  #used = 0
  #like: Header | undefined

  /** Adds the newest block. */
  add(block: StoredBlock): void {
    this.#newest.push(block)
    if (this.#isHeld) return
    for (let i = 0; i < MOST_PACKED && this.#newest.length > UNPACKED; i++) {
      this.#newest.shift()?.pack((bytes, header) => this.#place(bytes, header))
    }
  }

  /** Whether blocks stay as they are: a chain that goes back to a snapshot reads what it leaves. */
  hold(isHeld: boolean): void {
    this.#isHeld = isHeld
  }

  /** Forgets a block that left the chain, if it is the newest. */
  remove(hash: Hash): void {
    if (this.#newest.at(-1)?.hash === hash) this.#newest.pop()
  }

  #place(bytes: Uint8Array, header: Header): Place {
    if (this.#like === undefined || !isAlike(this.#like, header)) this.#like = header
    const like = this.#like
    const { length: size } = bytes
    const shared = { size, like, readBlocks: this.#readBlocks }
    if (size > PAGE_BYTES / 4) return { page: bytes, at: 0, ...shared }
    if (this.#used + size > this.#page.length) {
      this.#page = new Uint8Array(PAGE_BYTES)
      this.#used = 0
    }
    const at = this.#used
    this.#page.set(bytes, at)
    this.#used += size
    return { page: this.#page, at, ...shared }
  }
}

/** Packed blocks of a chain that were read lately. */
class ReadBlocks {
  /** Least recently used first. */
  readonly #blocks = new Map<StoredBlock, SealedBlock>()
  #bytes = 0

  get(stored: StoredBlock): SealedBlock {
    const known = this.#blocks.get(stored)
    if (known !== undefined) {
      this.#blocks.delete(stored)
      this.#blocks.set(stored, known)
      return known
    }
    const block = stored.unpack()
    this.#blocks.set(stored, block)
    this.#bytes += stored.size + DECODED_BYTES
    for (const each of this.#blocks.keys()) {
      if (this.#bytes <= MOST_READ_BYTES) break
      this.#blocks.delete(each)
      this.#bytes -= each.size + DECODED_BYTES
    }
    return block
  }
}
