import { assert } from './assert.ts'

/** One entry of a lineage. It references all entries before it. */
export class LineageNode<T> {
  /** The last number of the entry. The first one follows the number of its parent. */
  readonly number: number
  /** Number of entries before it. */
  readonly depth: number
  readonly value: T
  readonly parent: LineageNode<T> | undefined
  /**
   * An older entry, chosen so that any other entry is found in O(log n) jumps. The first entry
   * references itself.
   */
  readonly jump: LineageNode<T>

  constructor(parent: LineageNode<T> | undefined, number: number, value: T) {
    this.number = number
    this.value = value
    this.parent = parent
    this.depth = parent === undefined ? 0 : parent.depth + 1
    this.jump = parent === undefined ? this : jumpAfter(parent)
  }
}

/** The path from one end of a lineage to another. Both lists end with the newest entry. */
export interface LineageDiff<T> {
  /** Entries to leave. */
  readonly removed: readonly LineageNode<T>[]
  /** Entries to enter. */
  readonly added: readonly LineageNode<T>[]
}

/**
 * A numbered, append-only list with a shared past. Storing a position, returning to it and
 * branching from it cost O(1) for any length. Reading at a number costs O(log n).
 *
 * Source of the jumps: E. W. Myers, "An applicative random-access stack" (1983).
 */
export class Lineage<T> {
  #head: LineageNode<T> | undefined

  constructor(head?: LineageNode<T>) {
    this.#head = head
  }

  /** The newest entry, which is also a position to return to. */
  get head(): LineageNode<T> | undefined {
    return this.#head
  }

  /**
   * Appends an entry after {@link head} for all numbers up to `number`. The first entry has only
   * its own number.
   */
  push(number: number, value: T): void {
    this.#head = new LineageNode(this.#head, number, value)
  }

  /**
   * Lets the newest entry, which must not be the first, apply to all numbers up to `number`.
   * Positions before the call keep their number.
   */
  extend(number: number): void {
    assert(this.#head?.parent !== undefined, 'a lineage of more than one entry')
    this.#head = new LineageNode(this.#head.parent, number, this.#head.value)
  }

  /** Returns the value of the entry for a number, or undefined if no such entry exists. */
  at(number: number): T | undefined {
    return this.stepAt(number)?.value
  }

  /**
   * Returns the entry for a number, or undefined if no such entry exists. It is a position to
   * return to if its own number equals the argument.
   */
  stepAt(number: number): LineageNode<T> | undefined {
    let step = this.#head
    if (step === undefined || step.number < number) return undefined
    while (step.parent !== undefined && step.parent.number >= number) {
      step = step.jump.number >= number ? step.jump : step.parent
    }
    return step.parent !== undefined || step.number === number ? step : undefined
  }

  /** Drops everything before {@link head}. */
  forgetPast(): void {
    if (this.#head?.parent !== undefined) {
      this.#head = new LineageNode(undefined, this.#head.number, this.#head.value)
    }
  }
}

/** Merges two jumps of equal length into one of twice the length plus one. */
function jumpAfter<T>(parent: LineageNode<T>): LineageNode<T> {
  const { jump } = parent
  return parent.depth - jump.depth === jump.depth - jump.jump.depth ? jump.jump : parent
}

/** Returns the path from `from` to `to`. The cost depends on its length. */
export function diffLineages<T>(
  from: LineageNode<T> | undefined,
  to: LineageNode<T>,
): LineageDiff<T> {
  // Newest first, in the order of traversal.
  const left: LineageNode<T>[] = []
  const entered: LineageNode<T>[] = []
  let old = from
  let next: LineageNode<T> | undefined = to
  while (old !== next) {
    if (next === undefined || (old !== undefined && old.number >= next.number)) {
      if (old !== undefined) left.push(old)
      old = old?.parent
    } else {
      entered.push(next)
      next = next.parent
    }
  }
  return { removed: left.reverse(), added: entered.reverse() }
}
