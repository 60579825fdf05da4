import type { Chain } from '../../../src/chain/chain.ts'

const HASH = /^0x[0-9a-f]{64}$/
/** Fields that depend on the rows of the stores, which a fork does not have. */
const DEPENDENT = new Set(['blockHash', 'currentBlockHash', 'parentHash', 'stateRoot'])

/**
 * Hashes of blocks of a chain and of the same chain on a fork. They differ: the app hash of a fork
 * covers its own rows only.
 */
export class ForkHashes {
  readonly #onFork = new Map<string, string>()

  /** Learns the hashes of two chains of equal height. */
  learnChains(chain: Chain, fork: Chain): void {
    for (
      let number = chain.blocks.earliest;
      number <= chain.blocks.latest.header.number;
      number++
    ) {
      const [hash, onFork] = [chain, fork].map((each) => each.blocks.get(number)?.hash)
      this.#put(hash, onFork)
    }
  }

  /** Learns the hashes of blocks in an answer and in the same one of the fork. */
  learn(answer: unknown, onFork: unknown): void {
    if (typeof answer !== 'object' || typeof onFork !== 'object' || !answer || !onFork) return
    const other = onFork as Readonly<Record<string, unknown>>
    const isBlock = 'parentHash' in answer
    for (const [name, value] of Object.entries(answer)) {
      if (DEPENDENT.has(name) || (isBlock && name === 'hash')) this.#put(value, other[name])
      else this.learn(value, other[name])
    }
  }

  /** Replaces hashes of the chain by the fork's. */
  toFork(text: string): string {
    return text.replaceAll(/0x[0-9a-f]{64}/g, (hash) => this.#onFork.get(hash) ?? hash)
  }

  #put(hash: unknown, onFork: unknown): void {
    if (typeof hash !== 'string' || typeof onFork !== 'string') return
    const isNew = !this.#onFork.has(hash)
    if (isNew && HASH.test(hash) && HASH.test(onFork)) this.#onFork.set(hash, onFork)
  }
}
