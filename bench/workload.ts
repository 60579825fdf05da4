import { createHash } from 'node:crypto'

/** One write of a block. */
export interface Write {
  readonly key: Uint8Array
  readonly value: Uint8Array
}

const contracts = Array.from({ length: 16 }, (_, i) => digest(`contract ${i}`).subarray(0, 20))

/**
 * The same writes for all contestants: storage words of 16 contracts at hashed slots, like
 * Solidity's mappings. Keys are derived from their number each time, so that this process keeps
 * none in memory.
 */
export class Workload {
  #keys = 0
  #values = 0
  #random = createRandom(20_261_121)

  /** A block of new keys. */
  newKeys(writes: number): Write[] {
    return this.#block(Array.from({ length: writes }, () => this.#keys++))
  }

  /** A block of writes: half new keys, half new values for existing keys. */
  block(writes: number): Write[] {
    const existing = this.#keys
    const numbers = new Set<number>()
    while (numbers.size < writes >> 1) numbers.add(this.#random(existing))
    while (numbers.size < writes) numbers.add(this.#keys++)
    return this.#block([...numbers])
  }

  /** Returns random keys of the first `of` keys. */
  sample(count: number, of: number): Uint8Array[] {
    return Array.from({ length: count }, () => keyOf(this.#random(of)))
  }

  #block(numbers: readonly number[]): Write[] {
    return numbers
      .map((number) => ({ key: keyOf(number), value: this.#nextValue() }))
      .sort((a, b) => Buffer.compare(a.key, b.key))
  }

  #nextValue(): Uint8Array {
    return digest(`value ${this.#values++}`)
  }
}

/** 0x03, an address of 20 bytes and a slot of 32. */
function keyOf(number: number): Uint8Array {
  const key = new Uint8Array(53)
  key[0] = 0x03
  key.set(contracts[number % contracts.length] ?? [], 1)
  key.set(digest(`slot ${number}`), 21)
  return key
}

/** Copied, like a word that the EVM wrote. */
function digest(text: string): Uint8Array {
  return new Uint8Array(createHash('sha256').update(text).digest())
}

/** Returns a generator of integers below a limit, the same for the same seed (mulberry32). */
function createRandom(seed: number): (limit: number) => number {
  let state = seed
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit
  }
}
