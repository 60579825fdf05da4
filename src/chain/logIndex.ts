import type { Log } from '../evm/executor.ts'
import type { Hex } from '../primitives/hex.ts'
import { type LogPosition, logKey } from '../store/tables.ts'
import { bytesToUvarints, uvarintsToBytes } from '../store/varint.ts'
import type { SealedBlock } from './block.ts'

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
    yield [logKey(position, value, block.number), uvarintsToBytes(indexes)]
  }
}

/** Where in its block (counted over all receipts) each log of a row is, ascending. @throws RangeError where the row is damaged */
export function decodeLogIndexes(row: Uint8Array): number[] {
  return bytesToUvarints(row)
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
