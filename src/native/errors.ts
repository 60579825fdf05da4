import type { Address } from '../primitives/address.ts'
import { DomainError } from '../primitives/domainError.ts'
import type { BalanceOverflowDetails } from '../state/ledger/balanceOverflow.ts'

/** A field of a transaction that must be empty beside a MsgEVMTransaction. */
export type CosmosField =
  | 'memo'
  | 'timeout_height'
  | 'extension options'
  | 'signer_infos'
  | 'fee amount'
  | 'fee payer and granter'
  | 'fee gas'
  | 'signatures'

/**
 * Reasons why a Cosmos transaction is rejected. Addresses are bech32, amounts base units of their
 * denomination.
 */
export type NativeTxErrorDetails =
  | BalanceOverflowDetails
  | { readonly code: 'MALFORMED_NATIVE_TX'; readonly reason: string }
  | { readonly code: 'NATIVE_TX_TOO_LARGE'; readonly size: number; readonly limit: number }
  | { readonly code: 'UNKNOWN_MESSAGE_TYPE'; readonly typeUrl: string }
  | { readonly code: 'NO_NATIVE_MESSAGES' }
  | { readonly code: 'EVM_MESSAGE_NOT_ALONE' }
  | { readonly code: 'COSMOS_FIELD_IN_EVM_TX'; readonly field: CosmosField }
  | { readonly code: 'EVM_TRANSACTION_AS_NATIVE'; readonly typeUrl: string }
  /** With a type: that message has no form in the mode. */
  | { readonly code: 'UNSUPPORTED_SIGN_MODE'; readonly mode: string; readonly typeUrl?: string }
  /** No type: the signer has no key. */
  | { readonly code: 'UNSUPPORTED_PUBLIC_KEY'; readonly typeUrl: string | undefined }
  | { readonly code: 'WRONG_KEY_LENGTH'; readonly length: number; readonly want: number }
  | { readonly code: 'NO_NATIVE_SIGNATURES' }
  | {
      readonly code: 'WRONG_SIGNATURE_COUNT'
      readonly signatures: number
      readonly signers: number
    }
  | { readonly code: 'WRONG_SIGNATURE_LENGTH'; readonly length: number; readonly want: number }
  | { readonly code: 'UNSUPPORTED_EXTENSION_OPTIONS'; readonly options: number }
  /** Sei's `gas_estimate`. */
  | { readonly code: 'UNSUPPORTED_FEE_FIELD' }
  | {
      readonly code: 'NATIVE_GAS_LIMIT_TOO_LARGE'
      readonly gasLimit: bigint
      readonly limit: bigint
    }
  | { readonly code: 'INVALID_COINS'; readonly reason: string }
  | {
      readonly code: 'INVALID_NATIVE_ADDRESS'
      /** Field of the message. */
      readonly field: string
      readonly address: string
      readonly reason: string
    }
  /** A message that its module refuses before it runs, with the module's code and words. */
  | {
      readonly code: 'INVALID_MESSAGE'
      readonly codespace: string
      readonly abciCode: number
      readonly reason: string
    }
  /** Lengths in bytes. */
  | { readonly code: 'MEMO_TOO_LONG'; readonly length: number; readonly limit: number }
  /** `want` is the required signer; `have` is the address of the given key. */
  | { readonly code: 'SIGNER_MISMATCH'; readonly want: string; readonly have: string }
  | { readonly code: 'UNKNOWN_NATIVE_ACCOUNT'; readonly address: string }
  | {
      readonly code: 'WRONG_ACCOUNT_SEQUENCE'
      readonly address: string
      readonly want: bigint
      readonly have: bigint
    }
  /** Signed by another key, or for another chain id or account number. */
  | {
      readonly code: 'INVALID_NATIVE_SIGNATURE'
      readonly address: string
      readonly accountNumber: bigint
      readonly chainId: string
    }
  /** Coins as text: `20usei`. */
  | { readonly code: 'INSUFFICIENT_NATIVE_FEE'; readonly have: string; readonly want: string }
  | {
      readonly code: 'INSUFFICIENT_COINS'
      readonly address: string
      readonly denom: string
      readonly have: bigint
      readonly want: bigint
    }
  /** No allowance of the granter covers the fee; code and words of the module. */
  | {
      readonly code: 'FEE_NOT_ALLOWED'
      readonly codespace: string
      readonly abciCode: number
      readonly granter: string
      readonly payer: string
      readonly reason: string
    }
  | { readonly code: 'NATIVE_OUT_OF_GAS'; readonly gasLimit: bigint; readonly gasUsed: bigint }
  | { readonly code: 'TX_EXPIRED'; readonly timeoutHeight: bigint; readonly height: bigint }
  | { readonly code: 'INVALID_RECIPIENT'; readonly address: string; readonly reason: string }
  | { readonly code: 'INVALID_ASSOCIATION_SIGNATURE' }
  | { readonly code: 'ALREADY_ASSOCIATED'; readonly address: string }
  /** The signer's addresses, if the message is the signed one. */
  | {
      readonly code: 'NEEDS_BALANCE_TO_ASSOCIATE'
      readonly address: string
      readonly evmAddress: Address
    }
  | { readonly code: 'CUSTOM_MESSAGE_TOO_LONG'; readonly length: number; readonly limit: number }

export class NativeTxError extends DomainError<NativeTxErrorDetails> {
  override readonly name = 'NativeTxError'
}

/** Creates the error for bytes that are not a transaction. */
export function malformed(reason: string, cause?: unknown): NativeTxError {
  return new NativeTxError({ code: 'MALFORMED_NATIVE_TX', reason }, { cause })
}

/**
 * Maximum length of bech32; longer denominations, addresses and type names are truncated in errors.
 */
const LONGEST_QUOTE = 90

/** Truncates a client's text for an error. */
export function shorten(text: string): string {
  return text.length <= LONGEST_QUOTE ? text : `${text.slice(0, LONGEST_QUOTE)}…`
}
