import type { Address } from '../../primitives/address.ts'
import type { Context } from '../core/method.ts'

/** Returns the nonce of an account's next transaction after the pending ones. */
export async function pendingNonce(
  { state, pool }: Pick<Context, 'state' | 'pool'>,
  address: Address,
): Promise<bigint> {
  const latest = await state.viewAt({ tag: 'latest' })
  await latest.read((reader) => reader.getNonce(address))
  return pool.pendingNonce(address)
}
