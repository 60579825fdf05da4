import type { SealedBlock } from '../block/block.ts'
import { type LogTerm, termName, termsOf } from './logTerms.ts'
import { lowerBound, Postings } from './postings.ts'

/** Which blocks in memory hold logs with a term. What it says of blocks that left the chain may be out of date. */
export class LogPostings {
  readonly #parent: LogPostings | undefined
  readonly #own = new Postings()

  constructor(parent?: LogPostings) {
    this.#parent = parent
  }

  add(block: SealedBlock): void {
    for (const term of termsOf(block)) this.#own.add(termName(term), block.number)
  }

  remove(block: SealedBlock): void {
    for (const term of termsOf(block)) this.#own.remove(termName(term), block.number)
  }

  /** Numbers from `first` to `last` of blocks that have a term of each group, ascending. The rarest group sets the pace. */
  search(groups: readonly (readonly LogTerm[])[], first: number, last: number): number[] {
    const slices = groups.map((terms) =>
      terms
        .flatMap((term) => [...this.#lists(termName(term))])
        .map((list) => slice(list, first, last))
        .filter(({ from, to }) => from < to),
    )
    const [rarest = [], ...others] = slices.toSorted((a, b) => sizeOf(a) - sizeOf(b))
    let wanted = [...union(rarest)]
    for (const group of others) wanted = wanted.filter(memberOf(group, wanted.length))
    // One list is in order already.
    return rarest.length > 1 ? wanted.sort((a, b) => a - b) : wanted
  }

  *#lists(name: string): Iterable<readonly number[]> {
    const own = this.#own.get(name)
    if (own !== undefined) yield own
    if (this.#parent !== undefined) yield* this.#parent.#lists(name)
  }
}

/** The part of a list whose numbers are in a range. */
interface Slice {
  readonly list: readonly number[]
  readonly from: number
  readonly to: number
}

function slice(list: readonly number[], first: number, last: number): Slice {
  return { list, from: lowerBound(list, first), to: lowerBound(list, last + 1) }
}

function sizeOf(slices: readonly Slice[]): number {
  return slices.reduce((size, { from, to }) => size + to - from, 0)
}

function union(slices: readonly Slice[]): Set<number> {
  const numbers = new Set<number>()
  for (const { list, from, to } of slices) {
    for (let i = from; i < to; i++) numbers.add(list[i] ?? 0)
  }
  return numbers
}

/** Whether a number is in any of the slices, as it is quickest to tell when it is asked so many times. */
function memberOf(slices: readonly Slice[], times: number): (number: number) => boolean {
  if (sizeOf(slices) < times * slices.length) {
    const numbers = union(slices)
    return (number) => numbers.has(number)
  }
  return (number) => slices.some(({ list }) => list[lowerBound(list, number)] === number)
}
