import type { SealedBlock } from '../block/block.ts'
import type { BlockKeys, BlockSearch } from './blockKeys.ts'
import { ArrayList, intersect, lowerBound, union } from './postingList.ts'

/** Index of blocks in memory by key. Entries of removed blocks may be out of date. */
export class MemoryPostings<K> {
  readonly #keys: BlockKeys<K>
  readonly #parent: MemoryPostings<K> | undefined
  readonly #blocks: (() => Iterable<SealedBlock>) | undefined
  /** Ascending block numbers by key name; undefined until first use. */
  #own: Map<string, number[]> | undefined

  /**
   * @param parent indexes earlier blocks
   * @param blocks the blocks so far, if the index is built on first use
   */
  constructor(
    keys: BlockKeys<K>,
    parent: MemoryPostings<K> | undefined,
    blocks?: () => Iterable<SealedBlock>,
  ) {
    this.#keys = keys
    this.#parent = parent
    this.#blocks = blocks
    if (blocks === undefined) this.#own = new Map()
  }

  add(block: SealedBlock): void {
    if (this.#own !== undefined) this.#note(this.#own, block)
  }

  remove(block: SealedBlock): void {
    const own = this.#own
    if (own === undefined) return
    for (const name of this.#keys.keysOf(block).keys()) {
      const numbers = own.get(name) ?? []
      const at = lowerBound(numbers, block.number)
      if (numbers[at] === block.number) numbers.splice(at, 1)
      if (numbers.length === 0) own.delete(name)
    }
  }

  /** Returns the block numbers, as of the call. */
  search({ groups, first, last, order }: BlockSearch<K>): number[] {
    const lists = groups.map((keys) =>
      union(
        keys
          .flatMap((key) => [...this.#numbers(this.#keys.nameOf(key))])
          .map((numbers) => new ArrayList(numbers, first, last)),
      ),
    )
    const found: number[] = []
    // Nothing to load.
    for (const step of intersect(lists, first)) if (typeof step === 'number') found.push(step)
    return order === 'ascending' ? found : found.reverse()
  }

  *#numbers(name: string): Iterable<readonly number[]> {
    const own = this.#made()
    const numbers = own.get(name)
    if (numbers !== undefined) yield numbers
    if (this.#parent !== undefined) yield* this.#parent.#numbers(name)
  }

  #made(): ReadonlyMap<string, readonly number[]> {
    if (this.#own !== undefined) return this.#own
    const own = new Map<string, number[]>()
    for (const block of this.#blocks?.() ?? []) this.#note(own, block)
    this.#own = own
    return own
  }

  #note(own: Map<string, number[]>, block: SealedBlock): void {
    for (const name of this.#keys.keysOf(block).keys()) {
      const numbers = own.get(name)
      if (numbers === undefined) own.set(name, [block.number])
      else insert(numbers, block.number)
    }
  }
}

/** Blocks usually arrive in order. */
function insert(numbers: number[], number: number): void {
  const newest = numbers.at(-1)
  if (newest === undefined || newest < number) {
    numbers.push(number)
    return
  }
  const at = lowerBound(numbers, number)
  if (numbers[at] !== number) numbers.splice(at, 0, number)
}
