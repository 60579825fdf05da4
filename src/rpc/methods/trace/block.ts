import { withTraceTimeout } from '../../../tracers/traceTimeout.ts'
import { blockRef } from '../../codec/blockRef.ts'
import { traceTypes } from '../../codec/callWithParts.ts'
import { listOf, nullable } from '../../codec/codec.ts'
import { method, param } from '../../core/method.ts'
import { localizedTrace, minedReplayView } from '../../views/parityTrace.ts'
import { framesOnly, replayBlock } from './replay.ts'

export const trace_block = method({
  summary:
    'Traces of all transactions of a block, in order; null if unknown. There are no rewards here, and thus no traces of them.',
  params: [param('block', blockRef)],
  result: nullable(listOf(localizedTrace)),
  async run({ blocks, state, simulate }, ref) {
    const block = await blocks.find(ref)
    if (block === undefined) return undefined
    const traces = await withTraceTimeout(({ signal }) =>
      replayBlock(
        { state, simulate },
        block,
        { parts: framesOnly, signal },
        (trace) => trace.localizedFrames,
      ),
    )
    return traces.flat()
  },
})

export const trace_replayBlockTransactions = method({
  summary:
    'Runs all transactions of a block again, and tells of each what was asked for; null if unknown.',
  params: [param('block', blockRef), param('types', traceTypes)],
  result: nullable(listOf(minedReplayView)),
  async run({ blocks, state, simulate }, ref, parts) {
    const block = await blocks.find(ref)
    if (block === undefined) return undefined
    const replays = await withTraceTimeout(({ signal }) =>
      replayBlock({ state, simulate }, block, { parts, signal }, (trace) => trace.replay),
    )
    return replays.map((replay, i) => ({
      ...replay,
      transactionHash: block.transactions[i]?.hash ?? '',
    }))
  },
})
