import type { Chain } from '../../src/chain/chain.ts'
import { CosmosHashes } from '../../src/chain/cosmosHashes.ts'
import { FilterSpace } from '../../src/chain/filters/filterSpace.ts'
import { DEFAULT_LOG_LIMITS, type LogLimits } from '../../src/chain/logQuery.ts'
import { createWallet } from '../../src/node/createWallet.ts'
import { LEGACY_PREFIX, readAllowlist } from '../../src/node/legacyNames.ts'
import type { Node } from '../../src/node/node.ts'
import { silentLogger } from '../../src/primitives/logger.ts'
import { createDispatcher } from '../../src/rpc/dispatch.ts'
import { methods } from '../../src/rpc/registry.ts'

/** Asks a chain as a client would; the result is the caller's to know. */
export type Ask = <T>(method: string, ...params: readonly unknown[]) => Promise<T>

/** A node around a chain, without accounts of its own, that serves all legacy methods. */
export function nodeOf(chain: Chain, logLimits: LogLimits = DEFAULT_LOG_LIMITS): Node {
  const options = { maxFilters: 100, idleMs: 60_000, limits: logLimits, logger: silentLogger }
  const filters = new FilterSpace(chain, options)
  const legacyFilters = new FilterSpace(chain, options)
  return {
    chain,
    wallet: createWallet([]),
    filters,
    legacyFilters,
    cosmosHashes: new CosmosHashes(chain),
    logLimits,
    legacy: readAllowlist(LEGACY_PREFIX, ['all']).legacy,
    clientVersion: 'test',
    logger: silentLogger,
    close() {
      filters.close()
      legacyFilters.close()
      return chain.close()
    },
  }
}

/** Asks a {@link nodeOf} the chain. */
export function rpcOf(chain: Chain): Ask {
  const { request } = createDispatcher(nodeOf(chain), methods, { batchLimit: 1 })
  return async <T>(method: string, ...params: readonly unknown[]) =>
    (await request({ method, params })) as T
}
