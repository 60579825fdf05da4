import { ChainError } from '../../chain/errors.ts'
import type { Address } from '../../primitives/address.ts'
import type { Hash } from '../../primitives/encoding/hex.ts'
import { type CallFrame, CallRecorder } from '../../tracers/calls/callFrames.ts'
import type { TraceStart } from '../../tracers/tracer.ts'
import { runTrace } from '../../tracers/traceTarget.ts'
import { withTraceTimeout } from '../../tracers/traceTimeout.ts'
import type { Context } from '../core/method.ts'
import { tracePlace } from './tracePlace.ts'

/**
 * Returns the frames of a mined transaction, and its fork's precompiles.
 *
 * @throws ChainError, TraceError
 */
export async function traceFrames(
  {
    transactions,
    state,
    simulate,
    traceTimeoutMs,
  }: Pick<Context, 'transactions' | 'state' | 'simulate' | 'traceTimeoutMs'>,
  hash: Hash,
): Promise<{ readonly root: CallFrame; readonly precompiles: ReadonlySet<Address> }> {
  const mined = transactions.get(hash)
  if (mined === undefined) throw new ChainError({ code: 'TRANSACTION_NOT_FOUND', hash })
  const { block, index, transaction } = mined
  const subject = { kind: 'transaction', transaction, place: tracePlace(block, index) } as const
  return withTraceTimeout(async ({ signal }) => {
    const view = await state.viewBefore(block, index, signal)
    return simulate.explore(view, (context) => runTrace(context, subject, recordFrames), {
      signal,
    })
  }, traceTimeoutMs)
}

function recordFrames({ budget, precompiles }: TraceStart) {
  const frames = new CallRecorder(budget, { logs: false })
  return {
    observer: { frames },
    finish() {},
    precompiles,
    get root() {
      return frames.root
    },
  }
}
