import { TxRefused } from '../../evm/errors.ts'
import { MAX_NONCE, type UnsignedTransaction } from '../../evm/transaction/transaction.ts'
import {
  requireSetCodeFields,
  requireTipWithinCap,
} from '../../evm/transaction/validateTransaction.ts'
import type { Address } from '../../primitives/address.ts'

/** More wei than there can be. */
const MAX_COST = 2n ** 256n - 1n

/**
 * Refuses a transaction that cannot even be encoded or signed, whatever the state is. What depends on state and block
 * is the chain's to check.
 *
 * @throws TxRefused
 */
export function checkUnsigned(from: Address, balance: bigint, tx: UnsignedTransaction): void {
  if (tx.nonce >= MAX_NONCE) throw new TxRefused({ code: 'NONCE_MAX', address: from })
  requireTipWithinCap(from, tx)
  if (tx.type === 4) requireSetCodeFields(tx)
  const want = tx.gasLimit * tx.maxFeePerGas + tx.value
  if (want > MAX_COST) {
    throw new TxRefused({ code: 'INSUFFICIENT_FUNDS', address: from, have: balance, want })
  }
}
