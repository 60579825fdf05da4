interface Lease {
  version: number
}

/** Versions of the state that are in use and must not be pruned. */
export class VersionLeases {
  readonly #leases = new Set<Lease>()

  get isEmpty(): boolean {
    return this.#leases.size === 0
  }

  /** The oldest leased version; infinite without leases. */
  get oldest(): number {
    let oldest = Number.POSITIVE_INFINITY
    for (const { version } of this.#leases) oldest = Math.min(oldest, version)
    return oldest
  }

  /** Leases a version until the returned function is called. */
  lease(version: number): () => void {
    const lease = { version }
    this.#leases.add(lease)
    return () => void this.#leases.delete(lease)
  }

  /** Releases all leases. */
  clear(): void {
    this.#leases.clear()
  }

  /**
   * Updates the leases after the chain diverged at `version`: a later leased version shares the
   * state up to there.
   */
  forkAt(version: number): void {
    for (const lease of this.#leases) lease.version = Math.min(lease.version, version)
  }
}
