import { ChainRefused } from '../../chain/errors.ts'
import { impersonate } from '../../evm/transaction/impersonation.ts'
import type { Node } from '../../node/node.ts'
import { type Address, ZERO_ADDRESS } from '../../primitives/address.ts'
import type { Hash } from '../../primitives/encoding/hex.ts'
import type { TransactionRequest } from '../codec/transactionRequest.ts'
import { fillTransaction } from './fillTransaction.ts'

/** Whose transaction it is where nobody says so: the first development account's. */
export function defaultSender(
  { wallet }: Pick<Node, 'wallet'>,
  { from }: TransactionRequest,
): Address {
  return from ?? wallet.addresses[0] ?? ZERO_ADDRESS
}

/**
 * Completes a transaction and takes it: signed where the node has the sender's key, else impersonated.
 *
 * @param options.anySender whether that may be somebody whom nobody asked to impersonate.
 * @param options.onRun told of the hash as {@link Chain.submit} has it.
 * @throws ChainRefused UNKNOWN_ACCOUNT; RpcError, TxRefused, ChainRefused as the transaction deserves
 */
export async function sendTransaction(
  node: Node,
  request: TransactionRequest,
  {
    anySender = false,
    onRun,
  }: {
    readonly anySender?: boolean
    readonly onRun?: ((hash: Hash) => void) | undefined
  } = {},
): Promise<Hash> {
  const { chain, wallet, impersonations } = node
  const from = defaultSender(node, request)
  const hasKey = wallet.has(from)
  // Before any gas is estimated for it.
  if (!hasKey && !anySender && !impersonations.has(from)) {
    throw new ChainRefused({ code: 'UNKNOWN_ACCOUNT', address: from })
  }
  const filled = await fillTransaction(node, from, request)
  return chain.submit(() => {
    // The nonce is chosen again when it is the transaction's turn: others of the same sender may be on their way.
    const unsigned = { ...filled, nonce: request.nonce ?? chain.getPendingNonce(from) }
    return hasKey ? wallet.signTransaction(from, unsigned) : impersonate(unsigned, from)
  }, onRun)
}
