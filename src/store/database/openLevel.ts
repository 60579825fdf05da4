import { readdir } from 'node:fs/promises'
import type { Level as LevelDatabase } from 'level'
import { bytesToUtf8, utf8ToBytes } from '../../primitives/encoding/bytes.ts'
import { errorCode } from '../../primitives/errorCode.ts'
import { StoreError } from '../errors.ts'
import { makeDirectory } from './makeDirectory.ts'
import { metaKey } from './tables.ts'

/**
 * Version of the key and value encodings. Changes with every change of a key in `tables.ts` or of a
 * value's encoding.
 */
export const DATABASE_FORMAT = 'rockpool 6'

const FORMAT_KEY = metaKey('format')
/**
 * LevelDB writes this file last when it creates a database. A directory without it has no database.
 */
export const LEVEL_MARK = 'CURRENT'
/** Files of a database whose creation was interrupted. They hold no data. */
const UNFINISHED = /^(LOCK|LOG|LOG\.old|MANIFEST-\d+|\d+\.dbtmp)$/

/** A LevelDB with keys and values of bytes. */
export type Level = LevelDatabase<Uint8Array, Uint8Array>

/**
 * Opens the database of a directory. Creates it and its parent directories if they are missing.
 *
 * @throws StoreError DATABASE_LOCKED, DATABASE_FORMAT, DATABASE_UNREADABLE
 */
export async function openLevel(directory: string): Promise<Level> {
  await requireOwnDirectory(directory)
  const level = await open(directory)
  try {
    await requireFormat(level, directory)
    return level
  } catch (error) {
    await level.close()
    throw error instanceof StoreError ? error : unreadable(directory, error)
  }
}

/** Rejects a directory with other files, so that no database is created among them. */
async function requireOwnDirectory(directory: string): Promise<void> {
  let files: string[]
  try {
    files = await readdir(directory)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return
    throw unreadable(directory, error)
  }
  if (files.includes(LEVEL_MARK) || files.every((file) => UNFINISHED.test(file))) return
  throw new StoreError({
    code: 'DATABASE_UNREADABLE',
    directory,
    reason: 'the directory contains other files and no database',
  })
}

async function open(directory: string): Promise<Level> {
  try {
    makeDirectory(directory)
    // Imported lazily, so that a node in memory does not load the native addon.
    const { Level: LevelDatabase } = await import('level')
    const level = new LevelDatabase<Uint8Array, Uint8Array>(directory, {
      keyEncoding: 'view',
      valueEncoding: 'view',
    })
    await level.open()
    return level
  } catch (error) {
    const reason = error instanceof Error && error.cause !== undefined ? error.cause : error
    if (errorCode(reason) === 'LEVEL_LOCKED') {
      throw new StoreError({ code: 'DATABASE_LOCKED', directory }, { cause: error })
    }
    throw unreadable(directory, reason)
  }
}

/** Writes the format to an empty database, and rejects a database of another format. */
async function requireFormat(level: Level, directory: string): Promise<void> {
  const bytes = level.getSync(FORMAT_KEY)
  if (bytes === undefined && (await level.keys({ limit: 1 }).all()).length === 0) {
    await level.put(FORMAT_KEY, utf8ToBytes(DATABASE_FORMAT), { sync: true })
    return
  }
  const found = bytes === undefined ? undefined : bytesToUtf8(bytes)
  if (found === DATABASE_FORMAT) return
  throw new StoreError({
    code: 'DATABASE_FORMAT',
    directory,
    ...(found === undefined ? {} : { found }),
    want: DATABASE_FORMAT,
  })
}

/** Reasons that a user can act on, by error code. */
const REASONS: ReadonlyMap<unknown, string> = new Map([
  ['ENOENT', 'the directory cannot be created'],
  ['EROFS', 'the file system is read-only'],
  ['ENOSPC', 'the disk is full'],
  ['EPERM', 'not permitted'],
  ['ERR_MODULE_NOT_FOUND', 'the package level is not installed'],
  ['ENOTDIR', 'the path is a file, or below a file'],
  ['EACCES', 'permission denied'],
])

function unreadable(directory: string, cause: unknown): StoreError {
  const reason =
    REASONS.get(errorCode(cause)) ?? (cause instanceof Error ? cause.message : `${cause}`)
  return new StoreError({ code: 'DATABASE_UNREADABLE', directory, reason }, { cause })
}
