import type { ReadableChain } from '../../chain/chain.ts'
import type { TransactionType, UnsignedTransaction } from '../../evm/transaction/transaction.ts'
import type { ReadableNode } from '../../node/node.ts'
import type { Address } from '../../primitives/address.ts'
import { EMPTY_BYTES } from '../../primitives/encoding/bytes.ts'
import type { TransactionRequest } from '../codec/transactionRequest.ts'
import { executionError } from '../errors/revertReason.ts'
import { refused } from '../errors/rpcError.ts'
import { requireChainId } from './callView.ts'
import { checkUnsigned } from './checkUnsigned.ts'
import { DEFAULT_TIP, suggestFeeCap, suggestGasPrice } from './suggestFees.ts'

/**
 * Completes a transaction of `from`: nonce, gas and fees where they are left open, the type by the fields that are there.
 *
 * @throws RpcError when the gas cannot be estimated because the transaction fails; TxRefused
 */
export async function fillTransaction(
  node: Pick<ReadableNode, 'chain' | 'logging'>,
  from: Address,
  request: TransactionRequest,
): Promise<UnsignedTransaction> {
  const { chain } = node
  const { chainId } = chain
  const { to, data = EMPTY_BYTES } = request
  requireChainId(chain, request)
  if (to === undefined && data.length === 0) {
    throw refused('contract creation without any data provided')
  }
  const type = typeOf(chain, request)
  const filled: UnsignedTransaction = {
    type,
    chainId,
    nonce: request.nonce ?? chain.getPendingNonce(from),
    gasLimit: request.gas ?? (await estimate(node, from, request)),
    ...(to !== undefined && { to }),
    value: request.value ?? 0n,
    data,
    ...fees(chain, type, request),
    accessList: request.accessList ?? [],
    authorizationList: request.authorizationList ?? [],
  }
  const { state } = await chain.viewAt({ tag: 'latest' })
  checkUnsigned(from, state.getBalance(from), filled)
  return filled
}

function typeOf({ latest }: ReadableChain, request: TransactionRequest): TransactionType {
  if (request.type !== undefined) return request.type
  if (request.authorizationList !== undefined) return 4
  const hasBaseFee = latest.header.baseFeePerGas !== undefined
  if (request.gasPrice === undefined && hasBaseFee) return 2
  return request.accessList === undefined ? 0 : 1
}

function fees(
  chain: ReadableChain,
  type: TransactionType,
  { gasPrice, maxFeePerGas, maxPriorityFeePerGas }: TransactionRequest,
): { readonly maxFeePerGas: bigint; readonly maxPriorityFeePerGas: bigint } {
  if (type < 2) {
    const price = gasPrice ?? maxFeePerGas ?? suggestGasPrice({ chain, gasPrice: undefined })
    return { maxFeePerGas: price, maxPriorityFeePerGas: price }
  }
  const cap = maxFeePerGas ?? gasPrice
  const defaultTip = cap !== undefined && cap < DEFAULT_TIP ? cap : DEFAULT_TIP
  const tip = maxPriorityFeePerGas ?? gasPrice ?? defaultTip
  return { maxFeePerGas: cap ?? suggestFeeCap(chain, tip), maxPriorityFeePerGas: tip }
}

async function estimate(
  { chain, logging }: Pick<ReadableNode, 'chain' | 'logging'>,
  from: Address,
  request: TransactionRequest,
): Promise<bigint> {
  const view = await chain.viewAt({ tag: 'pending' })
  const { nonce: _later, ...call } = request
  const found = await chain.estimateGas(view, { ...call, from })
  if (found.kind === 'estimate') return found.gas
  // What it says when it succeeds, it says again when it is mined.
  if (found.outcome.console !== undefined) logging.say(found.outcome.console)
  throw executionError(found.outcome)
}
