/** A seeded stream of numbers (sfc32), the same on all machines for the same seed and stream. */
export class Random {
  #a: number
  #b: number
  #c = 0x9e37_79b9
  #counter = 1

  constructor(seed: number, stream = 0) {
    this.#a = seed | 0
    this.#b = stream | 0
    for (let i = 0; i < 15; i++) this.next()
  }

  /** 32 random bits. */
  next(): number {
    const sum = (this.#a + this.#b + this.#counter++) | 0
    this.#a = this.#b ^ (this.#b >>> 9)
    this.#b = (this.#c + (this.#c << 3)) | 0
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0
    return sum >>> 0
  }

  /** Returns a number from 0 to `limit - 1`. */
  below(limit: number): number {
    return this.next() % limit
  }

  /** Returns a number from `min` to `max`, both included. */
  between(min: number, max: number): number {
    return min + this.below(max - min + 1)
  }

  /** Returns true once in `oneIn` times on average. */
  chance(oneIn: number): boolean {
    return this.next() % oneIn === 0
  }

  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)] as T
  }

  bytes(length: number): Uint8Array {
    return Uint8Array.from({ length }, () => this.next() >>> 24)
  }

  /** A word of a random number of bytes. */
  wordOf(length: number): bigint {
    let word = 0n
    for (let i = 0; i < length; i++) word = (word << 8n) | BigInt(this.next() >>> 24)
    return word
  }
}
