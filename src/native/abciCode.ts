import type { NativeTxErrorDetails } from './errors.ts'

/** Error in a transaction's response: codespace and code. Code 0 is success. */
export interface AbciCode {
  readonly codespace: string
  readonly code: number
}

/** Codes of the Cosmos SDK's registered errors; 46 is Sei's. */
const sdkCodes: Readonly<
  Record<Exclude<NativeTxErrorDetails['code'], 'INVALID_MESSAGE' | 'FEE_NOT_ALLOWED'>, number>
> = {
  MALFORMED_NATIVE_TX: 2,
  NATIVE_TX_TOO_LARGE: 21,
  UNKNOWN_MESSAGE_TYPE: 2,
  NO_NATIVE_MESSAGES: 18,
  EVM_MESSAGE_NOT_ALONE: 18,
  COSMOS_FIELD_IN_EVM_TX: 18,
  EVM_TRANSACTION_AS_NATIVE: 37,
  UNSUPPORTED_SIGN_MODE: 37,
  UNSUPPORTED_PUBLIC_KEY: 8,
  WRONG_KEY_LENGTH: 8,
  NO_NATIVE_SIGNATURES: 15,
  WRONG_SIGNATURE_COUNT: 4,
  WRONG_SIGNATURE_LENGTH: 4,
  UNSUPPORTED_EXTENSION_OPTIONS: 31,
  UNSUPPORTED_FEE_FIELD: 37,
  NATIVE_GAS_LIMIT_TOO_LARGE: 18,
  INVALID_COINS: 10,
  INVALID_NATIVE_ADDRESS: 7,
  MEMO_TOO_LONG: 12,
  SIGNER_MISMATCH: 8,
  UNKNOWN_NATIVE_ACCOUNT: 9,
  WRONG_ACCOUNT_SEQUENCE: 32,
  INVALID_NATIVE_SIGNATURE: 4,
  INSUFFICIENT_NATIVE_FEE: 13,
  INSUFFICIENT_COINS: 5,
  BALANCE_OVERFLOW: 10,
  NATIVE_OUT_OF_GAS: 11,
  TX_EXPIRED: 30,
  INVALID_RECIPIENT: 46,
  INVALID_ASSOCIATION_SIGNATURE: 4,
  ALREADY_ASSOCIATED: 18,
  NEEDS_BALANCE_TO_ASSOCIATE: 5,
  CUSTOM_MESSAGE_TOO_LONG: 21,
}

/** Returns the codespace and code by which Cosmos clients identify an error. */
export function abciCode(details: NativeTxErrorDetails): AbciCode {
  if (details.code === 'INVALID_MESSAGE' || details.code === 'FEE_NOT_ALLOWED') {
    return { codespace: details.codespace, code: details.abciCode }
  }
  return { codespace: 'sdk', code: sdkCodes[details.code] }
}
