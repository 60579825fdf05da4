import type { LocatedTransaction } from '../../chain/history/located.ts'
import type { Address } from '../../primitives/address.ts'
import type { Context } from '../core/method.ts'

/** The mined transaction that an account sent with a nonce; the newest where edits of its nonce let there be several. */
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
