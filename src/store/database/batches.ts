import type { Database } from './database.ts'

/** Large enough to cost little each, small enough to wait for. */
const BATCH_BYTES = 4 * 2 ** 20

/**
 * Writes a database whenever enough is staged in it, so that any amount passes through bounded
 * memory.
 */
export class Batches {
  readonly #database: Database
  #staged = 0

  constructor(database: Database) {
    this.#database = database
  }

  /** Says that about so many bytes were staged. Waits while they are written. */
  async add(bytes: number): Promise<void> {
    this.#staged += bytes
    if (this.#staged < BATCH_BYTES) return
    this.#staged = 0
    await this.#database.flush()
  }
}
