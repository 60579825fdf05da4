import { ChainError } from '../../../chain/errors.ts'
import { EMPTY_BYTES } from '../../../primitives/encoding/bytes.ts'
import { listCalls, listOperations } from '../../../tracers/calls/otterscanTrace.ts'
import { listOf } from '../../codec/codec.ts'
import { bytes, hash } from '../../codec/scalar.ts'
import { method, param } from '../../core/method.ts'
import { internalOperationView, listedCallView } from '../../views/otterscanTrace.ts'
import { traceFrames } from '../traceFrames.ts'

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
