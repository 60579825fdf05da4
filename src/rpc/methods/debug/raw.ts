import { encodeHeader, encodeReceipt, encodeWholeBlock } from '../../../chain/block/consensusRlp.ts'
import { EMPTY_BYTES } from '../../../primitives/encoding/bytes.ts'
import { blockRef } from '../../codec/blockRef.ts'
import { listOf } from '../../codec/codec.ts'
import { bytes, hash } from '../../codec/scalar.ts'
import { method, param } from '../../core/method.ts'
import { requireBlock } from '../lookups.ts'

export const debug_getRawTransaction = method({
  summary: 'Bytes of a transaction as it was signed, mined or waiting; none if unknown.',
  params: [param('hash', hash)],
  result: bytes,
  run: ({ transactions, pool }, hash) =>
    transactions.get(hash)?.transaction.raw ?? pool.get(hash)?.raw ?? EMPTY_BYTES,
})

export const debug_getRawHeader = method({
  summary: "RLP of a block's header, of which the block hash is the keccak256.",
  params: [param('block', blockRef)],
  result: bytes,
  async run({ blocks }, ref) {
    return encodeHeader((await requireBlock(blocks, ref)).header)
  },
})

export const debug_getRawBlock = method({
  summary: 'RLP of a block: header, transactions, uncles, and withdrawals where its fork has them.',
  params: [param('block', blockRef)],
  result: bytes,
  async run({ blocks }, ref) {
    return encodeWholeBlock(await requireBlock(blocks, ref))
  },
})

export const debug_getRawReceipts = method({
  summary:
    'Receipts of a block as its receipts root commits to them: the type byte, if it is not 0, and RLP.',
  params: [param('block', blockRef)],
  result: listOf(bytes),
  async run({ blocks }, ref) {
    const { receipts, transactions } = await requireBlock(blocks, ref)
    return receipts.map((receipt, i) => encodeReceipt(receipt, transactions[i]?.type ?? 0))
  },
})
