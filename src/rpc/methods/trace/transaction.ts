import { ChainError } from '../../../chain/errors.ts'
import type { Hash } from '../../../primitives/encoding/hex.ts'
import type { ParityPart, ParityTrace } from '../../../tracers/parityTrace.ts'
import { withTraceTimeout } from '../../../tracers/traceTimeout.ts'
import { traceTypes } from '../../codec/callWithParts.ts'
import { listOf, nullable } from '../../codec/codec.ts'
import { array } from '../../codec/compound.ts'
import { hash, index } from '../../codec/scalar.ts'
import { type Context, method, param } from '../../core/method.ts'
import { localizedTrace, replayView } from '../../views/parityTrace.ts'
import { framesOnly, replayBlock } from './replay.ts'

export const trace_transaction = method({
  summary:
    "Returns the calls, creations and self-destructs of a mined transaction in Parity's format, or null if it is unknown.",
  params: [param('hash', hash)],
  result: nullable(listOf(localizedTrace)),
  async run(context, hash) {
    const trace = await traceMined(context, hash, framesOnly)
    return trace?.localizedFrames
  },
})

export const trace_get = method({
  summary:
    'Returns the trace of a mined transaction at a `traceAddress` (empty for the outermost), or null if it is unknown.',
  params: [param('hash', hash), param('traceAddress', array(index))],
  result: nullable(localizedTrace),
  async run(context, hash, wanted) {
    const trace = await traceMined(context, hash, framesOnly)
    const key = JSON.stringify(wanted)
    return trace?.localizedFrames.find(({ traceAddress }) => JSON.stringify(traceAddress) === key)
  },
})

export const trace_replayTransaction = method({
  summary:
    'Runs a mined transaction again and returns the requested `trace`, `stateDiff` and `vmTrace`.',
  params: [param('hash', hash), param('types', traceTypes)],
  result: replayView,
  async run(context, hash, parts) {
    const trace = await traceMined(context, hash, parts)
    if (trace === undefined) throw new ChainError({ code: 'TRANSACTION_NOT_FOUND', hash })
    return trace.replay
  },
})

/** Returns the trace of a mined transaction; undefined if it is unknown or pending. */
async function traceMined(
  {
    transactions,
    state,
    simulate,
    traceTimeoutMs,
  }: Pick<Context, 'transactions' | 'state' | 'simulate' | 'traceTimeoutMs'>,
  hash: Hash,
  parts: ReadonlySet<ParityPart>,
): Promise<ParityTrace | undefined> {
  const mined = transactions.get(hash)
  if (mined === undefined) return undefined
  const { block, index } = mined
  const [trace] = await withTraceTimeout(
    ({ signal }) =>
      replayBlock({ state, simulate }, block, { parts, signal }, (made) => made, {
        from: index,
        to: index + 1,
      }),
    traceTimeoutMs,
  )
  return trace
}
