import type { TxErrorDetails } from '../evm/errors.ts'
import type { AbciCode } from './abciCode.ts'

/** Codes of the Cosmos SDK's registered errors that are not the general one. */
const codes: Readonly<Partial<Record<TxErrorDetails['code'], number>>> = {
  MALFORMED_TRANSACTION: 2,
  INVALID_SIGNATURE: 4,
  UNPROTECTED_TRANSACTION: 4,
  INSUFFICIENT_FUNDS: 5,
  BALANCE_OVERFLOW: 10,
  INTRINSIC_GAS_TOO_LOW: 11,
  FLOOR_GAS_TOO_LOW: 11,
  FEE_CAP_TOO_LOW: 13,
  WRONG_CHAIN_ID: 28,
  NONCE_TOO_LOW: 32,
  NONCE_TOO_HIGH: 32,
  NONCE_MAX: 32,
  TX_TYPE_NOT_SUPPORTED: 37,
  EXCEEDS_BLOCK_GAS_LIMIT: 41,
  EXCEEDS_TX_GAS_CAP: 41,
}

/** `ErrInvalidRequest`. */
const INVALID_REQUEST = 18

/** Returns the codespace and code of an EVM transaction's error for Cosmos clients. */
export function evmAbciCode({ code }: TxErrorDetails): AbciCode {
  return { codespace: 'sdk', code: codes[code] ?? INVALID_REQUEST }
}
