import { withTraceTimeout } from '../../../tracers/traceTimeout.ts'
import { blockRef } from '../../codec/blockRef.ts'
import { traceTypes } from '../../codec/callWithParts.ts'
import { listOf, nullable } from '../../codec/codec.ts'
import { method, param } from '../../core/method.ts'
import { localizedTrace, minedReplayView } from '../../views/parityTrace.ts'
import { framesOnly, replayBlock } from './replay.ts'

export const trace_block = method({
  summary:
    'Returns the traces of all transactions of a block in order, or null if it is unknown. There are no block rewards.',
  params: [param('block', blockRef)],
  result: nullable(listOf(localizedTrace)),
  async run({ blocks, state, simulate, traceTimeoutMs }, ref) {
    const block = await blocks.find(ref)
    if (block === undefined) return undefined
    const traces = await withTraceTimeout(
      ({ signal }) =>
        replayBlock(
          { state, simulate },
          block,
          { parts: framesOnly, signal },
          (trace) => trace.localizedFrames,
        ),
      traceTimeoutMs,
    )
    return traces.flat()
  },
})

export const trace_replayBlockTransactions = method({
  summary:
    'Runs all transactions of a block again and returns the requested traces, or null if it is unknown.',
  params: [param('block', blockRef), param('types', traceTypes)],
  result: nullable(listOf(minedReplayView)),
  async run({ blocks, state, simulate, traceTimeoutMs }, ref, parts) {
    const block = await blocks.find(ref)
    if (block === undefined) return undefined
    const replays = await withTraceTimeout(
      ({ signal }) =>
        replayBlock({ state, simulate }, block, { parts, signal }, (trace) => trace.replay),
      traceTimeoutMs,
    )
    return replays.map((replay, i) => ({
      ...replay,
      transactionHash: block.transactions[i]?.hash ?? '',
    }))
  },
})
