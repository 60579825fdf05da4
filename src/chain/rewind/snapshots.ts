/** Snapshot id: 1, 2, … in order of creation since the start or the last reset. */
export type SnapshotId = number

interface Snapshot<T> {
  readonly id: SnapshotId
  readonly content: T
  /** Whether it survives a revert to an older snapshot or to itself. */
  readonly isKept: boolean
  readonly unpin: () => void
}

/** The snapshots of a chain. */
export class Snapshots<T> {
  readonly #snapshots = new Map<SnapshotId, Snapshot<T>>()
  #last: SnapshotId = 0

  /** @param unpin called once when the snapshot is deleted */
  add(content: T, isKept: boolean, unpin: () => void): SnapshotId {
    this.#last++
    const id = this.#last
    this.#snapshots.set(id, { id, content, isKept, unpin })
    return id
  }

  /** All snapshots, oldest first. */
  all(): readonly Pick<Snapshot<T>, 'id' | 'content' | 'isKept'>[] {
    return [...this.#snapshots.values()]
  }

  get isEmpty(): boolean {
    return this.#snapshots.size === 0
  }

  get(id: SnapshotId): T | undefined {
    return this.#snapshots.get(id)?.content
  }

  /** Deletes a snapshot. Returns whether it existed. */
  release(id: SnapshotId): boolean {
    this.#snapshots.get(id)?.unpin()
    return this.#snapshots.delete(id)
  }

  /** Deletes all snapshots. The next id is 1, as on a new chain. */
  clear(): void {
    for (const id of [...this.#snapshots.keys()]) this.release(id)
    this.#last = 0
  }

  /** Deletes a snapshot and all later ones, except those to keep. */
  releaseFrom(id: SnapshotId): void {
    for (const [each, { isKept }] of this.#snapshots) {
      if (each >= id && !isKept) this.release(each)
    }
  }
}
