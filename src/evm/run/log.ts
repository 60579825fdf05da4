import type { Address } from '../../primitives/address.ts'
import type { Hash } from '../../primitives/encoding/hex.ts'

/** A log emitted by LOG0 to LOG4. */
export interface Log {
  readonly address: Address
  readonly topics: readonly Hash[]
  readonly data: Uint8Array
}
