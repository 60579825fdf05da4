/** Versions of the state that somebody still needs, however old they get. */
export class Pins {
  readonly #counts = new Map<number, number>()

  /** Whether anything is pinned. */
  get isEmpty(): boolean {
    return this.#counts.size === 0
  }

  /** The oldest pinned version; infinite where there is none. */
  get oldest(): number {
    return Math.min(...this.#counts.keys())
  }

  /** Pins a version until the function that it returns is called. */
  pin(version: number): () => void {
    this.#counts.set(version, (this.#counts.get(version) ?? 0) + 1)
    let isPinned = true
    return () => {
      if (!isPinned) return
      isPinned = false
      const count = (this.#counts.get(version) ?? 0) - 1
      if (count > 0) this.#counts.set(version, count)
      else this.#counts.delete(version)
    }
  }
}
