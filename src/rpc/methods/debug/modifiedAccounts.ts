import type { SealedBlock } from '../../../chain/block/block.ts'
import type { BlockNumberRef } from '../../../chain/block/blockRef.ts'
import type { ChainBlocks } from '../../../chain/chain.ts'
import { ChainError } from '../../../chain/errors.ts'
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
  run(context, start, end) {
    const [first, last] = [byReference(context, start), end && byReference(context, end)]
    return changesOf(context, first, last)
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
  if (number === blocks.genesis.header.number)
    throw new ChainError({ code: 'BLOCK_WITHOUT_PARENT', number })
  return byNumber(blocks, number - 1n)
}

/** `earliest` is the oldest block with state, as in all methods of states. */
function byReference(
  { blocks, state }: Pick<Context, 'blocks' | 'state'>,
  ref: BlockNumberRef,
): SealedBlock {
  if ('number' in ref) return byNumber(blocks, ref.number)
  const { earliest } = state
  return byNumber(blocks, ref.tag === 'earliest' ? earliest : BigInt(blocks.numberAt(ref.tag)))
}

function byNumber(blocks: ChainBlocks, number: bigint): SealedBlock {
  const block = blocks.get(number)
  if (block === undefined) throw blockNotFound({ number })
  return block
}

async function byHash(blocks: ChainBlocks, ref: { readonly hash: Hash }): Promise<SealedBlock> {
  const block = await blocks.getByHash(ref.hash)
  if (block === undefined) throw blockNotFound(ref)
  return block
}
