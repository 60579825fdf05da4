import { opcodeFees } from '../evm/rules/opcodeFees.ts'
import type { Observer } from '../evm/run/observer.ts'
import { effectiveGasPrice, runTransaction } from '../evm/run/runTransaction.ts'
import { type ExecutionContext, feesOf, gasOf, simulateWithObserver } from '../evm/run/simulate.ts'
import type { CallRequest } from '../evm/transaction/callRequest.ts'
import type { Transaction } from '../evm/transaction/transaction.ts'
import { ZERO_ADDRESS } from '../primitives/address.ts'
import { EMPTY_BYTES } from '../primitives/encoding/bytes.ts'
import { settleCosts } from './steps/stepGas.ts'
import { TraceBudget } from './traceBudget.ts'
import type { Trace, TracePlace, TraceStart } from './tracer.ts'

/** Subject of a trace. */
export type TraceTarget =
  | {
      readonly kind: 'transaction'
      readonly transaction: Transaction
      readonly place: TracePlace
    }
  | {
      readonly kind: 'call'
      readonly request: CallRequest
      readonly place: TracePlace
      /** Whether its changes stay in the state for a following call. */
      readonly isKept?: boolean
    }

/**
 * Runs a transaction or a call with the trace that `begin` creates, including its `finish`. Changes
 * of a transaction stay in the state; those of a call are reverted unless requested otherwise.
 *
 * @param budget shared by the traces of one response
 * @throws TxError, TraceError; ExecutionAborted if the signal is aborted
 */
export async function runTrace<T extends Pick<Trace, 'observer' | 'finish'>>(
  context: ExecutionContext,
  subject: TraceTarget,
  begin: (start: TraceStart) => T,
  budget: TraceBudget = new TraceBudget(),
): Promise<T> {
  const { executor, state, block, signal } = context
  if (subject.kind === 'call') {
    const { request, isKept = false } = subject
    const trace = begin(startOfCall(context, request, subject.place, budget))
    const inspect = trace.finish.bind(trace)
    const observer = withSettledCosts(trace.observer, context)
    await simulateWithObserver(context, request, observer, inspect, isKept)
    return trace
  }
  const { transaction, place } = subject
  const trace = begin(startOfTransaction(context, transaction, place, budget))
  const observer = withSettledCosts(trace.observer, context)
  trace.finish(await runTransaction(executor, state, block, transaction, { observer, signal }))
  return trace
}

/** Reports the cost of steps equally for both executors. */
function withSettledCosts(observer: Observer, { chainId, block }: ExecutionContext): Observer {
  const { steps } = observer
  if (steps === undefined) return observer
  const { stackWords, memory, returnData, isSingle = false } = steps
  const fees = opcodeFees(chainId, block.hardfork)
  return {
    ...observer,
    steps: {
      ...{ stackWords, memory, returnData, isSingle },
      steps(batch) {
        settleCosts(batch, fees)
        steps.steps(batch)
      },
    },
  }
}

function startOfTransaction(
  context: ExecutionContext,
  transaction: Transaction,
  place: TracePlace,
  budget: TraceBudget,
): TraceStart {
  const { from, to, value, data, gasLimit, nonce, authorizationList } = transaction
  return {
    from,
    ...(to !== undefined && { to }),
    value,
    input: data,
    gasLimit,
    gasPrice: effectiveGasPrice(transaction, context.block.baseFeePerGas),
    nonce,
    authorizationList,
    ...surroundings(context, place, budget),
  }
}

function startOfCall(
  context: ExecutionContext,
  request: CallRequest,
  place: TracePlace,
  budget: TraceBudget,
): TraceStart {
  const { from = ZERO_ADDRESS, to, value = 0n, data = EMPTY_BYTES } = request
  const fees = feesOf(request)
  return {
    from,
    ...(to !== undefined && { to }),
    value,
    input: data,
    gasLimit: gasOf(context, request),
    gasPrice: fees.maxFeePerGas === 0n ? 0n : effectiveGasPrice(fees, context.block.baseFeePerGas),
    nonce: request.nonce ?? context.state.getNonce(from),
    authorizationList: request.authorizationList ?? [],
    ...surroundings(context, place, budget),
  }
}

function surroundings(
  { executor, state, block, chainId, movedPrecompiles, replacedPrecompiles }: ExecutionContext,
  place: TracePlace,
  budget: TraceBudget,
) {
  const precompiles = new Set(executor.precompiles(block.hardfork))
  for (const from of movedPrecompiles?.keys() ?? []) precompiles.delete(from)
  for (const address of replacedPrecompiles ?? []) precompiles.delete(address)
  for (const to of movedPrecompiles?.values() ?? []) precompiles.add(to)
  return { chainId, block, place, state, precompiles, budget }
}
