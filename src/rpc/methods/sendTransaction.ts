import { ChainError } from '../../chain/errors.ts'
import { impersonate } from '../../evm/transaction/impersonation.ts'
import type { Wallet } from '../../node/accounts/wallet.ts'
import { type Address, ZERO_ADDRESS } from '../../primitives/address.ts'
import type { Hash } from '../../primitives/encoding/hex.ts'
import type { TransactionRequest } from '../codec/transactionRequest.ts'
import type { ChangingContext } from '../core/method.ts'
import { type FillingContext, type FillOptions, fillTransaction } from './fillTransaction.ts'

/** Default sender: the first development account. */
export function defaultSender(wallet: Wallet, { from }: TransactionRequest): Address {
  return from ?? wallet.addresses[0] ?? ZERO_ADDRESS
}

/** How a transaction is sent. */
interface SendOptions extends FillOptions {
  /** Whether the sender need not be impersonated before. */
  readonly anySender?: boolean
  /** As in {@link SubmitOptions}. */
  readonly onAccepted?: ((hash: Hash) => void) | undefined
}

/**
 * Completes and submits a transaction: signed if the node has the sender's key, otherwise
 * impersonated.
 *
 * @throws ChainError UNKNOWN_ACCOUNT; RpcError, TxError, ChainError of the transaction
 */
export async function sendTransaction(
  context: FillingContext & Pick<ChangingContext, 'pool' | 'wallet' | 'impersonations'>,
  request: TransactionRequest,
  { anySender = false, onAccepted, ...filling }: SendOptions = {},
): Promise<Hash> {
  const { pool, wallet, impersonations } = context
  const from = defaultSender(wallet, request)
  const hasKey = wallet.has(from)
  // Checked before the gas is estimated.
  if (!hasKey && !anySender && !impersonations.has(from)) {
    throw new ChainError({ code: 'UNKNOWN_ACCOUNT', address: from })
  }
  if (hasKey) wallet.requireUnlocked(from)
  const filled = await fillTransaction(context, from, request, filling)
  return pool.submit(
    () => {
      // The nonce is chosen again when the submission's turn comes, because other transactions of
      // the sender may precede it.
      const unsigned = { ...filled, nonce: request.nonce ?? pool.pendingNonce(from) }
      return hasKey ? wallet.signTransaction(from, unsigned) : impersonate(unsigned, from)
    },
    { onAccepted },
  )
}
