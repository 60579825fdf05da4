import type { Undoable, UndoLog } from './stateTable.ts'

/** A set under an undo log, which is not stored. */
export class UndoableSet<T extends string> {
  readonly #log: UndoLog
  readonly #members = new Set<string>()
  readonly #undo: Undoable = {
    undo: (id, wasMember) => {
      if (wasMember) this.#members.add(id)
      else this.#members.delete(id)
    },
  }

  constructor(log: UndoLog) {
    this.#log = log
  }

  get size(): number {
    return this.#members.size
  }

  has(member: T): boolean {
    return this.#members.has(member)
  }

  add(member: T): void {
    if (this.#members.has(member)) return
    this.#log.record(this.#undo, member, false)
    this.#members.add(member)
  }

  delete(member: T): void {
    if (this.#members.delete(member)) this.#log.record(this.#undo, member, true)
  }
}
