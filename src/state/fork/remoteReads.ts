import type { Address } from '../../primitives/address.ts'
import { type RemoteRead, type RemoteState, readKey } from '../../remote/remoteState.ts'
import type { TableKind } from '../rows/stateTable.ts'
import type { RemoteBase } from './remoteBase.ts'

/** Most reads that one run reports; the next run finds the others. */
const MAX_MISSES = 10_000

/** A read of a row that is not at hand, by a state that must not guess. Never leaves a build. */
export class RemoteMiss extends Error {
  override readonly name = 'RemoteMiss'
  readonly read: RemoteRead

  constructor(read: RemoteRead) {
    super('a row of the remote chain is not at hand')
    this.read = read
  }
}

/** The reads of the remote chain by one run, and those of them that are not at hand. */
export class RemoteReads {
  readonly #base: RemoteBase
  readonly #isStrict: boolean
  readonly #missed = new Map<string, RemoteRead>()

  /** @param isStrict whether a miss throws {@link RemoteMiss} instead of reading as absent */
  constructor(base: RemoteBase, isStrict = false) {
    this.#base = base
    this.#isStrict = isStrict
  }

  /** The cache that has the rows. */
  get state(): RemoteState {
    return this.#base.state
  }

  /** Whether all reads so far were at hand. Otherwise nothing that the run did counts. */
  get isComplete(): boolean {
    return this.#missed.size === 0
  }

  /** Reads that were not at hand, without duplicates. */
  get missed(): readonly RemoteRead[] {
    return [...this.#missed.values()]
  }

  /** @throws RemoteMiss */
  row<V>(kind: TableKind<V>, id: string): V | undefined {
    return this.#base.row(kind, id, this.#note)
  }

  /** @throws RemoteMiss */
  blockHash(number: bigint): Uint8Array | undefined {
    return this.#base.blockHash(number, this.#note)
  }

  /** @throws RemoteMiss */
  mayHaveStorage(address: Address): boolean {
    return this.#base.mayHaveStorage(address, this.#note)
  }

  /** Forgets the misses, before another run on the same state. */
  forget(): void {
    this.#missed.clear()
  }

  /** Loads missed reads, so that the next run finds them. @throws RemoteError */
  async fetch(reads: readonly RemoteRead[]): Promise<void> {
    await this.state.fetch(reads)
    this.forget()
  }

  readonly #note = (read: RemoteRead): void => {
    if (this.#missed.size < MAX_MISSES) this.#missed.set(readKey(read), read)
    if (this.#isStrict) throw new RemoteMiss(read)
  }
}
