import type { Block } from '../../../chain/block/block.ts'
import type { BlockRef } from '../../../chain/block/blockRef.ts'
import { bytesToHex, toQuantity } from '../../../primitives/encoding/hex.ts'
import type { Json } from '../../../primitives/encoding/json.ts'
import { listOperations } from '../../../tracers/calls/otterscanTrace.ts'
import { blockHashRef, blockNumberRef } from '../../codec/blockRef.ts'
import { type Codec, type Encoder, listOf, nullable } from '../../codec/codec.ts'
import { hash, plainNumber } from '../../codec/scalar.ts'
import { type Method, method, param } from '../../core/method.ts'
import { RpcError, rpcCode } from '../../errors/rpcError.ts'
import { erigon_getHeaderByNumber } from '../../methods/erigon.ts'
import {
  ots_getBlockDetails,
  ots_getBlockDetailsByHash,
  ots_getBlockTransactions,
} from '../../methods/ots/block.ts'
import {
  ots_searchTransactionsAfter,
  ots_searchTransactionsBefore,
} from '../../methods/ots/search.ts'
import {
  ots_getInternalOperations,
  ots_getTransactionError,
  ots_traceTransaction,
} from '../../methods/ots/trace.ts'
import { traceFrames } from '../../methods/traceFrames.ts'
import { blockView } from '../../views/block.ts'
import { type BlockPage, blockDetailsView, blockPageView } from '../../views/otterscanBlock.ts'
import { internalOperationView } from '../../views/otterscanTrace.ts'
import { isChainError, mapFailure, mapResult, orElse } from '../dialect.ts'
import { resourceNotFound } from './anvilErrors.ts'

type Replacement = readonly [Method, Method]

type Fields = Readonly<Record<string, Json>>

const fieldsOf = (json: Json | undefined): Fields => Object(json)

/** Details of a block with its bloom filter. */
const details: Encoder<Block> = {
  ...blockDetailsView,
  encode(block) {
    const shown = fieldsOf(blockDetailsView.encode(block))
    return { ...shown, block: { ...fieldsOf(shown.block), logsBloom: bloomOf(block) } }
  },
}

/** A page that counts its own transactions; its receipts have the time of the block. */
const page: Encoder<BlockPage> = {
  ...blockPageView,
  encode(shown) {
    const { block, start, end } = shown
    const { fullblock, receipts } = fieldsOf(blockPageView.encode(shown))
    return {
      fullblock: {
        ...fieldsOf(fullblock),
        logsBloom: bloomOf(block),
        transactionCount: end - start,
      },
      receipts: (receipts as readonly Json[]).map((receipt, i) => ({
        ...fieldsOf(receipt),
        logs: [],
        logsBloom: bytesToHex(block.receipts[start + i]?.logsBloom ?? new Uint8Array()),
        timestamp: toQuantity(block.header.timestamp),
      })),
    }
  },
}

function bloomOf({ header }: Block): Json {
  return bytesToHex(header.logsBloom)
}

const blockTransactions = method({
  ...ots_getBlockTransactions,
  params: [
    param('block', blockNumberRef),
    param('page', plainNumber),
    param('pageSize', plainNumber),
  ],
  result: page,
  async run({ blocks }, ref, number, pageSize) {
    const block = await blocks.find(ref)
    if (block === undefined) throw resourceNotFound()
    const count = block.transactions.length
    const start = Math.min(number * pageSize, count)
    return { block, start, end: Math.min(start + pageSize, count) }
  },
})

const [, internalOperations] = mapFailure(
  method({
    ...ots_getInternalOperations,
    params: [param('hash', hash)],
    result: listOf(internalOperationView),
    async run(context, wanted) {
      const { root } = await traceFrames(context, wanted)
      return listOperations(root, true)
    },
  }),
  (thrown) =>
    isChainError(thrown, 'TRANSACTION_NOT_FOUND')
      ? new RpcError(rpcCode.internalError, 'Required data unavailable')
      : undefined,
)

function detailsOf(replaced: Method, ref: Codec<BlockRef>): Method {
  return method({
    ...replaced,
    params: [param('block', ref)],
    result: details,
    async run({ blocks }, wanted) {
      const block = await blocks.find(wanted)
      if (block === undefined) throw resourceNotFound()
      return block
    },
  })
}

/** Calls only, all with a value. */
const [, traceTransaction] = mapResult(ots_traceTransaction, (calls) =>
  (calls as readonly Json[])
    .map(fieldsOf)
    .filter(({ type }) => String(type).endsWith('CALL') || type === 'CALLCODE')
    .map((call) => ({ ...call, value: call.value ?? '0x0' })),
)

/** Times in hexadecimal. */
function withTimes(found: Json): Json {
  const { receipts, ...rest } = fieldsOf(found)
  const timed = (receipts as readonly Json[]).map(fieldsOf).map((receipt) => {
    return { ...receipt, timestamp: toQuantity(Number(receipt.timestamp)) }
  })
  return { ...rest, receipts: timed }
}

const UNKNOWN = ['TRANSACTION_NOT_FOUND'] as const

/**
 * Otterscan's methods: page 0 has the first transactions, operations include the message, and the
 * unknown is an error or empty.
 */
export const anvilOtterscan: readonly Replacement[] = [
  [ots_getBlockDetails, detailsOf(ots_getBlockDetails, blockNumberRef)],
  [ots_getBlockDetailsByHash, detailsOf(ots_getBlockDetailsByHash, blockHashRef)],
  [ots_getBlockTransactions, blockTransactions],
  [ots_getInternalOperations, internalOperations],
  [ots_traceTransaction, orElse(traceTransaction, UNKNOWN, [])],
  [ots_getTransactionError, orElse(ots_getTransactionError, UNKNOWN, '0x')],
  mapResult(ots_searchTransactionsBefore, withTimes),
  mapResult(ots_searchTransactionsAfter, withTimes),
  [
    erigon_getHeaderByNumber,
    method({
      ...erigon_getHeaderByNumber,
      params: [param('block', blockNumberRef)],
      result: nullable(blockView),
      async run({ blocks }, ref) {
        const block = await blocks.find(ref)
        return block && { block, fullTransactions: false }
      },
    }),
  ],
]
