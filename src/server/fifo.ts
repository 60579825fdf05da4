/** A queue with constant-time operations, unlike an array's shift. */
export class Fifo<T> {
  #items: T[] = []
  #first = 0

  get size(): number {
    return this.#items.length - this.#first
  }

  push(item: T): void {
    this.#items.push(item)
  }

  shift(): T | undefined {
    const item = this.#items[this.#first]
    if (this.size > 0) this.#first++
    if (this.#first * 2 >= this.#items.length) {
      this.#items = this.#items.slice(this.#first)
      this.#first = 0
    }
    return item
  }

  /** Removes and returns all items. */
  drain(): readonly T[] {
    const left = this.#items.slice(this.#first)
    this.#items = []
    this.#first = 0
    return left
  }
}
