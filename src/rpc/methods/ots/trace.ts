import { ChainError } from '../../../chain/errors.ts'
import type { Address } from '../../../primitives/address.ts'
import { EMPTY_BYTES } from '../../../primitives/encoding/bytes.ts'
import type { Hash } from '../../../primitives/encoding/hex.ts'
import { type CallFrame, CallRecorder } from '../../../tracers/calls/callFrames.ts'
import { listCalls, listOperations } from '../../../tracers/calls/otterscanTrace.ts'
import type { TraceStart } from '../../../tracers/tracer.ts'
import { runTrace } from '../../../tracers/traceTarget.ts'
import { withTraceTimeout } from '../../../tracers/traceTimeout.ts'
import { listOf } from '../../codec/codec.ts'
import { bytes, hash } from '../../codec/scalar.ts'
import { type Context, method, param } from '../../core/method.ts'
import { internalOperationView, listedCallView } from '../../views/otterscanTrace.ts'
import { tracePlace } from '../tracePlace.ts'

export const ots_traceTransaction = method({
  summary:
    'Returns the calls, creations and self-destructs of a mined transaction as a list, in order.',
  params: [param('hash', hash)],
  result: listOf(listedCallView),
  async run(context, hash) {
    const { root, precompiles } = await traceFrames(context, hash)
    return listCalls(root, precompiles)
  },
})

export const ots_getInternalOperations = method({
  summary:
    'Returns the internal transfers, creations and self-destructs of a mined transaction, in order.',
  params: [param('hash', hash)],
  result: listOf(internalOperationView),
  async run(context, hash) {
    const { root } = await traceFrames(context, hash)
    return listOperations(root)
  },
})

export const ots_getTransactionError = method({
  summary: 'Returns the revert data of a mined transaction, or `0x` if it did not revert.',
  params: [param('hash', hash)],
  result: bytes,
  run({ transactions }, hash) {
    const mined = transactions.get(hash)
    if (mined === undefined) throw new ChainError({ code: 'TRANSACTION_NOT_FOUND', hash })
    return mined.receipt.revertData ?? EMPTY_BYTES
  },
})

/**
 * Returns the frames of a mined transaction, and its fork's precompiles.
 *
 * @throws ChainError, TraceError
 */
async function traceFrames(
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
