import type { Address } from '../../primitives/address.ts'
import type { MaybePromise } from '../../primitives/maybePromise.ts'
import type { StateContent } from '../../state/inspect/stateContent.ts'
import type { StateOverrides } from '../../state/overrides.ts'
import type { StateReader } from '../../state/stateReader.ts'
import type { WorldState } from '../../state/worldState.ts'
import type { Block } from '../block/block.ts'
import type { BlockReader } from '../history/history.ts'

/** A block and the state after it. For `pending`, the block that mining would produce now. */
export interface BlockView {
  readonly block: Block
  /**
   * The state, for reads that no remote chain is involved in. On a fork it throws RemoteMiss for a
   * row that is not at hand; {@link read} loads it.
   */
  readonly state: StateReader
  /**
   * Reads from the state. On a fork, `run` is repeated until all rows of the remote chain that it
   * reads are at hand; otherwise its result is returned without a promise. Lists that it reads
   * lazily must be read by the end of `run`.
   *
   * @throws errors of `run`; RemoteError
   */
  read<T>(run: (state: StateReader) => MaybePromise<T>): MaybePromise<T>
  /** The same on a private writable copy of the state, a new one for each repetition. */
  readOverlay<T>(run: (state: WorldState) => MaybePromise<T>): MaybePromise<T>
  /** Returns a private writable copy of the state. */
  overlay(): WorldState
  /** Offers an unused copy without changes to the next caller of {@link overlay}. */
  reuse?(overlay: WorldState): void
  /** The complete state of {@link version}. */
  content(): StateContent
  /** Version of the stores of the state, or below its overlay. Includes edits after the block. */
  readonly version: number
  /** Reader of the previous blocks by number that later changes do not affect. */
  readonly blockAt: BlockReader
}

/** Block overrides of a simulation. */
export interface BlockOverrides {
  readonly number?: bigint
  readonly time?: bigint
  readonly gasLimit?: bigint
  readonly feeRecipient?: Address
  readonly prevRandao?: Uint8Array
  readonly baseFeePerGas?: bigint
  readonly blobBaseFee?: bigint
  readonly difficulty?: bigint
}

/** State and block overrides of a simulation. */
export interface Overrides {
  readonly state?: StateOverrides
  readonly block?: BlockOverrides
}
