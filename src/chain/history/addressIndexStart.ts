import { EMPTY_BYTES } from '../../primitives/encoding/bytes.ts'
import { readUvarint, uvarintToBytes } from '../../primitives/encoding/varint.ts'
import type { Database } from '../../store/database/database.ts'
import { metaKey } from '../../store/database/tables.ts'

/** Where the block is: no bytes while the index is off, no row where it never was. */
const KEY = metaKey('addressIndex')

/**
 * The block from which on all blocks of a database are in the address index; undefined while that
 * is off.
 */
export class AddressIndexStart {
  readonly #database: Database
  #number: number | undefined
  /** What the row says. */
  #written: number | undefined
  #staged: number | undefined

  /** @param next the block that comes next. */
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

  /** Stages the row, where it changed: with the first block that it is true of. */
  stage(number = this.#number): void {
    if (number === this.#staged) return
    this.#staged = number
    this.#database.put(KEY, number === undefined ? EMPTY_BYTES : uvarintToBytes(number))
  }

  /** Stages that the index begins at another block, once the blocks themselves are staged. */
  stageMove(number: number): void {
    if (this.#number !== undefined) this.stage(number)
  }

  /** To be called when what was staged has been written. */
  settle(): void {
    if (this.#staged === this.#written) return
    this.#written = this.#staged
    this.#number = this.#staged
  }

  /** To be called when it was dropped instead. */
  discard(): void {
    this.#staged = this.#written
  }
}
