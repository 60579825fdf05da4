/** Names a snapshot: 1, 2, … in the order in which they are taken. */
export type SnapshotId = number

interface Snapshot<T> {
  readonly id: SnapshotId
  readonly content: T
  /** Survives going back to an older one, or to itself. */
  readonly isKept: boolean
  readonly unpin: () => void
}

/** The snapshots that a chain can go back to. */
export class Snapshots<T> {
  readonly #snapshots = new Map<SnapshotId, Snapshot<T>>()
  #last: SnapshotId = 0

  /** @param unpin called once when the snapshot goes. */
  add(content: T, isKept: boolean, unpin: () => void): SnapshotId {
    this.#last++
    const id = this.#last
    this.#snapshots.set(id, { id, content, isKept, unpin })
    return id
  }

  /** All there are, the oldest first. */
  all(): readonly Pick<Snapshot<T>, 'id' | 'content' | 'isKept'>[] {
    return [...this.#snapshots.values()]
  }

  get(id: SnapshotId): T | undefined {
    return this.#snapshots.get(id)?.content
  }

  /** Forgets a snapshot and says whether it was there. */
  release(id: SnapshotId): boolean {
    this.#snapshots.get(id)?.unpin()
    return this.#snapshots.delete(id)
  }

  /** Forgets all of them. Their ids are not used again. */
  clear(): void {
    for (const id of [...this.#snapshots.keys()]) this.release(id)
  }

  /** Forgets a snapshot and all that were taken after it, but for those to be kept. */
  releaseFrom(id: SnapshotId): void {
    for (const [each, { isKept }] of this.#snapshots) {
      if (each >= id && !isKept) this.release(each)
    }
  }
}
