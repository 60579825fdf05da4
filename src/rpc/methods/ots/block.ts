import { blockHashRef, blockNumberRef, blockRef } from '../../codec/blockRef.ts'
import { nullable } from '../../codec/codec.ts'
import { address, boolean, plainNumber } from '../../codec/scalar.ts'
import { method, param } from '../../core/method.ts'
import { blockDetailsView, blockPageView } from '../../views/otterscanBlock.ts'

export const ots_getApiLevel = method({
  summary: 'Returns the version of the Otterscan API.',
  params: [],
  result: { encode: (level: number) => level, schema: { type: 'integer' } },
  run: () => 8,
})

export const ots_hasCode = method({
  summary: 'Returns whether an account has code.',
  params: [param('address', address), param('block', blockRef, 'latest')],
  result: boolean,
  async run({ state }, who, block) {
    const view = await state.viewAt(block)
    return view.read((reader) => reader.getCodeHash(who) !== undefined)
  },
})

export const ots_getBlockDetails = method({
  summary:
    'Returns a block by number or tag without its transactions, with their total fees, or null if it is unknown.',
  params: [param('block', blockNumberRef)],
  result: nullable(blockDetailsView),
  run: ({ blocks }, ref) => blocks.find(ref),
})

export const ots_getBlockDetailsByHash = method({
  summary:
    'Returns a block by hash without its transactions, with their total fees, or null if it is unknown.',
  params: [param('hash', blockHashRef)],
  result: nullable(blockDetailsView),
  run: ({ blocks }, ref) => blocks.find(ref),
})

export const ots_getBlockTransactions = method({
  summary:
    'Returns a page of the transactions of a block with receipts, by number or tag, or null if it is unknown. Page 0 has the last ones.',
  params: [
    param('block', blockNumberRef),
    param('page', plainNumber),
    param('pageSize', plainNumber),
  ],
  result: nullable(blockPageView),
  async run({ blocks }, ref, page, pageSize) {
    const block = await blocks.find(ref)
    if (block === undefined) return undefined
    const end = Math.max(0, block.transactions.length - page * pageSize)
    return { block, start: Math.max(0, end - pageSize), end }
  },
})
