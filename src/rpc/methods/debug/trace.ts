import { ChainError } from '../../../chain/errors.ts'
import { keccak256 } from '../../../primitives/crypto/keccak.ts'
import { bytesToHash, type Hash } from '../../../primitives/encoding/hex.ts'
import { readList, readRlp, writeRlp } from '../../../primitives/encoding/rlp.ts'
import type { StateAccess } from '../../../state/rows/recordingSource.ts'
import { recordStateAccess } from '../../../tracers/state/stateAccess.ts'
import { withTraceTimeout } from '../../../tracers/traceTimeout.ts'
import { blockHashRef, blockNumberRef, blockRef } from '../../codec/blockRef.ts'
import { bytes, hash } from '../../codec/scalar.ts'
import { traceCallOptions, traceOptions, traceSchema } from '../../codec/traceOptions.ts'
import { transactionRequest } from '../../codec/transactionRequest.ts'
import { method, optional, param, streamingMethod } from '../../core/method.ts'
import { invalidParams } from '../../errors/rpcError.ts'
import { JsonStream } from '../../stream/jsonStream.ts'
import { stateAccessView } from '../../views/stateAccess.ts'
import { toOverrides, viewAfter, viewFor } from '../callView.ts'
import { requireBlock } from '../lookups.ts'
import { tracePlace } from '../tracePlace.ts'
import { traceBlock, traceOn } from './tracing.ts'

const blockTraces = {
  schema: {
    type: 'array',
    title: 'traces of a block',
    items: {
      type: 'object',
      title: 'trace of a transaction',
      properties: { txHash: hash.schema, result: traceSchema, error: { type: 'string' } },
      required: ['txHash'],
    },
  },
} as const

export const debug_traceTransaction = streamingMethod({
  summary: 'Runs a mined transaction again and returns its trace.',
  params: [param('hash', hash), optional('options', traceOptions)],
  result: { schema: traceSchema },
  async run({ transactions, state, simulate, traceTimeoutMs }, wanted, options = {}) {
    const located = transactions.get(wanted)
    if (located === undefined) {
      throw new ChainError({ code: 'TRANSACTION_NOT_FOUND', hash: wanted })
    }
    const { block, index, transaction } = located
    const view = await state.viewBefore(block, index)
    const subject = { kind: 'transaction', transaction, place: tracePlace(block, index) } as const
    return new JsonStream((sink) =>
      traceOn({ simulate, traceTimeoutMs }, view, subject, options, sink),
    )
  },
})

export const debug_traceBlockByNumber = streamingMethod({
  summary: 'Returns the traces of all transactions of a block, by number or tag.',
  params: [param('block', blockNumberRef), optional('options', traceOptions)],
  result: blockTraces,
  async run({ blocks, state, simulate, traceTimeoutMs }, ref, options = {}) {
    const block = await requireBlock(blocks, ref)
    const facets = { state, simulate, traceTimeoutMs }
    return new JsonStream((sink) => traceBlock(facets, block, options, sink))
  },
})

export const debug_traceBlockByHash = streamingMethod({
  summary: 'Returns the traces of all transactions of a block, by hash.',
  params: [param('hash', blockHashRef), optional('options', traceOptions)],
  result: blockTraces,
  async run({ blocks, state, simulate, traceTimeoutMs }, ref, options = {}) {
    const block = await requireBlock(blocks, ref)
    const facets = { state, simulate, traceTimeoutMs }
    return new JsonStream((sink) => traceBlock(facets, block, options, sink))
  },
})

export const debug_traceBlock = streamingMethod({
  summary: 'Returns the traces of all transactions of a block of the chain, by its RLP.',
  params: [param('block', bytes), optional('options', traceOptions)],
  result: blockTraces,
  async run({ blocks, state, simulate, traceTimeoutMs }, rlp, options = {}) {
    const block = await requireBlock(blocks, { hash: readBlockHash(rlp) })
    const facets = { state, simulate, traceTimeoutMs }
    return new JsonStream((sink) => traceBlock(facets, block, options, sink))
  },
})

/** @throws RpcError if the bytes are not the RLP of a block */
function readBlockHash(rlp: Uint8Array): Hash {
  try {
    const [header] = readList(readRlp(rlp))
    return bytesToHash(keccak256(writeRlp(readList(header))))
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw invalidParams(`invalid argument 0: could not decode block: rlp: ${error.message}`)
  }
}

export const debug_traceCall = streamingMethod({
  summary: 'Runs a call and returns its trace. The state does not change.',
  params: [
    param('transaction', transactionRequest),
    param('block', blockRef, 'latest'),
    optional('options', traceCallOptions),
  ],
  result: { schema: traceSchema },
  async run({ state, chainId, simulate, traceTimeoutMs }, request, ref, options = {}) {
    const { stateOverrides, blockOverrides, txIndex, ...rest } = options
    const view = await viewAfter(state, await viewFor({ state, chainId }, request, ref), txIndex)
    const place = { blockNumber: view.block.header.number }
    const overrides = toOverrides(stateOverrides, blockOverrides)
    const subject = { kind: 'call', request, place } as const
    const facets = { simulate, traceTimeoutMs }
    return new JsonStream((sink) => traceOn(facets, view, subject, rest, sink, overrides))
  },
})

export const debug_traceStateAccess = method({
  summary:
    'Returns all rows of the stores that a mined transaction reads, with their bytes before it.',
  params: [param('hash', hash)],
  result: stateAccessView,
  async run({ transactions, state, simulate, traceTimeoutMs }, hash) {
    const found = transactions.get(hash)
    if (found === undefined) throw new ChainError({ code: 'TRANSACTION_NOT_FOUND', hash })
    const { block, index, transaction } = found
    const access = await withTraceTimeout<StateAccess>(async ({ signal }) => {
      const view = await state.viewBefore(block, index, signal)
      return simulate.explore(view, (context) => recordStateAccess(context, transaction), {
        signal,
      })
    }, traceTimeoutMs)
    return { access, block, index }
  },
})
