import type { ReadableChain } from '../../chain/chain.ts'
import type { LocatedTransaction } from '../../chain/history/located.ts'
import type { Address } from '../../primitives/address.ts'

/** The mined transaction that an account sent with a nonce; the newest where edits of its nonce let there be several. */
export async function findByNonce(
  chain: ReadableChain,
  address: Address,
  nonce: bigint,
): Promise<LocatedTransaction | undefined> {
  const range = { first: 0, last: chain.blocks.latest.number }
  const blocks = chain.transactions.search({ kind: 'nonce', address, nonce }, range, 'descending')
  for await (const found of blocks) return found.at(-1)
  return undefined
}
