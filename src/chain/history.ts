import { assert } from '../primitives/assert.ts'
import type { Hash } from '../primitives/hex.ts'
import type { SealedBlock } from './block.ts'
import type { LocatedTransaction } from './chain.ts'

/** The blocks of the chain and where everything in them is. */
export class History {
  readonly #blocks: SealedBlock[] = []
  readonly #numberOf = new Map<Hash, number>()
  readonly #places = new Map<Hash, { readonly number: number; readonly index: number }>()

  constructor(genesis: SealedBlock) {
    this.append(genesis)
  }

  get latest(): SealedBlock {
    const block = this.#blocks.at(-1)
    assert(block !== undefined, 'a chain to have its genesis block')
    return block
  }

  append(block: SealedBlock): void {
    assert(block.number === this.#blocks.length, 'blocks to be appended in order')
    this.#blocks.push(block)
    this.#numberOf.set(block.hash, block.number)
    block.transactions.forEach(({ hash }, index) => {
      this.#places.set(hash, { number: block.number, index })
    })
  }

  byNumber(number: bigint): SealedBlock | undefined {
    return number >= 0n && number < this.#blocks.length ? this.#blocks[Number(number)] : undefined
  }

  byHash(hash: Hash): SealedBlock | undefined {
    const number = this.#numberOf.get(hash)
    return number === undefined ? undefined : this.#blocks[number]
  }

  transaction(hash: Hash): LocatedTransaction | undefined {
    const place = this.#places.get(hash)
    const block = place === undefined ? undefined : this.#blocks[place.number]
    const transaction = block?.transactions[place?.index ?? -1]
    const receipt = block?.receipts[place?.index ?? -1]
    if (place === undefined || block === undefined) return undefined
    assert(transaction !== undefined && receipt !== undefined, 'an indexed transaction to be there')
    return { block, index: place.index, transaction, receipt }
  }
}
