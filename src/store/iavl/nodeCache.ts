import type { IavlNode } from './iavlNode.ts'

/** Holds a node until the cache evicts it. */
export interface CachedNode {
  node: IavlNode | undefined
  /** Set on each use, to give it a second chance. */
  wasUsed: boolean
  /** A node that must not be evicted. */
  isPinned: boolean
}

/**
 * Limits the number of saved nodes in memory with the clock algorithm: nodes that were not used
 * since the last round are evicted, so that a hit only sets a flag.
 */
export class NodeCache {
  readonly #limit: number
  readonly #slots: CachedNode[] = []
  #hand = 0

  /** @param limit number of nodes, at least 1 */
  constructor(limit: number) {
    this.#limit = limit
  }

  /** Number of cached nodes without pinned ones. */
  get size(): number {
    return this.#slots.length
  }

  /** Adds a node that was read or written. */
  admit(cached: CachedNode): void {
    if (this.#slots.length < this.#limit) {
      this.#slots.push(cached)
      return
    }
    this.#slots[this.#vacate()] = cached
  }

  /** Evicts one node and returns its slot. */
  #vacate(): number {
    for (;;) {
      const at = this.#hand
      this.#hand = (at + 1) % this.#slots.length
      const slot = this.#slots[at]
      if (slot?.isPinned) return at
      if (slot === undefined || !slot.wasUsed) {
        if (slot !== undefined) slot.node = undefined
        return at
      }
      slot.wasUsed = false
    }
  }
}
