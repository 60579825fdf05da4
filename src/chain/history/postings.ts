/** Numbers of blocks by the name of something that they have, ascending. */
export class Postings {
  readonly #numbers = new Map<string, number[]>()

  /** Notes that a block has it. Blocks mostly come in order. */
  add(name: string, number: number): void {
    const numbers = this.#numbers.get(name)
    if (numbers === undefined) this.#numbers.set(name, [number])
    else insert(numbers, number)
  }

  remove(name: string, number: number): void {
    const numbers = this.#numbers.get(name) ?? []
    const at = lowerBound(numbers, number)
    if (numbers[at] === number) numbers.splice(at, 1)
    if (numbers.length === 0) this.#numbers.delete(name)
  }

  /** Blocks that have it; undefined where none has. Not copied. */
  get(name: string): readonly number[] | undefined {
    return this.#numbers.get(name)
  }
}

function insert(numbers: number[], number: number): void {
  const newest = numbers.at(-1)
  if (newest === undefined || newest < number) {
    numbers.push(number)
    return
  }
  const at = lowerBound(numbers, number)
  if (numbers[at] !== number) numbers.splice(at, 0, number)
}

/** The first place in an ascending list whose number is not below `number`. */
export function lowerBound(numbers: readonly number[], number: number): number {
  let low = 0
  let high = numbers.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((numbers[middle] ?? 0) < number) low = middle + 1
    else high = middle
  }
  return low
}
