import type { ReadableChain } from '../../../chain/chain.ts'
import { ChainRefused } from '../../../chain/errors.ts'
import type { Address } from '../../../primitives/address.ts'
import { EMPTY_BYTES } from '../../../primitives/bytes.ts'
import type { Hash } from '../../../primitives/hex.ts'
import { type CallFrame, CallRecorder } from '../../../tracers/calls/callFrames.ts'
import { listCalls, listOperations } from '../../../tracers/calls/otterscanTrace.ts'
import { runSubject } from '../../../tracers/subject.ts'
import type { TraceStart } from '../../../tracers/tracer.ts'
import { withinTraceTime } from '../../../tracers/traceTime.ts'
import { listOf } from '../../codec/codec.ts'
import { bytes, hash } from '../../codec/scalar.ts'
import { exampleValues } from '../../core/exampleValues.ts'
import { method, param } from '../../core/method.ts'
import { internalOperationView, listedCallView } from '../../views/otterscanTrace.ts'
import { tracePlace } from '../tracePlace.ts'

const { bob, contract, eventReceipt, eventTrace, revertedHash, revertData } = exampleValues

export const ots_traceTransaction = method({
  summary: 'Calls, creations and self-destructions of a mined transaction as a list, in order.',
  params: [param('hash', hash)],
  result: listOf(listedCallView),
  example: {
    params: [eventReceipt.transactionHash],
    result: [
      {
        type: 'CALL',
        depth: 0,
        from: bob,
        to: contract,
        value: '0x0',
        input: '0x',
        output: eventTrace.result.output,
      },
    ],
  },
  async run({ node }, hash) {
    const { root, precompiles } = await traceFrames(node.chain, hash)
    return listCalls(root, precompiles)
  },
})

export const ots_getInternalOperations = method({
  summary: 'Transfers, creations and self-destructions by code in a mined transaction, in order.',
  params: [param('hash', hash)],
  result: listOf(internalOperationView),
  example: { params: [eventReceipt.transactionHash], result: [] },
  async run({ node }, hash) {
    const { root } = await traceFrames(node.chain, hash)
    return listOperations(root)
  },
})

export const ots_getTransactionError = method({
  summary: 'What a mined transaction reverted with; empty where it did not.',
  params: [param('hash', hash)],
  result: bytes,
  example: { params: [revertedHash], result: revertData },
  run({ node }, hash) {
    const mined = node.chain.getTransaction(hash)
    if (mined === undefined) throw new ChainRefused({ code: 'TRANSACTION_NOT_FOUND', hash })
    return mined.receipt.revertData ?? EMPTY_BYTES
  },
})

/** What a mined transaction ran, and which precompiled contracts its fork has. @throws ChainRefused, TraceRefused */
async function traceFrames(
  chain: ReadableChain,
  hash: Hash,
): Promise<{ readonly root: CallFrame; readonly precompiles: ReadonlySet<Address> }> {
  const mined = chain.getTransaction(hash)
  if (mined === undefined) throw new ChainRefused({ code: 'TRANSACTION_NOT_FOUND', hash })
  const { block, index, transaction } = mined
  const subject = { kind: 'transaction', transaction, place: tracePlace(block, index) } as const
  return withinTraceTime(async ({ signal }) => {
    const view = await chain.viewBefore(block, index, signal)
    return chain.explore(view, (scene) => runSubject(scene, subject, recordFrames), { signal })
  })
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
