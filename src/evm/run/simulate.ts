import { type Address, ZERO_ADDRESS } from '../../primitives/address.ts'
import { EMPTY_BYTES } from '../../primitives/encoding/bytes.ts'
import type { WorldState } from '../../state/worldState.ts'
import { TxError } from '../errors.ts'
import { forkRules } from '../rules/forkRules.ts'
import type { CallRequest } from '../transaction/callRequest.ts'
import { applyAuthorizations } from '../transaction/delegation.ts'
import { requireInitCodeSize, requireIntrinsicGas } from '../transaction/intrinsicGas.ts'
import type { AccessList } from '../transaction/transaction.ts'
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
export async function simulateCall(
  context: ExecutionContext,
  request: CallRequest,
): Promise<SimulatedCall> {
  return simulate(context, request, async (message) => ({
    outcome: await context.executor.execute(context.state, context.block, message),
  }))
}

/** Like {@link simulateCall}, and reports the accessed addresses and slots. @throws TxError */
export async function simulateWithAccess(
  context: ExecutionContext,
  request: CallRequest,
): Promise<
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

async function simulate<R extends { readonly outcome: ExecutionResult }>(
  context: ExecutionContext,
  request: CallRequest,
  run: (message: Message) => Promise<R>,
  inspect?: (call: SimulatedCall, message: Message, gasLimit: bigint) => void,
  isKept = false,
): Promise<R & SimulatedCall> {
  const { state, block, chainId, movedPrecompiles, replacedPrecompiles } = context
  const mark = state.mark
  let isDone = false
  try {
    const rules = forkRules(chainId, block.hardfork, block.codeSizeLimit)
    const from = request.from ?? ZERO_ADDRESS
    const value = request.value ?? 0n
    const data = request.data ?? EMPTY_BYTES
    const accessList: AccessList = request.accessList ?? []
    const gas = gasOf(context, request)
    const price = payForGas(context, request, gas)

    const isCreation = request.to === undefined
    requireInitCodeSize(rules, isCreation, data)
    const list = request.authorizationList ?? []
    if (list.length > 0) requireEip(7702, 4, block.hardfork, rules)
    const form = { isCreation, data, accessList, authorizations: list.length }
    const costs = requireIntrinsicGas(rules, form, gas)
    state.setNonce(from, (request.nonce ?? state.getNonce(from)) + 1n)
    const { authorities, refund } = applyAuthorizations(state, chainId, list)

    const message: Message = {
      caller: from,
      ...(request.to === undefined ? {} : { to: request.to }),
      value,
      data,
      gasLimit: gas - costs.intrinsic,
      gasPrice: price,
      warm: warmSet(accessList, authorities),
      ...(context.signal === undefined ? {} : { signal: context.signal }),
      ...(movedPrecompiles === undefined ? {} : { movedPrecompiles }),
      ...(replacedPrecompiles === undefined ? {} : { replacedPrecompiles }),
    }
    const result = await run(message)
    const call = { ...result, ...settleGas(rules, costs, result.outcome, refund) }
    inspect?.(call, message, gas)
    isDone = isKept
    return call
  } finally {
    if (!isDone) state.revertTo(mark)
  }
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
