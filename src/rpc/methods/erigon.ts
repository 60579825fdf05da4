import { blockNumberRef } from '../codec/blockRef.ts'
import { nullable } from '../codec/codec.ts'
import { method, param } from '../core/method.ts'
import { headerView } from '../views/block.ts'

export const erigon_getHeaderByNumber = method({
  summary: 'Returns a block header by number or tag, or null if it is unknown.',
  params: [param('block', blockNumberRef)],
  result: nullable(headerView),
  run: ({ blocks }, ref) => blocks.find(ref),
})
