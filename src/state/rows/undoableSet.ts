import type { Undoable, UndoLog } from './stateTable.ts'

/** A set under an undo log, which is not stored. */
export class UndoableSet<T extends string> implements Undoable {
  readonly #log: UndoLog
  /** Created with the first member, because most sets stay empty. */
  #members: Set<string> | undefined

  constructor(log: UndoLog) {
    this.#log = log
  }

  get size(): number {
    return this.#members?.size ?? 0
  }

  has(member: T): boolean {
    return this.#members?.has(member) ?? false
  }

  add(member: T): void {
    this.#members ??= new Set()
    if (this.#members.has(member)) return
    this.#log.record(this, member, false)
    this.#members.add(member)
  }

  delete(member: T): void {
    if (this.#members?.delete(member)) this.#log.record(this, member, true)
  }

  undo(id: string, wasMember: unknown): void {
    this.#members ??= new Set()
    if (wasMember) this.#members.add(id)
    else this.#members.delete(id)
  }
}
