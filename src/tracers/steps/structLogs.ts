import { setImmediate } from 'node:timers/promises'
import type { JsonSink } from '../jsonSink.ts'
import { StorageOwners } from './storageOwners.ts'
import { StructLogModule, type StructLogOptions } from './structLogModule.ts'

/** Writes step records as a list of geth's struct logs. */
export class StructLogs {
  /** Tracks the accounts whose storage is shown. */
  readonly owners = new StorageOwners()
  readonly #sink: JsonSink
  readonly #module: StructLogModule
  /** Numbers of the accounts that owned records so far. */
  readonly #numbers = new Map<string, number>()

  constructor(sink: JsonSink, options: StructLogOptions) {
    this.#sink = sink
    // A copy, because the sink may keep it.
    this.#module = StructLogModule.start(options, (text) => sink.write(Buffer.from(text)))
  }

  /** Takes records, all of one frame if frames are tracked. */
  add(records: Uint8Array): void {
    if (!this.#module.isDone) this.#module.add(records, this.#numberOf(this.owners.current))
  }

  /** Writes what was taken. */
  async writeAll(): Promise<void> {
    while (this.#module.write()) if (this.#sink.isFull) await this.#sink.drained()
    if (this.#module.isDone) await setImmediate()
    else if (this.#sink.isFull) await this.#sink.drained()
  }

  async end(): Promise<void> {
    await this.writeAll()
    this.#module.end()
  }

  #numberOf(owner: string): number {
    const known = this.#numbers.get(owner)
    if (known !== undefined) return known
    const number = this.#numbers.size
    this.#numbers.set(owner, number)
    return number
  }
}
