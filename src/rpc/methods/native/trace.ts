import { blockHashRef, blockNumberRef } from '../../codec/blockRef.ts'
import { nullable } from '../../codec/codec.ts'
import { hash } from '../../codec/scalar.ts'
import { traceOptions } from '../../codec/traceOptions.ts'
import { method, optional, param, streamingMethod } from '../../core/method.ts'
import { serverError } from '../../errors/rpcError.ts'
import { JsonStream } from '../../stream/jsonStream.ts'
import { entryReceiptView } from '../../views/entryReceipt.ts'
import { debug_traceBlockByHash, debug_traceBlockByNumber } from '../debug/trace.ts'
import { traceTraceable } from '../debug/tracing.ts'
import { requireBlock } from '../lookups.ts'
import { findEntry, traceableEntries } from './entries.ts'

export const native_traceBlockByNumberExcludeTraceFail = streamingMethod({
  summary:
    'Returns the traces of the transactions of a block, by number or tag, without failed traces.',
  params: [param('block', blockNumberRef), optional('options', traceOptions)],
  result: debug_traceBlockByNumber.result,
  async run({ blocks, state, simulate, traceTimeoutMs }, ref, options = {}) {
    const block = await requireBlock(blocks, ref)
    return new JsonStream((sink) =>
      traceTraceable({ state, simulate, traceTimeoutMs }, block, options, sink),
    )
  },
})

export const native_traceBlockByHashExcludeTraceFail = streamingMethod({
  summary: 'Returns the traces of the transactions of a block, by hash, without failed traces.',
  params: [param('hash', blockHashRef), optional('options', traceOptions)],
  result: debug_traceBlockByHash.result,
  async run({ blocks, state, simulate, traceTimeoutMs }, ref, options = {}) {
    const block = await requireBlock(blocks, ref)
    return new JsonStream((sink) =>
      traceTraceable({ state, simulate, traceTimeoutMs }, block, options, sink),
    )
  },
})

export const native_getTransactionReceiptExcludeTraceFail = method({
  summary:
    'Returns the receipt of a traceable mined transaction, or null if it is unknown or pending. Fails for synthetic and untraceable ones.',
  params: [param('hash', hash)],
  result: nullable(entryReceiptView),
  async run({ transactions, state, simulate, traceTimeoutMs }, hash) {
    const found = findEntry(transactions, hash)
    if (found === undefined) return undefined
    const { block } = found
    const entries =
      found.entry.kind === 'native'
        ? []
        : await traceableEntries({ state, simulate, traceTimeoutMs }, block, 'synthetic')
    const entry = entries.find((entry) => entry.hash === hash)
    if (entry === undefined) throw serverError(`transaction ${hash} cannot be traced`)
    return { block, entry }
  },
})
