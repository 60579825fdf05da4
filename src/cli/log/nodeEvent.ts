import type { Address } from '../../primitives/address.ts'
import type { Hash } from '../../primitives/encoding/hex.ts'

/** An address with its label, if any. */
export interface Named {
  readonly address: Address
  readonly label?: string
}

/** A call with its subcalls in the form of callTracer; quantities are hexadecimal. */
export interface TracedCall {
  readonly type: string
  readonly from: Address
  readonly to?: Address
  readonly value?: string
  readonly gasUsed: string
  readonly input: string
  readonly output?: string
  readonly error?: string
  readonly revertReason?: string
  readonly calls?: readonly TracedCall[]
}

/** An event of the log. Amounts are wei. */
export type NodeEvent =
  | { readonly event: 'request'; readonly method: string }
  | {
      readonly event: 'failure'
      readonly method: string
      readonly code: number
      readonly message: string
    }
  /** A transaction was accepted for a later block. */
  | { readonly event: 'waiting'; readonly hash: Hash; readonly from: Named }
  | {
      readonly event: 'transaction'
      readonly hash: Hash
      readonly from: Named
      readonly to?: Named | undefined
      readonly created?: Named | undefined
      readonly value: bigint
      readonly gasUsed: bigint
      /** Reason of a failure; absent if it succeeded. */
      readonly error?: string | undefined
    }
  | {
      readonly event: 'nativeTransaction'
      readonly hash: string
      readonly sender: Named
      readonly messages: readonly string[]
      readonly gasUsed: bigint
      readonly error?: string
    }
  | {
      readonly event: 'block'
      /** First block of a range of empty blocks that ends with this one. */
      readonly first?: number | undefined
      readonly number: number
      readonly hash: Hash
      /** Seconds since 1970. */
      readonly timestamp: bigint
      readonly transactions: number
    }
  /** Blocks were removed; this one is the newest now. */
  | { readonly event: 'move'; readonly number: number; readonly hash: Hash }
  | {
      readonly event: 'console.log'
      readonly message: string
      readonly address: Named
      readonly transactionHash?: Hash
    }
  | {
      readonly event: 'trace'
      /** Absent for `eth_call`. */
      readonly transactionHash?: Hash
      readonly trace: TracedCall
    }
  | { readonly event: 'info'; readonly message: string }
