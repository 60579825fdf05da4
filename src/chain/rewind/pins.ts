/** Somebody's need of a version. */
interface Pin {
  version: number
}

/** Versions of the state that somebody still needs, however old they get. */
export class Pins {
  readonly #pins = new Set<Pin>()

  /** Whether anything is pinned. */
  get isEmpty(): boolean {
    return this.#pins.size === 0
  }

  /** The oldest pinned version; infinite where there is none. */
  get oldest(): number {
    let oldest = Number.POSITIVE_INFINITY
    for (const { version } of this.#pins) oldest = Math.min(oldest, version)
    return oldest
  }

  /** Pins a version until the function that it returns is called. */
  pin(version: number): () => void {
    const pin = { version }
    this.#pins.add(pin)
    return () => void this.#pins.delete(pin)
  }

  /** Ends all pins. */
  clear(): void {
    this.#pins.clear()
  }

  /**
   * To be called when the chain goes on from `version` in another way: what is pinned beyond it shares with the chain
   * what is up to there.
   */
  forkAt(version: number): void {
    for (const pin of this.#pins) pin.version = Math.min(pin.version, version)
  }
}
