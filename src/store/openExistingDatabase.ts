import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { type Database, openDatabase } from './database.ts'
import { StoreRefused } from './errors.ts'
import { LEVEL_MARK } from './openLevel.ts'

/**
 * Opens the database of a directory, which must be there, to read it.
 *
 * @throws StoreRefused DATABASE_LOCKED, DATABASE_FORMAT, DATABASE_UNREADABLE
 */
export async function openExistingDatabase(directory: string): Promise<Database> {
  try {
    await access(join(directory, LEVEL_MARK))
  } catch (cause) {
    const reason = 'there is no database'
    throw new StoreRefused({ code: 'DATABASE_UNREADABLE', directory, reason }, { cause })
  }
  return openDatabase(directory, { sync: false })
}
