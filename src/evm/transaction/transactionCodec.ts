import { createTx, type TypedTransaction, type TypedTxData } from '@ethereumjs/tx'
import { toQuantity } from '../../primitives/encoding/hex.ts'
import { TxRefused } from '../errors.ts'
import { forkRules } from '../rules/forkRules.ts'
import type { UnsignedTransaction } from './transaction.ts'

/** Reading and writing know every type; what a block's fork allows is checked where the transaction is to run. */
export function libraryOptions(chainId: bigint) {
  return {
    common: forkRules(chainId, 'prague'),
    freeze: false,
    allowUnlimitedInitCodeSize: true,
  }
}

/** The library's form of a transaction without a signature. @throws TxRefused MALFORMED_TRANSACTION where a field does not fit its type */
export function toLibraryTransaction(tx: UnsignedTransaction): TypedTransaction {
  const { type, chainId, nonce, gasLimit, value, data, maxFeePerGas, maxPriorityFeePerGas } = tx
  const fees = type < 2 ? { gasPrice: maxFeePerGas } : { maxFeePerGas, maxPriorityFeePerGas }
  const fields = {
    type,
    nonce,
    gasLimit,
    value,
    data,
    ...fees,
    ...(tx.to === undefined ? {} : { to: tx.to }),
    ...(type === 0 ? {} : { chainId, accessList: tx.accessList }),
    ...(type === 4 ? { authorizationList: tx.authorizationList.map(encodeAuthorization) } : {}),
  }
  try {
    return createTx(fields as TypedTxData, libraryOptions(chainId))
  } catch (cause) {
    const reason = libraryReason(cause)
    throw new TxRefused({ code: 'MALFORMED_TRANSACTION', reason }, { cause })
  }
}

function encodeAuthorization(authorization: UnsignedTransaction['authorizationList'][number]) {
  const { chainId, address, nonce, yParity, r, s } = authorization
  return {
    chainId: toQuantity(chainId),
    address,
    nonce: toQuantity(nonce),
    yParity: toQuantity(yParity),
    r: toQuantity(r),
    s: toQuantity(s),
  }
}

/** Bytes of a transaction without a signature: its fields with v, r and s zero. */
export function encodeUnsigned(tx: UnsignedTransaction): Uint8Array {
  return toLibraryTransaction(tx).serialize()
}

/** For messages: the library's error texts without the context that it appends. */
export function libraryReason(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return text.replace(/ \((tx|msg|Transaction).*$/s, '').trim()
}
