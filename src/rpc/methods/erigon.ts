import { blockNumberRef } from '../codec/blockRef.ts'
import { nullable } from '../codec/codec.ts'
import { exampleValues } from '../core/exampleValues.ts'
import { method, param } from '../core/method.ts'
import { headerView } from '../views/block.ts'

const {
  transactions: _hashes,
  uncles: _none,
  size: _bytes,
  withdrawals: _nothing,
  ...header
} = exampleValues.block1

export const erigon_getHeaderByNumber = method({
  summary: "A block's header by number or tag; null if unknown.",
  params: [param('block', blockNumberRef)],
  result: nullable(headerView),
  example: { params: ['0x1'], result: header },
  run: ({ node }, ref) => node.chain.blocks.find(ref),
})
