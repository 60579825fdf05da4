import type { Address } from '../../primitives/address.ts'
import type { StateCache } from '../cache/stateCache.ts'
import type { StateReader } from './blockReader.ts'
import { readAssociation } from './nativeAddresses.ts'
import { readAccount } from './readAccount.ts'

/** Accounts that were read before the cache of their block was open. */
export type FirstReads = (cache: StateCache) => void

/**
 * Reads accounts, and associations of others. What fails is left out: the reads of the chain ask
 * for it again, and fail with the reason.
 */
export async function readFirst(
  reader: StateReader,
  accounts: readonly Address[],
  owners: readonly Address[],
): Promise<FirstReads> {
  const put = await Promise.all([
    ...accounts.map((address) =>
      orNothing(readAccount(reader, address), (cache, { nonce, balance, code }) =>
        cache.putAccount(address, nonce, balance, code),
      ),
    ),
    ...owners.map((address) =>
      orNothing(readAssociation(reader, address), (cache, native) =>
        cache.putAssociation(address, native),
      ),
    ),
  ])
  return (cache) => {
    for (const putOne of put) putOne(cache)
  }
}

async function orNothing<T>(
  reading: Promise<T>,
  put: (cache: StateCache, value: T) => void,
): Promise<FirstReads> {
  try {
    const value = await reading
    return (cache) => put(cache, value)
  } catch {
    return () => {}
  }
}
