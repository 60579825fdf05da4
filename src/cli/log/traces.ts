import type { SealedBlock } from '../../chain/block/block.ts'
import type { ExecutionContext } from '../../evm/run/simulate.ts'
import type { LoggableCall } from '../../node/logging.ts'
import type { ReadableNode } from '../../node/node.ts'
import { tracePlace } from '../../rpc/methods/tracePlace.ts'
import { callTracer } from '../../tracers/calls/callTracer.ts'
import { JsonBuffer } from '../../tracers/jsonBuffer.ts'
import { TraceBudget } from '../../tracers/traceBudget.ts'
import { runTrace, type TraceTarget } from '../../tracers/traceTarget.ts'
import type { TracedCall } from './nodeEvent.ts'

/** Maximum number of calls in a tree. */
const BUDGET_BYTES = 16 * 1024 * 1024

/**
 * Traces a mined transaction by executing it again.
 * @throws TraceError, ChainError
 */
export async function traceTransaction(
  { chain }: ReadableNode,
  block: SealedBlock,
  index: number,
): Promise<TracedCall> {
  const transaction = block.transactions[index]
  if (transaction === undefined) throw new Error('bug: no such transaction')
  const subject = { kind: 'transaction', transaction, place: tracePlace(block, index) } as const
  const view = await chain.state.viewBefore(block, index)
  return chain.simulate.explore(view, (context) => trace(context, subject))
}

/**
 * Traces a simulated call.
 * @throws TraceError, ChainError, TxError
 */
export function traceCall({
  simulate,
  view,
  request,
  overrides,
}: LoggableCall): Promise<TracedCall> {
  const place = { blockNumber: view.block.header.number }
  const subject = { kind: 'call', request, place } as const
  return simulate.explore(view, (context) => trace(context, subject), { overrides })
}

async function trace(context: ExecutionContext, subject: TraceTarget): Promise<TracedCall> {
  const budget = new TraceBudget(BUDGET_BYTES)
  const sink = new JsonBuffer(budget)
  const begin = (start: Parameters<typeof callTracer.start>[0]) =>
    callTracer.start(start, undefined, sink)
  const run = await runTrace(context, subject, begin, budget)
  await run.write(sink)
  return JSON.parse(sink.text) as TracedCall
}
