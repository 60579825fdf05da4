import type { Block } from '../../chain/block/block.ts'
import type { BlockRef } from '../../chain/block/blockRef.ts'
import type { ChainBlocks } from '../../chain/chain.ts'
import { ChainError } from '../../chain/errors.ts'
import type { LocatedTransaction } from '../../chain/history/located.ts'
import type { Address } from '../../primitives/address.ts'
import type { Context } from '../core/method.ts'

/**
 * Returns the block of a reference.
 *
 * @throws ChainError BLOCK_NOT_FOUND
 */
export async function requireBlock(blocks: ChainBlocks, ref: BlockRef): Promise<Block> {
  const block = await blocks.find(ref)
  if (block === undefined) throw blockNotFound(ref)
  return block
}

/** Creates the error of a missing block. All tags exist except `earliest`, which means block 0. */
export function blockNotFound(ref: BlockRef): ChainError {
  if ('tag' in ref) return new ChainError({ code: 'BLOCK_NOT_FOUND', block: 0n })
  return new ChainError({
    code: 'BLOCK_NOT_FOUND',
    block: 'hash' in ref ? ref.hash : ref.number,
  })
}

/**
 * Returns the mined transaction of a sender and nonce; the newest if edits of the nonce produced
 * several.
 */
export async function findByNonce(
  { blocks, transactions }: Pick<Context, 'blocks' | 'transactions'>,
  address: Address,
  nonce: bigint,
): Promise<LocatedTransaction | undefined> {
  const range = { first: 0, last: blocks.latest.number }
  const nonces = { kind: 'nonce', address, nonce } as const
  for await (const found of transactions.search(nonces, range, 'descending')) return found.at(-1)
  return undefined
}
