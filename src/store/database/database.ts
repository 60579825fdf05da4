import { access, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { assert } from '../../primitives/assert.ts'
import { afterPrefix } from '../../primitives/encoding/bytes.ts'
import { StoreError } from '../errors.ts'
import { LEVEL_MARK, type Level, openLevel } from './openLevel.ts'

/**
 * Keys and values on disk, in the order of the keys. Writes are staged and become visible together,
 * by one atomic flush.
 *
 * A closed database refuses to be read or flushed (DATABASE_CLOSED); reads of damaged files throw,
 * which is no refusal.
 */
export interface Database {
  /**
   * As of the last flush: what is staged is not seen. Absent: undefined. The bytes are the caller's
   * own.
   */
  get(key: Uint8Array): Uint8Array | undefined
  /** Stages a write; the bytes are copied. The last operation on a key wins. */
  put(key: Uint8Array, value: Uint8Array): void
  /** Stages a removal; the bytes are copied. */
  delete(key: Uint8Array): void
  /** Whether anything is staged. */
  readonly isDirty: boolean
  /**
   * Writes everything staged at the call in one atomic batch; resolves when it is written. What is
   * staged in the meantime waits for the next flush. When it fails, it rejects and what it held is
   * dropped. Calls must not overlap.
   */
  flush(): Promise<void>
  /** Drops what is staged; a flush under way is not affected. */
  discard(): void
  /**
   * Entries whose keys start with `prefix`, in key order, as of the last flush before the first
   * step; bounded memory.
   */
  entries(prefix: Uint8Array): AsyncIterable<readonly [key: Uint8Array, value: Uint8Array]>
  /**
   * Keys from `first` to `last`, both included, as of the last flush before the call; default:
   * ascending. To be closed by the caller.
   */
  keys(first: Uint8Array, last: Uint8Array, order?: 'ascending' | 'descending'): KeyCursor
  /** Waits for a flush under way, drops what is staged and lets go of the directory. Idempotent. */
  close(): Promise<void>
}

/** Walks keys in an order. */
export interface KeyCursor {
  /** Goes on at the first key that is not before `target`. */
  seek(target: Uint8Array): void
  /** The next keys, `count` at the most; none at the end. Calls must not overlap. */
  next(count: number): Promise<readonly Uint8Array[]>
  close(): Promise<void>
}

/** How a database is opened. */
export interface DatabaseOptions {
  /**
   * Flush to the disk at each write: what is written survives the machine, not only the process.
   */
  readonly sync: boolean
}

/**
 * Opens the database of a directory, or creates it, with the directories above it.
 *
 * @throws StoreError DATABASE_LOCKED, DATABASE_FORMAT, DATABASE_UNREADABLE
 */
export async function openDatabase(directory: string, options: DatabaseOptions): Promise<Database> {
  return new LevelDatabase(directory, await openLevel(directory), options.sync)
}

/**
 * Opens the database of a directory, which must be there, to read it.
 *
 * @throws StoreError DATABASE_LOCKED, DATABASE_FORMAT, DATABASE_UNREADABLE
 */
export async function openExistingDatabase(directory: string): Promise<Database> {
  try {
    await access(join(directory, LEVEL_MARK))
  } catch (cause) {
    const reason = 'there is no database'
    throw new StoreError({ code: 'DATABASE_UNREADABLE', directory, reason }, { cause })
  }
  return openDatabase(directory, { sync: false })
}

type Operation =
  | { readonly type: 'put'; readonly key: Uint8Array; readonly value: Uint8Array }
  | { readonly type: 'del'; readonly key: Uint8Array }

/** More than LevelDB writes when it opens a directory. */
const PROBE_BYTES = 1 << 20

/**
 * A database over an open LevelDB.
 *
 * What is staged goes into a batch on the native side at once: 0.6 µs an operation, where an array
 * of operations costs 5 µs each when it is written. LevelDB applies a batch in order, which is why
 * the last operation on a key wins.
 *
 * After a write that failed, LevelDB would go on writing behind the torn record, and find nothing
 * of that when it is opened the next time. So nothing is written any more before it has been opened
 * anew.
 */
class LevelDatabase implements Database {
  readonly #directory: string
  readonly #level: Level
  readonly #sync: boolean
  #staged: ReturnType<Level['batch']> | undefined
  /** What is staged while {@link #isTorn}: a batch would not outlive opening anew. */
  #recorded: Operation[] = []
  #isTorn = false
  #isFlushing = false
  #closed: Promise<void> | undefined

  /** `sync`: flush to the disk at each write. */
  constructor(directory: string, level: Level, sync: boolean) {
    this.#directory = directory
    this.#level = level
    this.#sync = sync
  }

  get(key: Uint8Array): Uint8Array | undefined {
    this.#requireOpen()
    const value = this.#level.getSync(key)
    return value === undefined ? undefined : toPlainBytes(value)
  }

  put(key: Uint8Array, value: Uint8Array): void {
    if (this.#isTorn) this.#recorded.push({ type: 'put', key: copy(key), value: copy(value) })
    else this.#batch().put(key, value)
  }

  delete(key: Uint8Array): void {
    if (this.#isTorn) this.#recorded.push({ type: 'del', key: copy(key) })
    else this.#batch().del(key)
  }

  get isDirty(): boolean {
    return this.#staged !== undefined || this.#recorded.length > 0
  }

  async flush(): Promise<void> {
    assert(!this.#isFlushing, 'flushes not to overlap')
    if (!this.isDirty) return
    if (this.#closed !== undefined) throw new StoreError({ code: 'DATABASE_CLOSED' })
    this.#isFlushing = true
    try {
      await this.#write()
    } catch (cause) {
      this.#isTorn = true
      const reason = cause instanceof Error ? cause.message : `${cause}`
      const directory = this.#directory
      throw new StoreError({ code: 'DATABASE_UNWRITABLE', directory, reason }, { cause })
    } finally {
      this.#isFlushing = false
    }
  }

  discard(): void {
    void this.#staged?.close()
    this.#staged = undefined
    this.#recorded = []
  }

  async *entries(prefix: Uint8Array): AsyncGenerator<readonly [Uint8Array, Uint8Array], void> {
    this.#requireOpen()
    const end = afterPrefix(prefix)
    const range = end === undefined ? { gte: prefix } : { gte: prefix, lt: end }
    for await (const [key, value] of this.#level.iterator(range)) {
      yield [toPlainBytes(key), toPlainBytes(value)]
    }
  }

  keys(
    first: Uint8Array,
    last: Uint8Array,
    order: 'ascending' | 'descending' = 'ascending',
  ): KeyCursor {
    this.#requireOpen()
    const reverse = order === 'descending'
    const iterator = this.#level.keys({ gte: first, lte: last, reverse })
    return {
      seek: (target) => {
        this.#requireOpen()
        iterator.seek(target)
      },
      next: async (count) => {
        this.#requireOpen()
        return (await iterator.nextv(count)).map(toPlainBytes)
      },
      close: () => iterator.close(),
    }
  }

  close(): Promise<void> {
    this.discard()
    this.#closed ??= this.#level.close()
    return this.#closed
  }

  async #write(): Promise<void> {
    const batch = this.#staged
    const recorded = this.#recorded
    this.#staged = undefined
    this.#recorded = []
    if (this.#isTorn) await this.#openAnew()
    if (batch !== undefined) await batch.write({ sync: this.#sync })
    else await this.#level.batch(recorded, { sync: this.#sync })
  }

  /**
   * What was written before the torn record is there again after this, and what comes next will be.
   */
  async #openAnew(): Promise<void> {
    // A database that is closed and finds no room to be opened could not even be read.
    const probe = join(this.#directory, 'probe.tmp')
    try {
      await writeFile(probe, new Uint8Array(PROBE_BYTES), { flush: true })
    } finally {
      await rm(probe, { force: true })
    }
    await this.#level.close()
    await this.#level.open()
    this.#isTorn = false
  }

  #requireOpen(): void {
    if (this.#closed !== undefined) throw new StoreError({ code: 'DATABASE_CLOSED' })
    if (this.#level.status !== 'open') {
      const directory = this.#directory
      const reason = 'it is being reopened after a failed write'
      throw new StoreError({ code: 'DATABASE_UNREADABLE', directory, reason })
    }
  }

  #batch() {
    this.#requireOpen()
    this.#staged ??= this.#level.batch()
    return this.#staged
  }
}

function copy(bytes: Uint8Array): Uint8Array {
  return Uint8Array.from(bytes)
}

/** LevelDB hands out Buffers, each with memory of its own; `slice` of a Buffer would share it. */
function toPlainBytes(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
