import { EMPTY_BYTES } from '../../primitives/encoding/bytes.ts'
import { readUvarint, uvarintToBytes } from '../../primitives/encoding/varint.ts'
import type { Database } from '../../store/database/database.ts'
import { metaKey } from '../../store/database/tables.ts'

/** Key of the start: an empty value while the index is off, no row if it was never on. */
const KEY = metaKey('addressIndex')

/**
 * First block of a database from which on all blocks are in the address index; undefined while it
 * is off.
 */
export class AddressIndexStart {
  readonly #database: Database
  #number: number | undefined
  /** The stored value. */
  #written: number | undefined
  #staged: number | undefined

  /** @param next number of the next block */
  constructor(database: Database, isOn: boolean, next: number) {
    this.#database = database
    const bytes = database.get(KEY) ?? uvarintToBytes(0)
    this.#written = bytes.length === 0 ? undefined : readUvarint(bytes, 0)[0]
    this.#staged = this.#written
    this.#number = isOn ? (this.#written ?? next) : undefined
  }

  get number(): number | undefined {
    return this.#number
  }

  /** Stages the row if it changed, together with the first block that it applies to. */
  stage(number = this.#number): void {
    if (number === this.#staged) return
    this.#staged = number
    this.#database.put(KEY, number === undefined ? EMPTY_BYTES : uvarintToBytes(number))
  }

  /** Stages a new start of the index after the blocks were staged. */
  stageMove(number: number): void {
    if (this.#number !== undefined) this.stage(number)
  }

  /** Called after the staged data was written. */
  settle(): void {
    if (this.#staged === this.#written) return
    this.#written = this.#staged
    this.#number = this.#staged
  }

  /** Called after the staged data was dropped. */
  discard(): void {
    this.#staged = this.#written
  }
}
