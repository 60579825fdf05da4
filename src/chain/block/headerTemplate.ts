import type { HeaderLayout, NumberSlot } from '../../evm/engine/headerHasher.ts'
import { ZERO_HASH } from '../../primitives/encoding/hex.ts'
import { writeRlp } from '../../primitives/encoding/rlp.ts'
import type { Header, SharedHeaderFields } from './block.ts'
import { encodeHeader, frontierFields } from './consensusRlp.ts'

/** Length of the list prefix: a header has 256 to 65,535 bytes because of its bloom. */
const LIST_PREFIX = 3
/** Length of the prefix of a hash, and of an integer of several bytes. */
const STRING_PREFIX = 1

/** Indexes of fields in a header. */
const PARENT_HASH = 0
const NUMBER = 8
const TIMESTAMP = 11
const MIX_HASH = 13

/** RLP of headers that differ only in parent hash, number, timestamp and PREVRANDAO. */
export interface HeaderTemplate extends HeaderLayout {
  /** Bounds below which numbers and timestamps have the same encoded length. */
  readonly numberLimit: number
  readonly timestampLimit: number
}

/** Creates the template for headers from a number and timestamp on, both safe integers. */
export function headerTemplate(
  steady: SharedHeaderFields,
  number: number,
  timestamp: number,
): HeaderTemplate {
  const header: Header = {
    ...steady,
    parentHash: ZERO_HASH,
    number: BigInt(number),
    timestamp: BigInt(timestamp),
    mixHash: ZERO_HASH,
  }
  const sizes = frontierFields(header).map((field) => writeRlp(field).length)
  const endOf = (index: number): number =>
    sizes.slice(0, index + 1).reduce((sum, size) => sum + size, LIST_PREFIX)
  const startOf = (index: number): number => endOf(index - 1) + STRING_PREFIX
  return {
    rlp: encodeHeader(header),
    parentHash: startOf(PARENT_HASH),
    mixHash: startOf(MIX_HASH),
    number: placeOf(number, endOf(NUMBER)),
    timestamp: placeOf(timestamp, endOf(TIMESTAMP)),
    numberLimit: limitOf(number),
    timestampLimit: limitOf(timestamp),
  }
}

/** RLP encodes 0 without bytes. */
function placeOf(value: number, end: number): NumberSlot {
  return { end, size: value === 0 ? 0 : byteLength(value) }
}

/** Returns the smallest larger integer whose RLP has another length. */
function limitOf(value: number): number {
  if (value === 0) return 1
  return value < 0x80 ? 0x80 : 256 ** byteLength(value)
}

function byteLength(value: number): number {
  let size = 1
  while (256 ** size <= value) size++
  return size
}
