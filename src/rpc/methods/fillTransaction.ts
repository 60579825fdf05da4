import type { ChainBlocks } from '../../chain/chain.ts'
import { TxError } from '../../evm/errors.ts'
import {
  MAX_NONCE,
  type TransactionType,
  type UnsignedTransaction,
} from '../../evm/transaction/transaction.ts'

import {
  type OfferedFees,
  requireSetCodeFields,
  requireTipWithinCap,
} from '../../evm/transaction/validateTransaction.ts'
import type { Address } from '../../primitives/address.ts'
import { EMPTY_BYTES } from '../../primitives/encoding/bytes.ts'
import type { TransactionRequest } from '../codec/transactionRequest.ts'
import type { Context } from '../core/method.ts'
import { createExecutionError } from '../errors/revertReason.ts'
import { invalidParams, serverError } from '../errors/rpcError.ts'
import { requireChainId } from './callView.ts'
import { pendingNonce } from './pendingNonce.ts'
import { DEFAULT_TIP, suggestFeeCap, suggestGasPrice } from './suggestFees.ts'

/** Context needed to complete a transaction. */
export type FillingContext = Pick<
  Context,
  'chainId' | 'blocks' | 'state' | 'pool' | 'mining' | 'simulate' | 'logging'
>

/** How a transaction is completed. */
export interface FillOptions {
  /** Whether a creation may have no code to run. */
  readonly allowsEmptyCreation?: boolean
  /** Whether the fees are neither checked nor part of the estimate. */
  readonly ignoresFees?: boolean
}

/**
 * Completes a transaction of `from`: default nonce, gas and fees, and the type from the given
 * fields.
 *
 * @throws RpcError if the gas cannot be estimated because the transaction fails; TxError
 */
export async function fillTransaction(
  context: FillingContext,
  from: Address,
  request: TransactionRequest,
  { allowsEmptyCreation = false, ignoresFees = false }: FillOptions = {},
): Promise<UnsignedTransaction> {
  const { chainId, blocks } = context
  const { to, data = EMPTY_BYTES } = request
  requireChainId(chainId, request)
  if (to === undefined && data.length === 0 && !allowsEmptyCreation) {
    throw serverError('contract creation without any data provided')
  }
  const type = typeOf(blocks, request)
  const offered = fees(context, type, request)
  const costOf = ignoresFees ? withoutFees : (given: TransactionRequest) => withCap(given, offered)
  const filled: UnsignedTransaction = {
    type,
    chainId,
    nonce: request.nonce ?? (await pendingNonce(context, from)),
    gasLimit: request.gas ?? (await estimate(context, from, costOf(request))),
    ...(to !== undefined && { to }),
    value: request.value ?? 0n,
    data,
    ...offered,
    accessList: request.accessList ?? [],
    authorizationList: request.authorizationList ?? [],
  }
  const latest = await context.state.viewAt({ tag: 'latest' })
  if (!ignoresFees) requireTipWithinCap(from, filled)
  checkUnsigned(from, await latest.read((state) => state.getBalance(from)), filled)
  return filled
}

function withoutFees({
  gasPrice: _price,
  maxFeePerGas: _cap,
  maxPriorityFeePerGas: _tip,
  ...request
}: TransactionRequest): TransactionRequest {
  return request
}

/** Hardhat's wording. */
export const NO_FEE_MARKET =
  'EIP-1559 style fee params (maxFeePerGas or maxPriorityFeePerGas) received but they are not supported by the current hardfork'

/** @throws RpcError for fees that the fork does not have */
function typeOf({ latest }: ChainBlocks, request: TransactionRequest): TransactionType {
  const hasBaseFee = latest.header.baseFeePerGas !== undefined
  if (!hasBaseFee && (request.maxFeePerGas ?? request.maxPriorityFeePerGas) !== undefined) {
    throw invalidParams(NO_FEE_MARKET)
  }
  if (request.type !== undefined) return request.type
  if (request.authorizationList !== undefined) return 4
  if (request.gasPrice === undefined && hasBaseFee) return 2
  return request.accessList === undefined ? 0 : 1
}

function fees(
  { blocks, mining }: Pick<Context, 'blocks' | 'mining'>,
  type: TransactionType,
  { gasPrice, maxFeePerGas, maxPriorityFeePerGas }: TransactionRequest,
): OfferedFees {
  if (type < 2) {
    const price =
      gasPrice ?? maxFeePerGas ?? suggestGasPrice({ blocks, mining, gasPrice: undefined })
    return { maxFeePerGas: price, maxPriorityFeePerGas: price }
  }
  const cap = maxFeePerGas ?? gasPrice
  const defaultTip = cap !== undefined && cap < DEFAULT_TIP ? cap : DEFAULT_TIP
  const tip = maxPriorityFeePerGas ?? gasPrice ?? defaultTip
  return { maxFeePerGas: cap ?? suggestFeeCap(mining, tip), maxPriorityFeePerGas: tip }
}

/** A tip alone has no fee cap that a call could pay. */
function withCap(request: TransactionRequest, { maxFeePerGas }: OfferedFees): TransactionRequest {
  const isAlone =
    request.maxPriorityFeePerGas !== undefined &&
    (request.maxFeePerGas ?? request.gasPrice) === undefined
  return isAlone ? { ...request, maxFeePerGas } : request
}

async function estimate(
  { state, simulate, logging }: Pick<Context, 'state' | 'simulate' | 'logging'>,
  from: Address,
  request: TransactionRequest,
): Promise<bigint> {
  const view = await state.viewAt({ tag: 'pending' })
  const { nonce: _later, ...call } = request
  const found = await simulate.estimateGas(view, { ...call, from })
  if (found.kind === 'estimate') return found.gas
  // Its console output appears again when it is mined.
  if (found.outcome.console !== undefined) logging.printConsole(found.outcome.console)
  throw createExecutionError(found.outcome)
}

/** More wei than can exist. */
const MAX_COST = 2n ** 256n - 1n

/**
 * Rejects a transaction that cannot be encoded or signed. The chain checks what depends on state
 * and block.
 *
 * @throws TxError
 */
export function checkUnsigned(from: Address, balance: bigint, tx: UnsignedTransaction): void {
  if (tx.nonce >= MAX_NONCE) throw new TxError({ code: 'NONCE_MAX', address: from })
  if (tx.type === 4) requireSetCodeFields(tx)
  const want = tx.gasLimit * tx.maxFeePerGas + tx.value
  if (want > MAX_COST) {
    throw new TxError({ code: 'INSUFFICIENT_FUNDS', address: from, have: balance, want })
  }
}
