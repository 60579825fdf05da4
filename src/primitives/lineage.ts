/** One entry of a lineage. Whoever holds it holds everything before it. */
export class LineageNode<T> {
  /** The last number that it stands for; the first is that after its parent's. */
  readonly number: number
  /** Steps before it. */
  readonly depth: number
  readonly value: T
  readonly parent: LineageNode<T> | undefined
  /**
   * An older step, so chosen that any other is found in O(log n) jumps; the step itself at the
   * beginning.
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

/** How one end of a lineage is reached from another; both lists end at the newest step. */
export interface LineageDiff<T> {
  /** Steps that are left. */
  readonly removed: readonly LineageNode<T>[]
  /** Steps that are entered. */
  readonly added: readonly LineageNode<T>[]
}

/**
 * A numbered list that grows at its end and shares its past: keeping a position, going back to it
 * and going on from it in several directions cost O(1), whatever the length. Reading at a number
 * costs O(log n).
 *
 * Source of the jumps: E. W. Myers, "An applicative random-access stack" (1983).
 */
export class Lineage<T> {
  #head: LineageNode<T> | undefined

  constructor(head?: LineageNode<T>) {
    this.#head = head
  }

  /** The newest step; a position to come back to. */
  get head(): LineageNode<T> | undefined {
    return this.#head
  }

  /**
   * Adds a step after {@link head}, which stands for all numbers from there up to its own; the
   * first one for its own alone.
   */
  push(number: number, value: T): void {
    this.#head = new LineageNode(this.#head, number, value)
  }

  /** The value of the step that stands for a number, or undefined where there is none. */
  at(number: number): T | undefined {
    return this.stepAt(number)?.value
  }

  /**
   * The step that stands for a number: where its own is that, a position to go back to. Undefined
   * where there is none.
   */
  stepAt(number: number): LineageNode<T> | undefined {
    let step = this.#head
    if (step === undefined || step.number < number) return undefined
    while (step.parent !== undefined && step.parent.number >= number) {
      step = step.jump.number >= number ? step.jump : step.parent
    }
    return step.parent !== undefined || step.number === number ? step : undefined
  }

  /** Forgets everything before {@link head}. */
  forgetPast(): void {
    if (this.#head?.parent !== undefined) {
      this.#head = new LineageNode(undefined, this.#head.number, this.#head.value)
    }
  }
}

/** Two jumps of equal length become one of twice the length and a step. */
function jumpAfter<T>(parent: LineageNode<T>): LineageNode<T> {
  const { jump } = parent
  return parent.depth - jump.depth === jump.depth - jump.jump.depth ? jump.jump : parent
}

/** How `to` is reached from `from`. Costs what lies between. */
export function diffLineages<T>(
  from: LineageNode<T> | undefined,
  to: LineageNode<T>,
): LineageDiff<T> {
  // Newest first, as they are met.
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
