import type { Log } from '../evm/run/log.ts'
import type { Address } from '../primitives/address.ts'

/**
 * An event of a native transaction, by the Cosmos SDK's names: `transfer` with `sender`,
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

/** Transfer of base units in a native transaction, as EVM users see it. */
export interface NativeTransfer {
  readonly from: Address
  readonly to: Address
  /** Wei. */
  readonly value: bigint
}

/** Result of a native transaction. */
export interface NativeReceipt {
  /** 0: success; otherwise a code of the codespace. */
  readonly code: number
  /** Module that defines the code; empty for a success. */
  readonly codespace: string
  /** Reason of the failure. */
  readonly log: string
  readonly gasUsed: bigint
  readonly events: readonly NativeEvent[]
  /** EVM address of the first signer. */
  readonly sender: Address
  /**
   * Its MsgSends combined: the parties of the first one and the total of the base denomination.
   * Absent if it has none.
   */
  readonly transfer?: NativeTransfer
  /** EVM logs of its events. With any, it is a synthetic transaction. */
  readonly logs: readonly Log[]
}
