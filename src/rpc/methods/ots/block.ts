import { blockHashRef, blockNumberRef, blockRef } from '../../codec/blockRef.ts'
import { nullable } from '../../codec/codec.ts'
import { plainNumber } from '../../codec/plainNumber.ts'
import { address, boolean } from '../../codec/scalar.ts'
import { exampleValues } from '../../core/exampleValues.ts'
import { method, param } from '../../core/method.ts'
import { blockDetailsView, blockPageView } from '../../views/otterscanBlock.ts'
import { transferDetails, transferPage } from './exampleValues.ts'

const { contract, block1 } = exampleValues

export const ots_getApiLevel = method({
  summary: "Level of Otterscan's interface that is served.",
  params: [],
  result: { encode: (level: number) => level, schema: { type: 'integer' } },
  example: { params: [], result: 8 },
  run: () => 8,
})

export const ots_hasCode = method({
  summary: 'Whether an account has code.',
  params: [param('address', address), param('block', blockRef, 'latest')],
  result: boolean,
  example: { params: [contract, 'latest'], result: true },
  async run({ node }, who, block) {
    const { state } = await node.chain.state.viewAt(block)
    return state.getCodeHash(who) !== undefined
  },
})

export const ots_getBlockDetails = method({
  summary:
    'Block by number or tag without its transactions, and what they paid together; null if unknown.',
  params: [param('block', blockNumberRef)],
  result: nullable(blockDetailsView),
  example: { params: ['0x1'], result: transferDetails },
  run: ({ node }, ref) => node.chain.blocks.find(ref),
})

export const ots_getBlockDetailsByHash = method({
  summary: 'Block by hash without its transactions, and what they paid together; null if unknown.',
  params: [param('hash', blockHashRef)],
  result: nullable(blockDetailsView),
  example: { params: [block1.hash], result: transferDetails },
  run: ({ node }, ref) => node.chain.blocks.find(ref),
})

export const ots_getBlockTransactions = method({
  summary:
    'Some transactions of a block by number or tag, and their receipts; null if unknown. Page 0 has the last ones.',
  params: [
    param('block', blockNumberRef),
    param('page', plainNumber),
    param('pageSize', plainNumber),
  ],
  result: nullable(blockPageView),
  example: { params: ['0x1', 0, 25], result: transferPage },
  async run({ node }, ref, page, pageSize) {
    const block = await node.chain.blocks.find(ref)
    if (block === undefined) return undefined
    const end = Math.max(0, block.transactions.length - page * pageSize)
    return { block, start: Math.max(0, end - pageSize), end }
  },
})
