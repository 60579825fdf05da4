/** An entry of a lineage, which references all earlier ones. */
export class LineageNode<T> {
  /** The last number of this step; its first number follows its parent's. */
  readonly number: number
  /** Number of earlier steps. */
  readonly depth: number
  readonly value: T
  readonly parent: LineageNode<T> | undefined
  /** An older step, chosen so that a search takes O(log n) jumps; the step itself at the start. */
  readonly jump: LineageNode<T>

  constructor(parent: LineageNode<T> | undefined, number: number, value: T) {
    this.number = number
    this.value = value
    this.parent = parent
    this.depth = parent === undefined ? 0 : parent.depth + 1
    this.jump = parent === undefined ? this : jumpAfter(parent)
  }
}

/** The path from one position of a lineage to another; both lists end at the newest step. */
export interface LineageDiff<T> {
  /** Removed steps. */
  readonly removed: readonly LineageNode<T>[]
  /** Added steps. */
  readonly added: readonly LineageNode<T>[]
}

/**
 * A numbered append-only list with shared history. Keeping a position, returning to it and
 * continuing from it in several directions cost O(1), whatever the length. Reading a number costs
 * O(log n).
 *
 * Source of the jumps: E. W. Myers, "An applicative random-access stack" (1983).
 */
export class Lineage<T> {
  #head: LineageNode<T> | undefined

  constructor(head?: LineageNode<T>) {
    this.#head = head
  }

  /** The newest step, which is a position to return to. */
  get head(): LineageNode<T> | undefined {
    return this.#head
  }

  /**
   * Appends a step for all numbers after {@link head} up to its own; the first step has only its
   * own number.
   */
  push(number: number, value: T): void {
    this.#head = new LineageNode(this.#head, number, value)
  }

  /** Returns the value of the step that contains a number, or undefined. */
  at(number: number): T | undefined {
    return this.stepAt(number)?.value
  }

  /**
   * Returns the step that contains a number, or undefined. It is a position to return to if the
   * number is its own.
   */
  stepAt(number: number): LineageNode<T> | undefined {
    let step = this.#head
    if (step === undefined || step.number < number) return undefined
    while (step.parent !== undefined && step.parent.number >= number) {
      step = step.jump.number >= number ? step.jump : step.parent
    }
    return step.parent !== undefined || step.number === number ? step : undefined
  }

  /** Drops all steps before {@link head}. */
  forgetPast(): void {
    if (this.#head?.parent !== undefined) {
      this.#head = new LineageNode(undefined, this.#head.number, this.#head.value)
    }
  }
}

/** Two jumps of equal length become one of twice the length plus a step. */
function jumpAfter<T>(parent: LineageNode<T>): LineageNode<T> {
  const { jump } = parent
  return parent.depth - jump.depth === jump.depth - jump.jump.depth ? jump.jump : parent
}

/** Returns the path from `from` to `to`. The cost depends on its length. */
export function diffLineages<T>(
  from: LineageNode<T> | undefined,
  to: LineageNode<T>,
): LineageDiff<T> {
  // Newest first, in order of the walk.
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
