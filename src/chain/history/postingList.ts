/** Ascending block numbers with a cursor. Lists that are read backwards contain negated numbers. */
export interface PostingList {
  /** Current number: -Infinity before the first call of {@link advance}, Infinity at the end. */
  readonly current: number
  /**
   * Advances to the first number not below `target`. Returns a promise if numbers must be read from
   * the database.
   */
  advance(target: number): Promise<void> | undefined
}

/**
 * Returns the part of an ascending array between `first` and `last`, inclusive. The array must not
 * change.
 */
export class ArrayList implements PostingList {
  current = Number.NEGATIVE_INFINITY
  readonly #numbers: readonly number[]
  #at: number
  readonly #end: number

  constructor(numbers: readonly number[], first: number, last: number) {
    this.#numbers = numbers
    this.#at = lowerBound(numbers, first)
    this.#end = lowerBound(numbers, last + 1, this.#at)
  }

  advance(target: number): undefined {
    // Galloping search: finds near and far targets quickly.
    let low = this.#at
    let high = low
    for (let step = 1; high < this.#end && this.#number(high) < target; step *= 2) {
      low = high + 1
      high += step
    }
    this.#at = lowerBound(this.#numbers, target, low, Math.min(high, this.#end))
    this.current = this.#number(this.#at)
  }

  #number(at: number): number {
    return at < this.#end ? (this.#numbers[at] ?? 0) : Number.POSITIVE_INFINITY
  }
}

/** Union of lists. */
export function union(lists: readonly PostingList[]): PostingList {
  const [only = new ArrayList([], 0, 0)] = lists
  if (lists.length < 2) return only
  // A balanced tree: a step advances the lists that are behind and inspects few others.
  const middle = lists.length >>> 1
  return new Union(union(lists.slice(0, middle)), union(lists.slice(middle)))
}

class Union implements PostingList {
  current = Number.NEGATIVE_INFINITY
  readonly #left: PostingList
  readonly #right: PostingList

  constructor(left: PostingList, right: PostingList) {
    this.#left = left
    this.#right = right
  }

  advance(target: number): Promise<void> | undefined {
    if (this.current >= target) return undefined
    const left = this.#left.current < target ? this.#left.advance(target) : undefined
    const right = this.#right.current < target ? this.#right.advance(target) : undefined
    if (left === undefined && right === undefined) {
      this.#stand()
      return undefined
    }
    return Promise.all([left, right]).then(() => this.#stand())
  }

  #stand(): void {
    this.current = Math.min(this.#left.current, this.#right.current)
  }
}

/**
 * Intersection of at least one list from `first` on. Yields numbers, and promises that the caller
 * must await before the next step. Each list skips ahead to the position of the others, so that the
 * shortest one determines the cost.
 */
export function* intersect(
  lists: readonly PostingList[],
  first: number,
): Generator<number | Promise<void>, void, undefined> {
  for (let target = first; ; ) {
    let highest = target
    for (const list of lists) {
      const reading = list.advance(highest)
      if (reading !== undefined) yield reading
      highest = list.current
      if (highest === Number.POSITIVE_INFINITY) return
    }
    if (highest === target) yield target++
    else target = highest
  }
}

/**
 * Returns the first index from `low` to `high` in an ascending array whose number is not below
 * `number`, or `high`.
 */
export function lowerBound(
  numbers: readonly number[],
  number: number,
  low = 0,
  high = numbers.length,
): number {
  let [from, to] = [low, high]
  while (from < to) {
    const middle = (from + to) >>> 1
    if ((numbers[middle] ?? 0) < number) from = middle + 1
    else to = middle
  }
  return from
}
