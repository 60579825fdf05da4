import type { ChangedRow } from './rows/stateTable.ts'

/** Maximum number of changes; each takes about 70 bytes, and the value before it. */
const MAX_ROWS = 10_000

/**
 * The changes of rows in each version since one that the chain may return to. If it does, the flat
 * state reverts them, and keeps what the versions have in common.
 */
export class RecentRows {
  /** Rows by version, oldest first. Undefined if they are not recorded. */
  #versions: { readonly version: number; readonly rows: readonly ChangedRow[] }[] | undefined
  /** Version from which on all changes are known. */
  #first = 0
  #count = 0

  /** Starts to record after a version, unless earlier versions are recorded already. */
  start(version: number): void {
    if (this.#versions !== undefined) return
    this.#versions = []
    this.#first = version
    this.#count = 0
  }

  /** Forgets everything, and records nothing until the next {@link start}. */
  stop(): void {
    this.#versions = undefined
  }

  /** Adds the rows that changed in a version, if it records. Stops if they become too many. */
  add(version: number, changedRows: () => readonly ChangedRow[]): void {
    if (this.#versions === undefined) return
    const rows = changedRows()
    this.#count += rows.length
    if (this.#count > MAX_ROWS) this.stop()
    else this.#versions.push({ version, rows })
  }

  /**
   * Reverts the changes after a version, and forgets these versions. Returns false, and changes
   * nothing, if not all of them are known.
   */
  takeBack(version: number): boolean {
    if (this.#versions === undefined || version < this.#first) return false
    for (;;) {
      const last = this.#versions.at(-1)
      if (last === undefined || last.version <= version) return true
      this.#versions.pop()
      this.#count -= last.rows.length
      for (const { table, id, previous } of last.rows.toReversed()) table.restore(id, previous)
    }
  }
}
