import type { Database } from './database.ts'

/** Large enough to be cheap per byte, small enough to wait for. */
const BATCH_BYTES = 4 * 2 ** 20

/** Flushes a database when enough is staged, so that any amount passes through bounded memory. */
export class Batches {
  readonly #database: Database
  #staged = 0

  constructor(database: Database) {
    this.#database = database
  }

  /** Reports an approximate number of staged bytes. Waits for a flush. */
  async add(bytes: number): Promise<void> {
    this.#staged += bytes
    if (this.#staged < BATCH_BYTES) return
    this.#staged = 0
    await this.#database.flush()
  }
}
