import { encodeHeader, encodeReceipt, encodeWholeBlock } from '../../../chain/block/consensusRlp.ts'
import { EMPTY_BYTES } from '../../../primitives/encoding/bytes.ts'
import { blockRef } from '../../codec/blockRef.ts'
import { listOf } from '../../codec/codec.ts'
import { bytes, hash } from '../../codec/scalar.ts'
import { method, param } from '../../core/method.ts'
import { requireBlock } from '../lookups.ts'

export const debug_getRawTransaction = method({
  summary: 'Returns the signed bytes of a mined or pending transaction, or `0x` if it is unknown.',
  params: [param('hash', hash)],
  result: bytes,
  run: ({ transactions, pool }, hash) =>
    transactions.get(hash)?.transaction.raw ?? pool.get(hash)?.raw ?? EMPTY_BYTES,
})

export const debug_getBadBlocks = method({
  summary: 'Returns no blocks: a block that is invalid is never built.',
  params: [],
  result: listOf(bytes),
  run: () => [],
})

export const debug_getRawHeader = method({
  summary: 'Returns the RLP of a block header. The block hash is its keccak256.',
  params: [param('block', blockRef)],
  result: bytes,
  async run({ blocks }, ref) {
    return encodeHeader((await requireBlock(blocks, ref)).header)
  },
})

export const debug_getRawBlock = method({
  summary:
    'Returns the RLP of a block: header, transactions, uncles and, depending on the fork, withdrawals.',
  params: [param('block', blockRef)],
  result: bytes,
  async run({ blocks }, ref) {
    return encodeWholeBlock(await requireBlock(blocks, ref))
  },
})

export const debug_getRawReceipts = method({
  summary:
    'Returns the receipts of a block as the receipts root commits to them: type byte and RLP.',
  params: [param('block', blockRef)],
  result: listOf(bytes),
  async run({ blocks }, ref) {
    const { receipts, transactions } = await requireBlock(blocks, ref)
    return receipts.map((receipt, i) => encodeReceipt(receipt, transactions[i]?.type ?? 0))
  },
})
