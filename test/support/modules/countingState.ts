import type { RevertibleState } from '../../../src/modules/gov/endGov.ts'
import type { NativeAddress } from '../../../src/state/rows/layout.ts'
import type { IterableTableKind, TableKind } from '../../../src/state/rows/stateTable.ts'
import type { KeyRange } from '../../../src/store/versionedStore.ts'

/** A state that counts the rows that are read, written and listed. */
export class CountingState implements RevertibleState {
  readonly #state: RevertibleState
  rows = 0

  constructor(state: RevertibleState) {
    this.#state = state
  }

  get mark(): number {
    return this.#state.mark
  }

  revertTo(mark: number): void {
    this.#state.revertTo(mark)
  }

  get names() {
    return this.#state.names
  }

  get<V>(kind: TableKind<V>, id: string): V | undefined {
    this.rows++
    return this.#state.get(kind, id)
  }

  set<V>(kind: TableKind<V>, id: string, value: V | undefined): void {
    this.rows++
    this.#state.set(kind, id, value)
  }

  *ids<V>(kind: IterableTableKind<V>, range: KeyRange = {}): Iterable<string> {
    for (const id of this.#state.ids(kind, range)) {
      this.rows++
      yield id
    }
  }

  denominations(owner: NativeAddress): readonly string[] {
    return this.#state.denominations(owner)
  }

  ensureAccount(native: NativeAddress) {
    this.rows++
    return this.#state.ensureAccount(native)
  }
}

/** Counts the rows that some work accesses. */
export function rowsOf(state: RevertibleState, work: (state: RevertibleState) => void): number {
  const counting = new CountingState(state)
  work(counting)
  return counting.rows
}
