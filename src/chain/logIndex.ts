import type { Log } from '../evm/executor.ts'
import type { Hex } from '../primitives/hex.ts'
import { type LogPosition, logKey } from '../store/tables.ts'
import { readUvarint, writeUvarint } from '../store/varint.ts'
import type { SealedBlock } from './block.ts'

/** Of a safe integer. */
const MAX_UVARINT_BYTES = 8

/**
 * The rows by which a block's logs are found: one for each address and each topic at its position, which says the logs that
 * have it. A search for a rare value so touches only the blocks that hold it.
 */
export function* logIndexRows(
  block: SealedBlock,
): Generator<readonly [key: Uint8Array, value: Uint8Array], void, undefined> {
  const places = new Map<string, Place>()
  for (const { logs, firstLogIndex } of block.receipts) {
    logs.forEach((log, i) => {
      for (const [position, value] of searchable(log)) {
        const name = `${position}${value}`
        const place = places.get(name) ?? { position, value, indexes: [] }
        place.indexes.push(firstLogIndex + i)
        places.set(name, place)
      }
    })
  }
  for (const { position, value, indexes } of places.values()) {
    yield [logKey(position, value, block.number), encodeLogIndexes(indexes)]
  }
}

/** Where in its block (counted over all receipts) each log of a row is, ascending. @throws RangeError where the row is damaged */
export function decodeLogIndexes(row: Uint8Array): number[] {
  const indexes: number[] = []
  let at = 0
  while (at < row.length) {
    const [index, end] = readUvarint(row, at)
    indexes.push(index)
    at = end
  }
  return indexes
}

function encodeLogIndexes(indexes: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(MAX_UVARINT_BYTES * indexes.length)
  let end = 0
  for (const index of indexes) end = writeUvarint(bytes, end, index)
  return bytes.subarray(0, end)
}

interface Place {
  readonly position: LogPosition
  readonly value: Hex
  readonly indexes: number[]
}

const TOPIC_POSITIONS = [1, 2, 3, 4] as const

function* searchable({ address, topics }: Log): Generator<[LogPosition, Hex], void, undefined> {
  yield [0, address]
  for (const position of TOPIC_POSITIONS) {
    const topic = topics[position - 1]
    if (topic !== undefined) yield [position, topic]
  }
}
