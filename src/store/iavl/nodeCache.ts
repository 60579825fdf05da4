import type { IavlNode } from './iavlNode.ts'

/** Something that holds a node for as long as the cache lets it. */
export interface CachedNode {
  node: IavlNode | undefined
  /** Set by whoever uses the node; gives it a second chance. */
  wasUsed: boolean
  /** A node that must stay, whatever the cache's size. */
  isPinned: boolean
}

/**
 * Bounds how many saved nodes are in memory. The clock algorithm: what was not used since the hand
 * last came by goes, so that a hit costs no more than setting a flag.
 */
export class NodeCache {
  readonly #limit: number
  readonly #slots: CachedNode[] = []
  #hand = 0

  /** @param limit nodes, at least 1. */
  constructor(limit: number) {
    this.#limit = limit
  }

  /** Nodes in memory, pinned ones left out. */
  get size(): number {
    return this.#slots.length
  }

  /** Takes in what was just read or written. */
  admit(cached: CachedNode): void {
    if (this.#slots.length < this.#limit) {
      this.#slots.push(cached)
      return
    }
    this.#slots[this.#vacate()] = cached
  }

  /** Lets one go and returns its place. */
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
