import { writeRlp } from '../../evm/transaction/rlpFields.ts'
import { keccak256 } from '../../primitives/crypto/keccak.ts'
import { ZERO_HASH } from '../../primitives/encoding/hex.ts'
import type { Header } from './block.ts'
import { encodeHeader, frontierFields } from './consensusRlp.ts'
import { prevRandaoTemplate } from './prevRandao.ts'

/** What a header says besides its place in the chain and what follows from its time. */
export type SteadyHeader = Omit<Header, 'parentHash' | 'number' | 'timestamp' | 'mixHash'>

/** What stands before the fields: a header takes from 256 to 65,535 bytes, as it has a bloom. */
const HEAD_BYTES = 3
/** A hash has its length before it. */
const LENGTH_BYTE = 1

/** Where fields are in a header's list. */
const PARENT_HASH = 0
const NUMBER = 8
const TIMESTAMP = 11
const MIX_HASH = 13

/**
 * The RLP of headers that differ in parent, number, time and PREVRANDAO alone, as long as number and time take as many bytes: written once,
 * from then on only changed in place, which is a tenth of the work.
 */
export class HeaderTemplate {
  readonly #rlp: Uint8Array
  readonly #parentHash: number
  readonly #mixHash: number
  readonly #number: Place
  readonly #timestamp: Place
  readonly #randao = prevRandaoTemplate()
  /** The time whose PREVRANDAO is in the template. */
  #mixedTime = -1

  /** For headers from this number and time on, both exact integers. */
  constructor(steady: SteadyHeader, number: number, timestamp: number) {
    const header: Header = {
      ...steady,
      parentHash: ZERO_HASH,
      number: BigInt(number),
      timestamp: BigInt(timestamp),
      mixHash: ZERO_HASH,
    }
    const sizes = frontierFields(header).map((field) => writeRlp(field).length)
    const startOf = (index: number): number =>
      sizes.slice(0, index).reduce((sum, size) => sum + size, HEAD_BYTES)
    this.#rlp = encodeHeader(header)
    this.#parentHash = startOf(PARENT_HASH) + LENGTH_BYTE
    this.#mixHash = startOf(MIX_HASH) + LENGTH_BYTE
    this.#number = placeOf(number, startOf(NUMBER))
    this.#timestamp = placeOf(timestamp, startOf(TIMESTAMP))
  }

  /** Bytes of the RLP. */
  get size(): number {
    return this.#rlp.length
  }

  /** Whether a header of this number and time, neither before those of the first one, has the same form. */
  fits(number: number, timestamp: number): boolean {
    return number < this.#number.limit && timestamp < this.#timestamp.limit
  }

  /** Hash of the header after this one (32 bytes each). It must fit. */
  hash(parentHash: Uint8Array, number: number, timestamp: number): Uint8Array {
    this.#rlp.set(parentHash, this.#parentHash)
    this.#write(this.#number, number)
    if (this.#mixedTime !== timestamp) {
      this.#write(this.#timestamp, timestamp)
      this.#rlp.set(this.#randao(timestamp), this.#mixHash)
      this.#mixedTime = timestamp
    }
    return keccak256(this.#rlp)
  }

  #write({ last, first }: Place, value: number): void {
    let rest = value
    for (let at = last; at >= first; at--) {
      this.#rlp[at] = rest % 256
      rest = Math.floor(rest / 256)
    }
  }
}

/** Where the bytes of an integer are. */
interface Place {
  readonly first: number
  readonly last: number
  /** The least integer after this one that is written in another form. */
  readonly limit: number
}

/** Where an integer is whose RLP begins here: as one byte, or behind its length. The empty form of 0 is no place for others. */
function placeOf(value: number, start: number): Place {
  if (value === 0) return { first: start, last: start - 1, limit: 1 }
  if (value < 0x80) return { first: start, last: start, limit: 0x80 }
  let size = 1
  while (256 ** size <= value) size++
  const first = start + LENGTH_BYTE
  return { first, last: first + size - 1, limit: 256 ** size }
}
