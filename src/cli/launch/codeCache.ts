import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { crc32 } from 'node:zlib'

/** Set to 1 or true, it disables the cache. */
export const NO_CODE_CACHE = 'ROCKPOOL_NO_CODE_CACHE'

/** Start of a file; its number is that of the format. */
const MAGIC = new TextEncoder().encode('rockpool code 1\n')
const WORK_AT = MAGIC.length
const CHECKSUM_AT = WORK_AT + 4
const HEADER_BYTES = CHECKSUM_AT + 4

/** Files that are kept in the folder: one for each bundle and version of Node.js. */
const MAX_FILES = 6

/** Suffix of the files; others in the folder are left alone. */
const SUFFIX = '.code'

/** Rights of group and others to write. */
const OTHERS_WRITE = 0o022

/** V8's code of a script. */
export interface SavedCode {
  readonly code: Buffer
  /** CPU time that the node had taken after its start, in ms: more work, more functions. */
  readonly work: number
}

/**
 * Returns the folder of the cache as the XDG specification has it, or undefined if the cache is
 * disabled or there is no place for it.
 *
 * @param home returns the home directory of the user; may throw
 */
export function codeCacheFolder(
  environment: Readonly<Record<string, string | undefined>>,
  home: () => string,
): string | undefined {
  const { XDG_CACHE_HOME: base = '', [NO_CODE_CACHE]: disabled } = environment
  if (disabled === '1' || disabled === 'true') return undefined
  // The specification says to ignore relative paths.
  if (isAbsolute(base)) return join(base, 'rockpool')
  try {
    const directory = home()
    return isAbsolute(directory) ? join(directory, '.cache/rockpool') : undefined
  } catch {
    return undefined
  }
}

/**
 * A file with V8's code for a script. V8 runs what it contains, so it is only read if other users
 * cannot have written it and its checksum is right. Methods do not throw: a node starts without the
 * cache, too.
 */
export class CodeCache {
  readonly #folder: string
  readonly #path: string

  /** @param name identifies script, version of Node.js, machine and flags */
  constructor(folder: string, name: string) {
    this.#folder = folder
    this.#path = join(folder, `${name}${SUFFIX}`)
  }

  /** Returns the code. Undefined if the file is absent, damaged or not the user's. */
  read(): SavedCode | undefined {
    try {
      if (!isPrivate(lstatSync(this.#folder))) return undefined
      return decode(readPrivateFile(this.#path))
    } catch {
      return undefined
    }
  }

  /** Replaces the file in one step. Returns whether it did. */
  write(saved: SavedCode): boolean {
    const temporary = `${this.#path}.${process.pid}`
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
      if (!isPrivate(lstatSync(this.#folder))) return false
      writeFileSync(temporary, encode(saved), { flag: 'wx', mode: 0o600 })
      renameSync(temporary, this.#path)
      this.#removeOld()
      return true
    } catch {
      remove(temporary)
      return false
    }
  }

  /** Removes the oldest files: those of bundles and versions that were replaced. */
  #removeOld(): void {
    const paths = readdirSync(this.#folder)
      .filter((file) => file.endsWith(SUFFIX))
      .map((file) => join(this.#folder, file))
    const byAge = paths
      .map((path) => ({ path, time: statSync(path).mtimeMs }))
      .sort((a, b) => b.time - a.time)
    for (const { path } of byAge.slice(MAX_FILES)) remove(path)
  }
}

/** Whether only this user can write it. Windows has no owners here; profiles are private there. */
function isPrivate({ uid, mode }: Stats): boolean {
  const own = process.getuid?.()
  return own === undefined || (uid === own && (mode & OTHERS_WRITE) === 0)
}

/** @throws Error if it cannot be read, or others can write it */
function readPrivateFile(path: string): Buffer {
  // A link would lead to a folder that was not checked.
  const file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0))
  try {
    const stats = fstatSync(file)
    if (!stats.isFile() || !isPrivate(stats)) throw new Error(`${path} is not a private file`)
    return readFileSync(file)
  } finally {
    closeSync(file)
  }
}

function encode({ code, work }: SavedCode): Uint8Array {
  const header = Buffer.alloc(HEADER_BYTES)
  header.set(MAGIC)
  header.writeUInt32BE(work, WORK_AT)
  header.writeUInt32BE(crc32(code, work), CHECKSUM_AT)
  return Buffer.concat([header, code])
}

/** Returns the code of a file; undefined if it is damaged. */
function decode(contents: Buffer): SavedCode | undefined {
  if (contents.length <= HEADER_BYTES) return undefined
  if (!contents.subarray(0, MAGIC.length).equals(MAGIC)) return undefined
  const code = contents.subarray(HEADER_BYTES)
  const work = contents.readUInt32BE(WORK_AT)
  return crc32(code, work) === contents.readUInt32BE(CHECKSUM_AT) ? { code, work } : undefined
}

function remove(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch {
    // A later start tries again.
  }
}
