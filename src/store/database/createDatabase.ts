import { readdir, realpath, rename, rm, rmdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { errorCode } from '../../primitives/errorCode.ts'
import { StoreError } from '../errors.ts'
import { type Database, openDatabase } from './database.ts'

/**
 * Creates a database in a new or empty directory and closes it. The database is filled in
 * `….unfinished` beside the directory and then renamed, so that the directory is either complete or
 * empty.
 *
 * @param fill writes the content; its last writes may stay staged.
 * @throws StoreError DIRECTORY_TAKEN, DATABASE_UNREADABLE; DATABASE_LOCKED if another process is
 *   filling it
 */
export async function createDatabase<T>(
  directory: string,
  fill: (database: Database) => Promise<T>,
): Promise<T> {
  await requireEmptyDirectory(directory)
  const target = await realpath(directory).catch(() => resolve(directory))
  const unfinished = `${target}.unfinished`
  await removeLeftovers(unfinished)
  const database = await openDatabase(unfinished, { sync: true })
  try {
    const result = await fillAndClose(database, fill)
    await rmdir(target).catch((error: unknown) => {
      if (errorCode(error) !== 'ENOENT') throw directoryTaken(directory, error)
    })
    await rename(unfinished, target)
    return result
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    throw error
  }
}

async function fillAndClose<T>(
  database: Database,
  fill: (database: Database) => Promise<T>,
): Promise<T> {
  try {
    const result = await fill(database)
    await database.flush()
    return result
  } finally {
    await database.close()
  }
}

/** @throws StoreError DIRECTORY_TAKEN if the directory is not empty */
export async function requireEmptyDirectory(directory: string): Promise<void> {
  const files = await readdir(directory).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return []
    throw directoryTaken(directory, error)
  })
  if (files.length > 0) throw directoryTaken(directory)
}

/**
 * Removes the files of an interrupted process. Opening them first checks that no process uses them.
 */
async function removeLeftovers(directory: string): Promise<void> {
  const exists = await readdir(directory).then(
    () => true,
    () => false,
  )
  if (!exists) return
  const leftover = await openDatabase(directory, { sync: false })
  await leftover.close()
  await rm(directory, { recursive: true })
}

function directoryTaken(directory: string, cause?: unknown): StoreError {
  return new StoreError({ code: 'DIRECTORY_TAKEN', directory }, { cause })
}
