import { ChainError } from '../../chain/errors.ts'
import { impersonate } from '../../evm/transaction/impersonation.ts'
import type { Wallet } from '../../node/accounts/wallet.ts'
import { type Address, ZERO_ADDRESS } from '../../primitives/address.ts'
import type { Hash } from '../../primitives/encoding/hex.ts'
import type { TransactionRequest } from '../codec/transactionRequest.ts'
import type { ChangingContext } from '../core/method.ts'
import { type FillingContext, fillTransaction } from './fillTransaction.ts'

/** Whose transaction it is where nobody says so: the first development account's. */
export function defaultSender(wallet: Wallet, { from }: TransactionRequest): Address {
  return from ?? wallet.addresses[0] ?? ZERO_ADDRESS
}

/**
 * Completes a transaction and takes it: signed where the node has the sender's key, else
 * impersonated.
 *
 * @param options.anySender whether that may be somebody whom nobody asked to impersonate.
 * @param options.onAccepted as in {@link Chain.submit}.
 * @throws ChainError UNKNOWN_ACCOUNT; RpcError, TxError, ChainError as the transaction deserves
 */
export async function sendTransaction(
  context: FillingContext & Pick<ChangingContext, 'pool' | 'wallet' | 'impersonations'>,
  request: TransactionRequest,
  {
    anySender = false,
    onAccepted,
  }: {
    readonly anySender?: boolean
    readonly onAccepted?: ((hash: Hash) => void) | undefined
  } = {},
): Promise<Hash> {
  const { pool, wallet, impersonations } = context
  const from = defaultSender(wallet, request)
  const hasKey = wallet.has(from)
  // Before any gas is estimated for it.
  if (!hasKey && !anySender && !impersonations.has(from)) {
    throw new ChainError({ code: 'UNKNOWN_ACCOUNT', address: from })
  }
  const filled = await fillTransaction(context, from, request)
  return pool.submit(
    () => {
      // The nonce is chosen again when it is the transaction's turn: others of the same sender may
      // be on their way.
      const unsigned = { ...filled, nonce: request.nonce ?? pool.pendingNonce(from) }
      return hasKey ? wallet.signTransaction(from, unsigned) : impersonate(unsigned, from)
    },
    { onAccepted },
  )
}
