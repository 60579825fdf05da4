import type { SealedBlock } from '../../../chain/block/block.ts'
import type { BlockNumberRef } from '../../../chain/block/blockRef.ts'
import type { ChainBlocks } from '../../../chain/chain.ts'
import { ChainError } from '../../../chain/errors.ts'
import type { BlockTag } from '../../../chain/history/finality.ts'
import type { Address } from '../../../primitives/address.ts'
import type { Hash } from '../../../primitives/encoding/hex.ts'
import type { MaybePromise } from '../../../primitives/maybePromise.ts'
import { blockHashRef, minedBlockRef } from '../../codec/blockRef.ts'
import { listOf } from '../../codec/codec.ts'
import { address } from '../../codec/scalar.ts'
import { type Context, method, optional, param } from '../../core/method.ts'
import { blockNotFound } from '../lookups.ts'

export const debug_getModifiedAccountsByNumber = method({
  summary:
    'Returns the accounts that a block changed, or that changed between two blocks, by number. Does not accept `pending`.',
  params: [param('start', minedBlockRef), optional('end', minedBlockRef)],
  result: listOf(address),
  run({ blocks, state }, start, end) {
    const [first, last] = [byNumber(blocks, start), end && byNumber(blocks, end)]
    return changesOf({ blocks, state }, first, last)
  },
})

export const debug_getModifiedAccountsByHash = method({
  summary:
    'Returns the accounts that a block changed, or that changed between two blocks, by hash.',
  params: [param('startHash', blockHashRef), optional('endHash', blockHashRef)],
  result: listOf(address),
  async run({ blocks, state }, start, end) {
    const first = await byHash(blocks, start)
    return changesOf({ blocks, state }, first, end && (await byHash(blocks, end)))
  },
})

/** @throws ChainError BLOCK_PRUNED, BLOCK_WITHOUT_PARENT, EMPTY_BLOCK_RANGE */
function changesOf(
  { blocks, state }: Pick<Context, 'blocks' | 'state'>,
  start: SealedBlock,
  end: SealedBlock | undefined,
): MaybePromise<readonly Address[]> {
  if (end === undefined) return state.changedAccounts(parentOf(blocks, start), start)
  const [first, last] = [start.header.number, end.header.number]
  if (first >= last) throw new ChainError({ code: 'EMPTY_BLOCK_RANGE', start: first, end: last })
  return state.changedAccounts(start, end)
}

function parentOf(blocks: ChainBlocks, { header: { number } }: SealedBlock): SealedBlock {
  if (number === 0n) throw new ChainError({ code: 'BLOCK_WITHOUT_PARENT', number })
  return byNumber(blocks, { number: number - 1n })
}

function taggedNumber(blocks: ChainBlocks, tag: BlockTag): bigint {
  return tag === 'earliest' ? 0n : BigInt(blocks.numberAt(tag))
}

function byNumber(blocks: ChainBlocks, ref: BlockNumberRef): SealedBlock {
  const block = blocks.get('number' in ref ? ref.number : taggedNumber(blocks, ref.tag))
  if (block === undefined) throw blockNotFound(ref)
  return block
}

async function byHash(blocks: ChainBlocks, ref: { readonly hash: Hash }): Promise<SealedBlock> {
  const block = await blocks.getByHash(ref.hash)
  if (block === undefined) throw blockNotFound(ref)
  return block
}
