import type { Common } from '@ethereumjs/common'
import { type Address, ZERO_ADDRESS } from '../../primitives/address.ts'
import { EMPTY_BYTES } from '../../primitives/encoding/bytes.ts'
import { andThen, type MaybePromise } from '../../primitives/maybePromise.ts'
import type { WorldState } from '../../state/worldState.ts'
import { TxError } from '../errors.ts'
import { forkRules } from '../rules/forkRules.ts'
import type { CallRequest } from '../transaction/callRequest.ts'
import { applyAuthorizations } from '../transaction/delegation.ts'
import {
  type IntrinsicGas,
  requireInitCodeSize,
  requireIntrinsicGas,
} from '../transaction/intrinsicGas.ts'
import { type AccessList, MAX_NONCE } from '../transaction/transaction.ts'
import {
  type OfferedFees,
  requireEip,
  requireFees,
  requireTipWithinCap,
} from '../transaction/validateTransaction.ts'
import type {
  AbortFlag,
  AccessedState,
  BlockContext,
  ExecutionResult,
  Executor,
  Message,
} from './executor.ts'
import type { Observer } from './observer.ts'
import {
  effectiveGasPrice,
  settleDrift,
  settleGas,
  settleState,
  warmSet,
} from './runTransaction.ts'

/** The environment of a simulation. The state is an overlay; changes by the call are reverted. */
export interface ExecutionContext {
  readonly executor: Executor
  readonly state: WorldState
  readonly block: BlockContext
  readonly chainId: bigint
  /** Default and maximum gas limit of a call. */
  readonly gasCap: bigint
  /** Aborts the simulation. */
  readonly signal?: AbortFlag
  /** Precompiled contracts moved to another address: old address to new address. */
  readonly movedPrecompiles?: ReadonlyMap<Address, Address>
  /** Precompiled contracts of either kind that are replaced by the account's code. */
  readonly replacedPrecompiles?: ReadonlySet<Address>
  /** Accounts that overrides created, also empty ones (EIP-7702 refunds authorities of them). */
  readonly overriddenAccounts?: ReadonlySet<Address>
}

/** The environment of code that may also listen for the abort. */
export interface AbortableContext extends ExecutionContext {
  readonly signal?: AbortSignal
}

/** A simulated call. `gasUsed` is the gas that a transaction would pay for, net of `refunded`. */
export interface SimulatedCall {
  readonly outcome: ExecutionResult
  readonly gasUsed: bigint
  readonly refunded: bigint
}

/**
 * Runs a call like a transaction, without the checks of nonce and signature. The base fee is
 * checked only if the call offers a fee.
 *
 * @throws TxError
 */
export function simulateCall(
  context: ExecutionContext,
  request: CallRequest,
): MaybePromise<SimulatedCall> {
  return simulate(context, request, (message) =>
    andThen(context.executor.execute(context.state, context.block, message), asRun),
  )
}

function asRun(outcome: ExecutionResult): { readonly outcome: ExecutionResult } {
  return { outcome }
}

/** Like {@link simulateCall}, and reports the accessed addresses and slots. @throws TxError */
export function simulateWithAccess(
  context: ExecutionContext,
  request: CallRequest,
): MaybePromise<
  SimulatedCall & { readonly accessed: AccessedState; readonly created: ReadonlySet<Address> }
> {
  return simulate(context, request, (message) =>
    context.executor.executeWithAccess(context.state, context.block, message),
  )
}

/**
 * Like {@link simulateCall}, with an observer. `inspect` runs on the state after the call and its
 * fees.
 *
 * @param isKept keep the state changes for a subsequent call
 * @throws TxError
 */
export async function simulateWithObserver(
  context: ExecutionContext,
  request: CallRequest,
  observer: Observer,
  inspect: (call: SimulatedCall) => void,
  isKept = false,
): Promise<SimulatedCall> {
  return simulate(
    context,
    request,
    async (message) => ({
      outcome: await context.executor.execute(context.state, context.block, message, observer),
    }),
    (call, message, gasLimit) => {
      settleCall(context, call, message, gasLimit)
      inspect(call)
    },
    isKept,
  )
}

/**
 * Like {@link simulateCall}, but keeps the state changes for subsequent transactions of the block.
 *
 * @throws TxError; the state is then unchanged
 */
export async function simulateTransaction(
  context: ExecutionContext,
  request: CallRequest,
  observer?: Observer,
): Promise<SimulatedCall> {
  const { executor, state, block } = context
  return simulate(
    context,
    request,
    async (message) => ({ outcome: await executor.execute(state, block, message, observer) }),
    (call, message, gasLimit) => {
      settleCall(context, call, message, gasLimit)
      settleDrift(state, block)
    },
    true,
  )
}

function settleCall(
  { state, block }: ExecutionContext,
  { outcome, gasUsed }: SimulatedCall,
  { caller: from, gasPrice: price }: Message,
  gasLimit: bigint,
): void {
  settleState(state, block, outcome, { from, gasLimit, gasUsed, price })
}

/** A simulation that has bought its gas. */
interface Prepared {
  readonly message: Message
  readonly rules: Common
  readonly costs: IntrinsicGas
  readonly gasLimit: bigint
  /** Refund of authorizations. */
  readonly refund: bigint
}

type Inspect = (call: SimulatedCall, message: Message, gasLimit: bigint) => void

function simulate<R extends { readonly outcome: ExecutionResult }>(
  context: ExecutionContext,
  request: CallRequest,
  run: (message: Message) => MaybePromise<R>,
  inspect?: Inspect,
  isKept = false,
): MaybePromise<R & SimulatedCall> {
  const { state } = context
  const mark = state.mark
  let isPending = false
  let isDone = false
  try {
    const prepared = prepare(context, request)
    const running = run(prepared.message)
    isPending = running instanceof Promise
    if (running instanceof Promise) {
      return settleLater(running, prepared, state, mark, inspect, isKept)
    }
    const call = settle(running, prepared, inspect)
    isDone = isKept
    return call
  } catch (error) {
    return Promise.reject(error)
  } finally {
    if (!isDone && !isPending) state.revertTo(mark)
  }
}

async function settleLater<R extends { readonly outcome: ExecutionResult }>(
  running: Promise<R>,
  prepared: Prepared,
  state: WorldState,
  mark: number,
  inspect: Inspect | undefined,
  isKept: boolean,
): Promise<R & SimulatedCall> {
  let isDone = false
  try {
    const call = settle(await running, prepared, inspect)
    isDone = isKept
    return call
  } finally {
    if (!isDone) state.revertTo(mark)
  }
}

function settle<R extends { readonly outcome: ExecutionResult }>(
  result: R,
  { message, rules, costs, gasLimit, refund }: Prepared,
  inspect: Inspect | undefined,
): R & SimulatedCall {
  const { gasUsed, refunded } = settleGas(rules, costs, result.outcome, refund)
  const call = { ...result, gasUsed, refunded }
  inspect?.(call, message, gasLimit)
  return call
}

/** Validates a call and buys its gas. */
function prepare(context: ExecutionContext, request: CallRequest): Prepared {
  const { state, block, chainId, signal } = context
  const { movedPrecompiles, replacedPrecompiles, overriddenAccounts } = context
  const rules = forkRules(chainId, block.hardfork, block.codeSizeLimit)
  const from = request.from ?? ZERO_ADDRESS
  const data = request.data ?? EMPTY_BYTES
  const accessList: AccessList = request.accessList ?? []
  const gasLimit = gasOf(context, request)
  const gasPrice = payForGas(context, request, gasLimit)

  const isCreation = request.to === undefined
  requireInitCodeSize(rules, isCreation, data)
  const list = request.authorizationList ?? []
  if (list.length > 0) requireEip(7702, 4, block.hardfork, rules)
  const form = { isCreation, data, accessList, authorizations: list.length }
  const costs = requireIntrinsicGas(rules, form, gasLimit)
  const nonce = state.getNonce(from)
  if (isCreation && request.nonce === undefined && nonce === MAX_NONCE) {
    throw new TxError({ code: 'NONCE_OVERFLOW' })
  }
  const next = (request.nonce ?? nonce) + 1n
  // Unchecked, the nonce after the last one is 0, as in geth.
  state.setNonce(from, isCreation ? next : BigInt.asUintN(64, next))
  const { authorities, refund } = applyAuthorizations(state, chainId, list, overriddenAccounts)

  const message: Message = {
    caller: from,
    to: request.to,
    value: request.value ?? 0n,
    data,
    gasLimit: gasLimit - costs.intrinsic,
    gasPrice,
    chainId,
    warm: warmSet(accessList, authorities),
    signal,
    movedPrecompiles,
    replacedPrecompiles,
  }
  return { message, rules, costs, gasLimit, refund }
}

/** Returns the gas limit of a call. */
export function gasOf({ gasCap }: ExecutionContext, request: CallRequest): bigint {
  const { gas } = request
  return gas === undefined || gas > gasCap ? gasCap : gas
}

/** Validates the offered fees, buys the gas from the sender's balance, and returns the price. */
function payForGas({ state, block }: ExecutionContext, request: CallRequest, gas: bigint): bigint {
  const address = request.from ?? ZERO_ADDRESS
  const offered = feesOf(request)
  const { maxFeePerGas: feeCap } = offered
  // Without a fee cap the call is free, and only the tip is validated.
  if (feeCap > 0n) requireFees(address, offered, block.baseFeePerGas)
  else requireTipWithinCap(address, offered)
  const have = state.getBalance(address)
  const want = gas * feeCap + (request.value ?? 0n)
  if (have < want) throw new TxError({ code: 'INSUFFICIENT_FUNDS', address, have, want })
  if (feeCap === 0n) return 0n
  const price = effectiveGasPrice(offered, block.baseFeePerGas)
  state.setBalance(address, have - gas * price)
  return price
}

/** Returns the fee caps of a call in wei per gas. Defaults to 0. */
export function feesOf(request: CallRequest): OfferedFees {
  const { gasPrice, maxFeePerGas, maxPriorityFeePerGas } = request
  if (gasPrice !== undefined) return { maxFeePerGas: gasPrice, maxPriorityFeePerGas: gasPrice }
  return {
    maxFeePerGas: maxFeePerGas ?? maxPriorityFeePerGas ?? 0n,
    maxPriorityFeePerGas: maxPriorityFeePerGas ?? 0n,
  }
}
