import type { Address } from '../../primitives/address.ts'
import type { ConsoleRecord } from '../precompiles/console/consoleRecorder.ts'
import type { ExecutionResult } from '../run/executor.ts'
import type { AccessList, Authorization } from './transaction.ts'

/** The request of `eth_call` and similar methods. Amounts are in wei. */
export interface CallRequest {
  readonly from?: Address
  readonly to?: Address
  readonly gas?: bigint
  readonly gasPrice?: bigint
  readonly maxFeePerGas?: bigint
  readonly maxPriorityFeePerGas?: bigint
  readonly value?: bigint
  readonly data?: Uint8Array
  readonly nonce?: bigint
  readonly accessList?: AccessList
  readonly authorizationList?: readonly Authorization[]
}

/** A gas estimate, or the failure of a call that no gas limit avoids. */
export type GasEstimate =
  | {
      readonly kind: 'estimate'
      readonly gas: bigint
      /** The `console.log` output of the call, if any. */
      readonly console?: ConsoleRecord
    }
  | { readonly kind: 'failure'; readonly outcome: Exclude<ExecutionResult, { kind: 'success' }> }
