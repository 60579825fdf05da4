import { ChainRefused } from '../../../chain/errors.ts'
import type { BlockView } from '../../../chain/view/blockView.ts'
import type { ReadableNode } from '../../../node/node.ts'
import { blockHashRef, blockNumberRef, blockRef } from '../../codec/blockRef.ts'
import { hash } from '../../codec/scalar.ts'
import { traceCallOptions, traceOptions, traceSchema } from '../../codec/traceOptions.ts'
import { transactionRequest } from '../../codec/transactionRequest.ts'
import { exampleValues } from '../../core/exampleValues.ts'
import { optional, param, streamingMethod } from '../../core/method.ts'
import { JsonStream } from '../../stream/jsonStream.ts'
import { toOverrides, viewFor } from '../callView.ts'
import { requireBlock } from '../requireBlock.ts'
import { tracePlace } from '../tracePlace.ts'
import { traceBlock, traceOn } from './tracing.ts'

const { alice, bob, contract, block1, transfer, eventReceipt } = exampleValues

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

const transferTrace = {
  from: alice,
  gas: '0x5208',
  gasUsed: '0x5208',
  to: bob,
  input: '0x',
  value: '0xde0b6b3a7640000',
  type: 'CALL',
} as const

export const debug_traceTransaction = streamingMethod({
  summary: 'What a mined transaction did, run again and watched by a tracer.',
  params: [param('hash', hash), optional('options', traceOptions)],
  result: { schema: traceSchema },
  example: {
    params: [
      eventReceipt.transactionHash,
      { tracer: 'callTracer', tracerConfig: { withLog: true } },
    ],
    result: {
      from: bob,
      gas: '0x30d40',
      gasUsed: eventReceipt.gasUsed,
      to: contract,
      input: '0x',
      output: '0x000000000000000000000000000000000000000000000000000000000000002a',
      logs: [
        {
          address: contract,
          topics: [`0x${'ab'.repeat(32)}`],
          data: '0x000000000000000000000000000000000000000000000000000000000000002a',
          position: '0x0',
          index: '0x0',
        },
      ],
      value: '0x0',
      type: 'CALL',
    },
  },
  async run({ node }, wanted, options = {}) {
    const located = node.chain.transactions.get(wanted)
    if (located === undefined) {
      throw new ChainRefused({ code: 'TRANSACTION_NOT_FOUND', hash: wanted })
    }
    const { block, index, transaction } = located
    const view = await node.chain.state.viewBefore(block, index)
    const subject = { kind: 'transaction', transaction, place: tracePlace(block, index) } as const
    return new JsonStream((sink) => traceOn(node, view, subject, options, sink))
  },
})

export const debug_traceBlockByNumber = streamingMethod({
  summary: 'What each transaction of a block did, by number or tag.',
  params: [param('block', blockNumberRef), optional('options', traceOptions)],
  result: blockTraces,
  example: {
    params: ['0x1', { tracer: 'callTracer' }],
    result: [{ txHash: transfer.hash, result: transferTrace }],
  },
  async run({ node }, ref, options = {}) {
    const block = await requireBlock(node.chain, ref)
    return new JsonStream((sink) => traceBlock(node, block, options, sink))
  },
})

export const debug_traceBlockByHash = streamingMethod({
  summary: 'What each transaction of a block did, by hash.',
  params: [param('hash', blockHashRef), optional('options', traceOptions)],
  result: blockTraces,
  example: {
    params: [block1.hash, { tracer: 'callTracer' }],
    result: [{ txHash: transfer.hash, result: transferTrace }],
  },
  async run({ node }, ref, options = {}) {
    const block = await requireBlock(node.chain, ref)
    return new JsonStream((sink) => traceBlock(node, block, options, sink))
  },
})

export const debug_traceCall = streamingMethod({
  summary: 'What a call would do, watched by a tracer; it leaves no trace.',
  params: [
    param('transaction', transactionRequest),
    param('block', blockRef, 'latest'),
    optional('options', traceCallOptions),
  ],
  result: { schema: traceSchema },
  example: {
    params: [
      { from: alice, to: contract, data: '0x01', gas: '0x30d40' },
      'latest',
      { tracer: 'callTracer' },
    ],
    result: {
      from: alice,
      gas: '0x30d40',
      gasUsed: '0x526a',
      to: contract,
      input: '0x01',
      output: exampleValues.revertData,
      error: 'execution reverted',
      revertReason: 'no',
      value: '0x0',
      type: 'CALL',
    },
  },
  async run({ node }, request, ref, options = {}) {
    const { stateOverrides, blockOverrides, txIndex, ...rest } = options
    const view = await viewAfter(node, await viewFor(node, request, ref), txIndex)
    const place = { blockNumber: view.block.header.number }
    const overrides = toOverrides(stateOverrides, blockOverrides)
    const subject = { kind: 'call', request, place } as const
    return new JsonStream((sink) => traceOn(node, view, subject, rest, sink, overrides))
  },
})

/** A block with its state after so many of its transactions. */
async function viewAfter(
  { chain }: ReadableNode,
  view: BlockView,
  count: number | undefined,
): Promise<BlockView> {
  const { transactions } = view.block
  if (count === undefined || count === transactions.length) return view
  if (count > transactions.length) {
    throw new ChainRefused({
      code: 'TRANSACTION_INDEX_OUT_OF_RANGE',
      index: count,
      transactions: transactions.length,
    })
  }
  return chain.state.viewBefore(view.block, count)
}
