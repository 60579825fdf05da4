import type { Address } from '../primitives/address.ts'
import { DomainError } from '../primitives/domainError.ts'
import type { BalanceOverflowDetails } from '../state/ledger/balanceOverflow.ts'

/** Reasons for rejecting a transaction or a call. Amounts are in wei, except amounts of gas. */
export type TxErrorDetails =
  | BalanceOverflowDetails
  | {
      readonly code: 'NONCE_TOO_LOW'
      readonly address: Address
      readonly tx: bigint
      readonly state: bigint
    }
  | {
      readonly code: 'NONCE_TOO_HIGH'
      readonly address: Address
      readonly tx: bigint
      readonly state: bigint
    }
  | { readonly code: 'NONCE_MAX'; readonly address: Address }
  | { readonly code: 'NONCE_OVERFLOW' }
  | {
      readonly code: 'INSUFFICIENT_FUNDS'
      readonly address: Address
      readonly have: bigint
      readonly want: bigint
    }
  | { readonly code: 'INTRINSIC_GAS_TOO_LOW'; readonly have: bigint; readonly want: bigint }
  | { readonly code: 'FLOOR_GAS_TOO_LOW'; readonly have: bigint; readonly want: bigint }
  | { readonly code: 'EXCEEDS_BLOCK_GAS_LIMIT'; readonly gas: bigint; readonly limit: bigint }
  | { readonly code: 'EXCEEDS_TX_GAS_CAP'; readonly gas: bigint; readonly limit: bigint }
  | {
      readonly code: 'FEE_CAP_TOO_LOW'
      readonly address: Address
      readonly feeCap: bigint
      readonly baseFee: bigint
    }
  | {
      readonly code: 'TIP_ABOVE_FEE_CAP'
      readonly address: Address
      readonly tip: bigint
      readonly feeCap: bigint
    }
  | { readonly code: 'SENDER_NOT_EOA'; readonly address: Address; readonly codeHash: string }
  | { readonly code: 'INIT_CODE_TOO_LARGE'; readonly size: number; readonly limit: number }
  | { readonly code: 'WRONG_CHAIN_ID'; readonly have: bigint; readonly want: bigint }
  | { readonly code: 'UNPROTECTED_TRANSACTION' }
  | { readonly code: 'TX_TYPE_NOT_SUPPORTED'; readonly type: number; readonly reason: string }
  | { readonly code: 'MALFORMED_TRANSACTION'; readonly reason: string }
  | { readonly code: 'INVALID_SIGNATURE' }
  | { readonly code: 'EMPTY_AUTHORIZATION_LIST' }
  | { readonly code: 'SET_CODE_WITHOUT_DESTINATION' }
  | { readonly code: 'GAS_ALLOWANCE_EXCEEDED'; readonly allowance: bigint }
  | { readonly code: 'EXECUTION_TIMEOUT'; readonly timeoutMs: number }
  | { readonly code: 'NOT_A_PRECOMPILE'; readonly address: Address }
  | { readonly code: 'ALREADY_OVERRIDDEN'; readonly address: Address }
  | { readonly code: 'MOVED_TO_ITSELF'; readonly address: Address }
  | { readonly code: 'BLOCK_GAS_EXCEEDED'; readonly gas: bigint; readonly left: bigint }
  | { readonly code: 'SIMULATION_GAS_EXHAUSTED'; readonly cap: bigint }

export class TxError extends DomainError<TxErrorDetails> {
  override readonly name = 'TxError'
}
