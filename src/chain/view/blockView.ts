import type { Address } from '../../primitives/address.ts'
import type { StateContent } from '../../state/inspect/stateContent.ts'
import type { StateOverrides } from '../../state/overrides.ts'
import type { StateReader } from '../../state/stateReader.ts'
import type { WorldState } from '../../state/worldState.ts'
import type { Block } from '../block/block.ts'
import type { BlockReader } from '../history/history.ts'

/** A block and the state after it. For `pending`: the block that mining would produce now. */
export interface BlockView {
  readonly block: Block
  readonly state: StateReader
  /** A writable copy of the state, which nobody else sees. */
  overlay(): WorldState
  /** The whole of {@link version}. */
  content(): StateContent
  /**
   * Version of the stores that the state is, or is an overlay of. It includes edits after the
   * block.
   */
  readonly version: number
  /** The blocks before it, by number, whatever becomes of the chain later. */
  readonly blockAt: BlockReader
}

/** Block fields that a simulation replaces. */
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

/** State and block fields that a simulation replaces. */
export interface Overrides {
  readonly state?: StateOverrides
  readonly block?: BlockOverrides
}
