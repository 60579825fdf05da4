import type { Chain } from '../../../src/chain/chain.ts'
import type { LocatedNative } from '../../../src/chain/history/located.ts'
import type { NativeTransaction } from '../../../src/native/nativeTransaction.ts'

/** Submits a native transaction to a chain in auto mode, and returns its place. */
export async function mineNative(chain: Chain, tx: NativeTransaction): Promise<LocatedNative> {
  const { located } = await chain.pool.submitNative(tx)
  if (located === undefined) throw new Error('the transaction waits for its block')
  return located
}
