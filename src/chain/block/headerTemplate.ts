import type { HeaderLayout, NumberSlot } from '../../evm/engine/headerHasher.ts'
import { ZERO_HASH } from '../../primitives/encoding/hex.ts'
import { writeRlp } from '../../primitives/encoding/rlp.ts'
import type { Header, SharedHeaderFields } from './block.ts'
import { encodeHeader, frontierFields } from './consensusRlp.ts'

/** Bytes of the list's prefix: a header takes from 256 to 65,535 bytes, as it has a bloom. */
const LIST_PREFIX = 3
/** Bytes of the prefix of a hash, and of an integer of several bytes. */
const STRING_PREFIX = 1

/** Indexes of fields in the list of a header. */
const PARENT_HASH = 0
const NUMBER = 8
const TIMESTAMP = 11
const MIX_HASH = 13

/** The RLP of headers that differ in parent hash, number, time and PREVRANDAO alone. */
export interface HeaderTemplate extends HeaderLayout {
  /**
   * Numbers and times below these, and not below those that it was made for, take as many bytes.
   */
  readonly numberLimit: number
  readonly timestampLimit: number
}

/** The template of headers from a number and time on, both exact integers. */
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

/** 0 has no bytes of its own. */
function placeOf(value: number, end: number): NumberSlot {
  return { end, size: value === 0 ? 0 : byteLength(value) }
}

/** The least greater integer whose RLP has another form. */
function limitOf(value: number): number {
  if (value === 0) return 1
  return value < 0x80 ? 0x80 : 256 ** byteLength(value)
}

function byteLength(value: number): number {
  let size = 1
  while (256 ** size <= value) size++
  return size
}
