import { decodeTransaction } from '../../../evm/transaction/decodeTransaction.ts'
import { TraceBudget } from '../../../tracers/traceBudget.ts'
import { withTraceTimeout } from '../../../tracers/traceTimeout.ts'
import { blockRef } from '../../codec/blockRef.ts'
import { callWithParts, traceTypes } from '../../codec/callWithParts.ts'
import { listOf } from '../../codec/codec.ts'
import { array } from '../../codec/compound.ts'
import { bytes } from '../../codec/scalar.ts'
import { transactionRequest } from '../../codec/transactionRequest.ts'
import { method, param } from '../../core/method.ts'
import { replayView } from '../../views/parityTrace.ts'
import { overrideParams, toOverrides, viewFor } from '../callView.ts'
import { runTraced, yieldToEventLoop } from './replay.ts'

export const trace_call = method({
  summary:
    'Executes a call without changing the state and returns the requested traces, also if it fails.',
  params: [
    param('transaction', transactionRequest),
    param('types', traceTypes),
    param('block', blockRef, 'latest'),
    ...overrideParams,
  ],
  result: replayView,
  async run(
    { state, chainId, simulate, traceTimeoutMs },
    request,
    parts,
    block,
    stateFields,
    blockFields,
  ) {
    const view = await viewFor({ state, chainId }, request, block)
    const place = { blockNumber: BigInt(view.block.number) }
    const overrides = toOverrides(stateFields, blockFields)
    const trace = await withTraceTimeout(
      ({ signal }) =>
        simulate.explore(
          view,
          (context) =>
            runTraced(context, { kind: 'call', request, place }, parts, new TraceBudget()),
          { overrides, signal },
        ),
      traceTimeoutMs,
    )
    return trace.replay
  },
})

export const trace_callMany = method({
  summary:
    'Executes calls in sequence without changing the state and returns the requested traces.',
  params: [param('calls', array(callWithParts)), param('block', blockRef, 'latest')],
  result: listOf(replayView),
  async run({ state, chainId, simulate, traceTimeoutMs }, calls, block) {
    const views = await Promise.all(
      calls.map(({ request }) => viewFor({ state, chainId }, request, block)),
    )
    const view = views[0]
    if (view === undefined) return []
    const place = { blockNumber: BigInt(view.block.number) }
    return withTraceTimeout(
      ({ signal }) =>
        simulate.explore(
          view,
          async (context) => {
            const budget = new TraceBudget()
            const replays = []
            for (const { request, parts } of calls) {
              const subject = { kind: 'call', request, place, isKept: true } as const
              replays.push((await runTraced(context, subject, parts, budget)).replay)
              await yieldToEventLoop(signal)
            }
            return replays
          },
          { signal },
        ),
      traceTimeoutMs,
    )
  },
})

export const trace_rawTransaction = method({
  summary:
    'Executes a signed transaction like the next block would, without submitting it, and returns the requested traces.',
  params: [param('transaction', bytes), param('types', traceTypes)],
  result: replayView,
  async run({ chainId, state, simulate, traceTimeoutMs }, raw, parts) {
    const transaction = decodeTransaction(raw, chainId)
    const view = await state.viewAt({ tag: 'pending' })
    const place = { blockNumber: BigInt(view.block.number), transactionHash: transaction.hash }
    const trace = await withTraceTimeout(
      ({ signal }) =>
        simulate.explore(
          view,
          (context) =>
            runTraced(
              context,
              { kind: 'transaction', transaction, place },
              parts,
              new TraceBudget(),
            ),
          { signal },
        ),
      traceTimeoutMs,
    )
    return trace.replay
  },
})
