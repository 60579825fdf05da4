import type { Chain } from '../../../src/chain/chain.ts'
import { DEFAULT_LOG_LIMITS, type LogLimits } from '../../../src/chain/history/logQuery.ts'
import { createWallet } from '../../../src/node/accounts/wallet.ts'
import { createNodeFromChain } from '../../../src/node/createNodeFromChain.ts'
import type { Node } from '../../../src/node/node.ts'
import { LEGACY_PREFIX, readAllowlist } from '../../../src/node/options/legacyNames.ts'
import { silentLogger } from '../../../src/primitives/logger.ts'
import { createDispatcher } from '../../../src/rpc/core/dispatch.ts'
import { methods } from '../../../src/rpc/core/registry.ts'

/** Sends a request to a chain like a client; the caller knows the type of the result. */
export type Ask = <T>(method: string, ...params: readonly unknown[]) => Promise<T>

/** A node around a chain, without its own accounts, that serves all legacy methods. */
export function nodeOf(chain: Chain, limits: LogLimits = DEFAULT_LOG_LIMITS): Node {
  return createNodeFromChain(chain, {
    wallet: createWallet([]),
    clientVersion: 'test',
    legacy: readAllowlist(LEGACY_PREFIX, ['all']).legacy,
    filters: { maxFilters: 100, idleMs: 60_000, limits },
    logger: silentLogger,
  })
}

/** Sends a request to a {@link nodeOf} the chain. */
export function rpcOf(chain: Chain): Ask {
  const { request } = createDispatcher(nodeOf(chain), methods, { batchLimit: 1 })
  return async <T>(method: string, ...params: readonly unknown[]) =>
    (await request({ method, params })) as T
}
