import type { SealedBlock } from '../../../chain/block/block.ts'
import type { BlockNumberRef, ReadableChain } from '../../../chain/chain.ts'
import { ChainRefused } from '../../../chain/errors.ts'
import type { Address } from '../../../primitives/address.ts'
import type { Hash } from '../../../primitives/encoding/hex.ts'
import { blockHashRef } from '../../codec/blockRef.ts'
import { listOf } from '../../codec/codec.ts'
import { minedBlockRef } from '../../codec/minedBlockRef.ts'
import { address } from '../../codec/scalar.ts'
import { exampleValues } from '../../core/exampleValues.ts'
import { method, optional, param } from '../../core/method.ts'
import { blockNotFound } from '../requireBlock.ts'

export const debug_getModifiedAccountsByNumber = method({
  summary:
    'Addresses of the accounts that a block changed or, with two blocks, those after the first up to the second. Not `pending`.',
  params: [param('start', minedBlockRef), optional('end', minedBlockRef)],
  result: listOf(address),
  example: { params: ['0x1'], result: exampleValues.modifiedAccounts },
  run({ node: { chain } }, start, end) {
    return changesOf(chain, byNumber(chain, start), end && byNumber(chain, end))
  },
})

export const debug_getModifiedAccountsByHash = method({
  summary:
    'Addresses of the accounts that a block changed or, with two blocks, those after the first up to the second.',
  params: [param('startHash', blockHashRef), optional('endHash', blockHashRef)],
  result: listOf(address),
  example: { params: [exampleValues.block1.hash], result: exampleValues.modifiedAccounts },
  async run({ node: { chain } }, start, end) {
    return changesOf(chain, await byHash(chain, start), end && (await byHash(chain, end)))
  },
})

/** @throws ChainRefused BLOCK_PRUNED, BLOCK_WITHOUT_PARENT, EMPTY_BLOCK_RANGE */
function changesOf(
  chain: ReadableChain,
  start: SealedBlock,
  end: SealedBlock | undefined,
): readonly Address[] {
  if (end === undefined) return chain.changedAccounts(parentOf(chain, start), start)
  const [first, last] = [start.header.number, end.header.number]
  if (first >= last) throw new ChainRefused({ code: 'EMPTY_BLOCK_RANGE', start: first, end: last })
  return chain.changedAccounts(start, end)
}

function parentOf(chain: ReadableChain, { header: { number } }: SealedBlock): SealedBlock {
  if (number === 0n) throw new ChainRefused({ code: 'BLOCK_WITHOUT_PARENT', number })
  return byNumber(chain, { number: number - 1n })
}

function byNumber(chain: ReadableChain, ref: BlockNumberRef): SealedBlock {
  if ('tag' in ref && ref.tag !== 'earliest') return chain.latest
  const block = chain.getBlock('tag' in ref ? 0n : ref.number)
  if (block === undefined) throw blockNotFound(ref)
  return block
}

async function byHash(chain: ReadableChain, ref: { readonly hash: Hash }): Promise<SealedBlock> {
  const block = await chain.getBlockByHash(ref.hash)
  if (block === undefined) throw blockNotFound(ref)
  return block
}
