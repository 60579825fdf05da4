import {
  decodeBlock,
  decodePooled,
  decodeRange,
  encodeBlock,
  encodePooled,
  encodeRange,
} from '../../src/chain/block/blockCodec.ts'
import { equalBytes } from '../../src/primitives/encoding/bytes.ts'
import type { Database } from '../../src/store/database/database.ts'
import { type Table, tablePrefix } from '../../src/store/database/tables.ts'

/** Readers and writers of rows that a chain needs. */
const rewrite: Partial<Record<Table, (bytes: Uint8Array) => Uint8Array>> = {
  block: (bytes) => encodeBlock(decodeBlock(bytes)),
  emptyRun: (bytes) => encodeRange(decodeRange(bytes)),
  pool: (bytes) => encodePooled(decodePooled(bytes)),
}

/**
 * A database that rejects a block or a pending transaction that could not be read when the chain is
 * opened again.
 */
export function withReadableRows(database: Database): Database {
  const tables = Object.entries(rewrite).map(
    ([table, again]) => [tablePrefix(table as Table)[0], again] as const,
  )
  const readers = new Map(tables)
  return new Proxy(database, {
    get(target, name) {
      if (name === 'put') {
        return (key: Uint8Array, value: Uint8Array) => {
          const again = readers.get(key[0])?.(value)
          if (again !== undefined && !equalBytes(again, value)) {
            throw new Error('a row is not what is read from it')
          }
          target.put(key, value)
        }
      }
      const member: unknown = Reflect.get(target, name, target)
      return typeof member === 'function' ? member.bind(target) : member
    },
  })
}
