import type { Database } from './database.ts'

/** Flush threshold: large enough to amortize a flush, small enough to keep flushes short. */
const BATCH_BYTES = 4 * 2 ** 20

/** Flushes a database whenever enough bytes are staged, so that large writes use bounded memory. */
export class Batches {
  readonly #database: Database
  #staged = 0

  constructor(database: Database) {
    this.#database = database
  }

  /** Counts `bytes` newly staged bytes. Flushes the database if the threshold is reached. */
  async add(bytes: number): Promise<void> {
    this.#staged += bytes
    if (this.#staged < BATCH_BYTES) return
    this.#staged = 0
    await this.#database.flush()
  }
}
