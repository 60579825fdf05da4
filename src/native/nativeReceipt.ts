import type { Log } from '../evm/run/log.ts'
import type { Address } from '../primitives/address.ts'

/**
 * What a native transaction tells of itself, by the Cosmos SDK's names: `transfer` with `sender`,
 * `recipient`, `amount`.
 */
export interface NativeEvent {
  readonly type: string
  readonly attributes: readonly NativeEventAttribute[]
}

export interface NativeEventAttribute {
  readonly key: string
  readonly value: string
}

/**
 * Coins of the base denomination that a native transaction moves from one account to another, as
 * EVM users see it.
 */
export interface NativeTransfer {
  readonly from: Address
  readonly to: Address
  /** Wei. */
  readonly value: bigint
}

/** What became of a native transaction. */
export interface NativeReceipt {
  /** 0: success; else a number of the codespace. */
  readonly code: number
  /** Who numbers the code; empty for a success. */
  readonly codespace: string
  /** Why it failed. */
  readonly log: string
  readonly gasUsed: bigint
  readonly events: readonly NativeEvent[]
  /** EVM address of its first signer. */
  readonly sender: Address
  /**
   * Its MsgSends in one: the first one's ends, and all that they move of the base denomination.
   * Absent where it has none.
   */
  readonly transfer?: NativeTransfer
  /** What its events are to the EVM. With any it is a synthetic transaction. */
  readonly logs: readonly Log[]
}
