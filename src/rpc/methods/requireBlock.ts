import type { Block } from '../../chain/block/block.ts'
import type { BlockRef } from '../../chain/block/blockRef.ts'
import type { ChainBlocks } from '../../chain/chain.ts'
import { ChainRefused } from '../../chain/errors.ts'

/**
 * The block that a reference names, where its absence is an error.
 *
 * @throws ChainRefused BLOCK_NOT_FOUND
 */
export async function requireBlock(blocks: ChainBlocks, ref: BlockRef): Promise<Block> {
  const block = await blocks.find(ref)
  if (block === undefined) throw blockNotFound(ref)
  return block
}

/** Says that nothing is where a reference leads to. Every tag leads somewhere but `earliest`, which is block 0. */
export function blockNotFound(ref: BlockRef): ChainRefused {
  if ('tag' in ref) return new ChainRefused({ code: 'BLOCK_NOT_FOUND', block: 0n })
  return new ChainRefused({
    code: 'BLOCK_NOT_FOUND',
    block: 'hash' in ref ? ref.hash : ref.number,
  })
}
