import type { Address } from '../../primitives/address.ts'
import type { ConsoleRecord } from '../precompiles/console/consoleRecorder.ts'
import type { ExecutionResult } from '../run/executor.ts'
import type { AccessList, Authorization } from './transaction.ts'

/** What `eth_call` and its relatives may ask for; amounts in wei. */
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

/** An estimate, or how the call fails whatever gas it gets. */
export type GasEstimate =
  | {
      readonly kind: 'estimate'
      readonly gas: bigint
      /** What the call said with `console.log`, where it did. */
      readonly console?: ConsoleRecord
    }
  | { readonly kind: 'failure'; readonly outcome: Exclude<ExecutionResult, { kind: 'success' }> }
