interface Lease {
  version: number
}

/** Versions of the state that somebody needs, however old they get. */
export class VersionLeases {
  readonly #leases = new Set<Lease>()

  get isEmpty(): boolean {
    return this.#leases.size === 0
  }

  /** The oldest leased version; infinite if there is none. */
  get oldest(): number {
    let oldest = Number.POSITIVE_INFINITY
    for (const { version } of this.#leases) oldest = Math.min(oldest, version)
    return oldest
  }

  /** Leases a version until the function that it returns is called. */
  lease(version: number): () => void {
    const lease = { version }
    this.#leases.add(lease)
    return () => void this.#leases.delete(lease)
  }

  /** Ends all leases. */
  clear(): void {
    this.#leases.clear()
  }

  /**
   * After the chain took another way from `version` on: a leased version beyond it shares what is
   * up to there.
   */
  forkAt(version: number): void {
    for (const lease of this.#leases) lease.version = Math.min(lease.version, version)
  }
}
