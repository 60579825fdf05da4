import { DEFAULT_LOG_LIMITS } from '../../../src/chain/history/logQuery.ts'
import { createWallet } from '../../../src/node/accounts/wallet.ts'
import { createNodeFromChain } from '../../../src/node/createNodeFromChain.ts'
import type { Node } from '../../../src/node/node.ts'
import { LEGACY_PREFIX, readAllowlist } from '../../../src/node/options/legacyNames.ts'
import { silentLogger } from '../../../src/primitives/logger.ts'
import { alice, bob, carol } from '../accounts.ts'
import type { TestApplication } from './testApplication.ts'

/** The node that `rockpool abci` creates for JSON-RPC, with the keys of the funded accounts. */
export function networkNode(app: TestApplication | undefined): Node {
  const chain = app?.host.network?.chain
  if (chain === undefined) throw new Error('no chain')
  const accounts = [alice, bob, carol]
  return createNodeFromChain(chain, {
    wallet: createWallet(accounts.map(({ address: evm, privateKey }) => ({ evm, privateKey }))),
    clientVersion: 'test',
    legacy: readAllowlist(LEGACY_PREFIX, ['all']).legacy,
    filters: { maxFilters: 100, idleMs: 60_000, limits: DEFAULT_LOG_LIMITS },
    logger: silentLogger,
  })
}
