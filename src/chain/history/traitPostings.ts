import type { SealedBlock } from '../block/block.ts'
import { lowerBound, Postings } from './postings.ts'
import { type TransactionTrait, traitName, traitsOf } from './transactionTraits.ts'

/**
 * Which blocks in memory hold transactions with a trait. What it says of blocks that left the chain may be out of date. Made of what is
 * there when it is first asked: a chain that nobody searches does nothing for it.
 */
export class TraitPostings {
  readonly #parent: TraitPostings | undefined
  readonly #all: () => Iterable<SealedBlock>
  #own: Postings | undefined

  /** @param all the blocks that were added and not removed so far. */
  constructor(all: () => Iterable<SealedBlock>, parent?: TraitPostings) {
    this.#all = all
    this.#parent = parent
  }

  add(block: SealedBlock): void {
    if (this.#own !== undefined) note(this.#own, block)
  }

  remove(block: SealedBlock): void {
    const own = this.#own
    if (own === undefined) return
    for (const trait of traitsOf(block)) own.remove(traitName(trait), block.number)
  }

  /** Numbers from `first` to `last` of blocks that have such a transaction, ascending. */
  search(trait: TransactionTrait, first: number, last: number): number[] {
    const lists = [...this.#lists(traitName(trait))].map((list) =>
      list.slice(lowerBound(list, first), lowerBound(list, last + 1)),
    )
    const [only = [], ...others] = lists
    if (others.length === 0) return only
    return [...new Set(lists.flat())].sort((a, b) => a - b)
  }

  *#lists(name: string): Iterable<readonly number[]> {
    this.#own ??= postingsOf(this.#all())
    const own = this.#own.get(name)
    if (own !== undefined) yield own
    if (this.#parent !== undefined) yield* this.#parent.#lists(name)
  }
}

function postingsOf(blocks: Iterable<SealedBlock>): Postings {
  const postings = new Postings()
  for (const block of blocks) note(postings, block)
  return postings
}

function note(postings: Postings, block: SealedBlock): void {
  for (const trait of traitsOf(block)) postings.add(traitName(trait), block.number)
}
