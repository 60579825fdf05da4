import type { Block } from '../../chain/block/block.ts'
import type { BlockRef } from '../../chain/block/blockRef.ts'
import type { ChainBlocks } from '../../chain/chain.ts'
import { ChainError } from '../../chain/errors.ts'
import type { LocatedTransaction } from '../../chain/history/located.ts'
import type { Address } from '../../primitives/address.ts'
import type { Context } from '../core/method.ts'

/**
 * The block that a reference names, where its absence is an error.
 *
 * @throws ChainError BLOCK_NOT_FOUND
 */
export async function requireBlock(blocks: ChainBlocks, ref: BlockRef): Promise<Block> {
  const block = await blocks.find(ref)
  if (block === undefined) throw blockNotFound(ref)
  return block
}

/**
 * Says that nothing is where a reference leads to. Every tag leads somewhere but `earliest`, which
 * is block 0.
 */
export function blockNotFound(ref: BlockRef): ChainError {
  if ('tag' in ref) return new ChainError({ code: 'BLOCK_NOT_FOUND', block: 0n })
  return new ChainError({
    code: 'BLOCK_NOT_FOUND',
    block: 'hash' in ref ? ref.hash : ref.number,
  })
}

/**
 * The mined transaction that an account sent with a nonce; the newest where edits of its nonce let
 * there be several.
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
