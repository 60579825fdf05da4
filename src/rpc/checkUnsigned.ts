import { TxRefused } from '../evm/errors.ts'
import type { UnsignedTransaction } from '../evm/transaction.ts'
import type { Address } from '../primitives/address.ts'

const MAX_NONCE = 2n ** 64n - 1n
/** More wei than there can be. */
const MAX_COST = 2n ** 256n - 1n

/**
 * Refuses a transaction that cannot even be encoded or signed, whatever the state is. What depends on state and block
 * is the chain's to check.
 *
 * @throws TxRefused
 */
export function checkUnsigned(from: Address, balance: bigint, tx: UnsignedTransaction): void {
  const { maxFeePerGas: feeCap, maxPriorityFeePerGas: tip } = tx
  if (tx.nonce >= MAX_NONCE) throw new TxRefused({ code: 'NONCE_MAX', address: from })
  if (tip > feeCap) throw new TxRefused({ code: 'TIP_ABOVE_FEE_CAP', address: from, tip, feeCap })
  if (tx.type === 4) {
    if (tx.to === undefined) throw new TxRefused({ code: 'SET_CODE_WITHOUT_DESTINATION' })
    if (tx.authorizationList.length === 0) throw new TxRefused({ code: 'EMPTY_AUTHORIZATION_LIST' })
  }
  const want = tx.gasLimit * feeCap + tx.value
  if (want > MAX_COST) {
    throw new TxRefused({ code: 'INSUFFICIENT_FUNDS', address: from, have: balance, want })
  }
}
