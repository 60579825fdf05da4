import type { Chain, SnapshotEntry } from '../../chain/chain.ts'
import type { SnapshotId } from '../../chain/rewind/snapshots.ts'
import type { AccountChange } from '../../state/inspect/compareStates.ts'
import { BranchError } from '../errors.ts'

/** Snapshot reference of a caller: a name or, if no snapshot has it, an id. */
export interface SnapshotRef {
  readonly name: string
  /** The name as a number, if it is one. */
  readonly id: SnapshotId | undefined
}

/** A snapshot with its name, if any. */
export interface NamedSnapshot extends SnapshotEntry {
  readonly name: string | undefined
}

/** Maximum number of names. */
export const MAX_NAMED_SNAPSHOTS = 1_000

/** The snapshots of a chain, and the names of kept ones. */
export class NamedSnapshots {
  readonly #chain: Chain
  readonly #ids = new Map<string, SnapshotId>()

  constructor(chain: Chain) {
    this.#chain = chain
  }

  /** All snapshots, oldest first. */
  list(): readonly NamedSnapshot[] {
    const names = new Map([...this.#ids].map(([name, id]) => [id, name]))
    return this.#chain.snapshots.list.map((entry) => ({ ...entry, name: names.get(entry.id) }))
  }

  /**
   * Takes a snapshot that stays until it is released, and replaces the one with this name.
   *
   * @throws BranchError TOO_MANY_SNAPSHOTS
   */
  async take(name: string): Promise<NamedSnapshot> {
    this.#requirePlace(name)
    const id = await this.#chain.snapshots.take({ keep: true })
    const replaced = this.#ids.get(name)
    try {
      this.#requirePlace(name)
    } catch (error) {
      await this.#chain.snapshots.release(id)
      throw error
    }
    this.#ids.set(name, id)
    const taken = this.#require({ name, id })
    if (replaced !== undefined) await this.#chain.snapshots.release(replaced)
    return taken
  }

  /**
   * Goes to a snapshot and keeps it; deletes later unnamed ones.
   *
   * @throws BranchError SNAPSHOT_UNKNOWN
   */
  async checkout(ref: SnapshotRef): Promise<NamedSnapshot> {
    const found = this.#require(ref)
    if (!(await this.#chain.snapshots.revert(found.id, { keep: true }))) throw unknown(ref)
    return found
  }

  /** Deletes a snapshot. Returns false if it does not exist. */
  async release(ref: SnapshotRef): Promise<boolean> {
    const id = this.#idOf(ref)
    if (this.#ids.has(ref.name)) this.#ids.delete(ref.name)
    else for (const [name, named] of this.#ids) if (named === id) this.#ids.delete(name)
    return id !== undefined && this.#chain.snapshots.release(id)
  }

  /** Deletes all names. */
  clear(): void {
    this.#ids.clear()
  }

  /**
   * Returns the accounts that differ between two snapshots, or a snapshot and the newest state
   * (undefined).
   *
   * @throws BranchError SNAPSHOT_UNKNOWN
   */
  async compare(from: SnapshotRef, to: SnapshotRef | undefined): Promise<readonly AccountChange[]> {
    const ids = [from, to].map((ref) => ref && this.#require(ref).id)
    const changes = await this.#chain.snapshots.compare(ids[0], ids[1])
    if (changes === undefined) throw unknown(from)
    return changes
  }

  #idOf({ name, id }: SnapshotRef): SnapshotId | undefined {
    return this.#ids.get(name) ?? id
  }

  #require(ref: SnapshotRef): NamedSnapshot {
    const id = this.#idOf(ref)
    const found = this.list().find((entry) => entry.id === id)
    if (found === undefined) throw unknown(ref)
    return found
  }

  #requirePlace(name: string): void {
    if (this.#ids.has(name) || this.#ids.size < MAX_NAMED_SNAPSHOTS) return
    throw new BranchError({ code: 'TOO_MANY_SNAPSHOTS', limit: MAX_NAMED_SNAPSHOTS })
  }
}

function unknown({ name }: SnapshotRef): BranchError {
  return new BranchError({ code: 'SNAPSHOT_UNKNOWN', name })
}
