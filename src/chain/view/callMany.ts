import { TxError } from '../../evm/errors.ts'
import type { ExecutionResult } from '../../evm/run/executor.ts'
import { type ExecutionContext, simulateTransaction } from '../../evm/run/simulate.ts'
import { ExecutionAborted } from '../../evm/run/yielder.ts'
import type { CallRequest } from '../../evm/transaction/callRequest.ts'
import { TimeSlice } from '../../primitives/time/timeSlice.ts'
import type { BlockContexts } from '../build/blockContext.ts'
import type { BlockOverrides, BlockView } from './blockView.ts'

/** Calls that run one after another in the same block. */
export interface CallBundle {
  readonly calls: readonly CallRequest[]
  readonly block?: BlockOverrides
}

/**
 * Runs bundles of calls, each call on the state that the one before it left. A call that is invalid
 * changes nothing, and its result is the error.
 *
 * @throws ExecutionAborted
 */
export async function callMany(
  context: ExecutionContext,
  view: BlockView,
  bundles: readonly CallBundle[],
  contexts: BlockContexts,
): Promise<readonly (readonly (ExecutionResult | TxError)[])[]> {
  const turn = new TimeSlice()
  const results: (ExecutionResult | TxError)[][] = []
  for (const { calls, block: overrides } of bundles) {
    const block = overrides === undefined ? context.block : contexts.at(view, overrides)
    const bundle: (ExecutionResult | TxError)[] = []
    for (const call of calls) {
      if (turn.isExpired) await turn.yield()
      if (context.signal?.aborted) throw new ExecutionAborted('calls aborted')
      bundle.push(await callInBlock({ ...context, block }, call))
    }
    results.push(bundle)
  }
  return results
}

async function callInBlock(
  context: ExecutionContext,
  call: CallRequest,
): Promise<ExecutionResult | TxError> {
  try {
    return (await simulateTransaction(context, call)).outcome
  } catch (error) {
    if (error instanceof TxError) return error
    throw error
  }
}
