import type { IavlNode } from './iavlNode.ts'

/** A holder of a node that the cache can evict. */
export interface CachedNode {
  node: IavlNode | undefined
  /** Set on each use of the node; gives it a second chance. */
  wasUsed: boolean
  /** Whether the node must stay in memory, whatever the size of the cache. */
  isPinned: boolean
}

/**
 * Limits the number of saved nodes in memory with the clock algorithm. It evicts nodes that were
 * not used since the hand last passed, so a hit only sets a flag.
 */
export class NodeCache {
  readonly #limit: number
  readonly #slots: CachedNode[] = []
  #hand = 0

  /** @param limit maximum number of nodes, at least 1. */
  constructor(limit: number) {
    this.#limit = limit
  }

  /** Number of nodes in memory, without pinned ones. */
  get size(): number {
    return this.#slots.length
  }

  /** Adds a node that was just read or written. */
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
