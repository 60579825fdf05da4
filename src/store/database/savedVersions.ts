import { readUvarint, uvarintToBytes } from '../../primitives/encoding/varint.ts'
import type { Database } from './database.ts'
import { metaKey } from './tables.ts'

/** The range of store versions that a database holds. */
export interface SavedVersions {
  readonly earliest: number
  readonly newest: number
}

const VERSION_KEY = metaKey('version')
const EARLIEST_KEY = metaKey('earliest')

/** Key of the row that lists repeated versions, of which only the last one is written. */
export const REPEATED_KEY = metaKey('repeated')

/** Returns the earliest and newest version in a database; 1 and 0 if it is empty. */
export function readVersions(database: Database): SavedVersions {
  return {
    newest: readNumber(database, VERSION_KEY) ?? 0,
    earliest: readNumber(database, EARLIEST_KEY) ?? 1,
  }
}

/** Stages the versions that a database holds. Omitted fields keep their values. */
export function stageVersions(database: Database, versions: Partial<SavedVersions>): void {
  const { earliest, newest } = versions
  if (newest !== undefined) database.put(VERSION_KEY, uvarintToBytes(newest))
  if (earliest !== undefined) database.put(EARLIEST_KEY, uvarintToBytes(earliest))
}

function readNumber(database: Database, key: Uint8Array): number | undefined {
  const bytes = database.get(key)
  return bytes === undefined ? undefined : readUvarint(bytes, 0)[0]
}
