import type { Chain } from '../chain/chain.ts'
import { CosmosHashes } from '../chain/cosmosHashes.ts'
import { ChainRefused } from '../chain/errors.ts'
import { type FilterOptions, FilterSpace } from '../chain/filters/filterSpace.ts'
import type { Logger } from '../primitives/logger.ts'
import { Impersonations } from './impersonations.ts'
import type { LegacyMethods } from './legacyNames.ts'
import { NamedBranches } from './namedBranches.ts'
import { NamedSnapshots } from './namedSnapshots.ts'
import type { Logging, Node } from './node.ts'
import type { Wallet } from './wallet.ts'

/** What a node and its branches share. */
export interface NodeSettings {
  readonly wallet: Wallet
  readonly clientVersion: string
  readonly legacy: LegacyMethods
  readonly filters: Omit<FilterOptions, 'logger'>
  /** Whether transactions of any sender are taken without its key, from the start; default: no. */
  readonly autoImpersonate?: boolean
  readonly logger: Logger
}

/** Makes the node of a chain, which it closes with it. */
export function nodeAround(chain: Chain, settings: NodeSettings): Node {
  const { autoImpersonate = false } = settings
  const own = {
    impersonations: new Impersonations(autoImpersonate),
    branches: new NamedBranches(),
    logging: { enabled: true },
  }
  return assemble(chain, settings, own, () => {})
}

/** What a node begins with beside its settings. */
interface OwnParts {
  readonly impersonations: Impersonations
  readonly branches: NamedBranches
  readonly logging: Logging
}

function assemble(
  chain: Chain,
  settings: NodeSettings,
  { impersonations, branches, logging }: OwnParts,
  onClose: () => void,
): Node {
  const { wallet, clientVersion, legacy, logger } = settings
  const filterOptions = { ...settings.filters, logger }
  const filters = new FilterSpace(chain, filterOptions)
  const legacyFilters = new FilterSpace(chain, filterOptions)
  const snapshots = new NamedSnapshots(chain)
  const closing = new AbortController()
  const own = new Set<Node>()

  async function branchWith(names: NamedBranches): Promise<Node> {
    const chainOfBranch = await chain.branch()
    if (closing.signal.aborted) {
      await chainOfBranch.close()
      throw new ChainRefused({ code: 'CHAIN_CLOSED' })
    }
    const parts = { impersonations: impersonations.branch(), branches: names, logging }
    const branch = assemble(chainOfBranch, settings, parts, () => own.delete(branch))
    own.add(branch)
    return branch
  }

  return {
    chain,
    wallet,
    impersonations,
    filters,
    legacyFilters,
    cosmosHashes: new CosmosHashes(chain),
    logLimits: settings.filters.limits,
    legacy,
    clientVersion,
    logger,
    snapshots,
    logging,
    branches,
    branch: () => branchWith(new NamedBranches()),
    branchNamed: (name) => branches.add(name, () => branchWith(branches)),
    async reset() {
      await chain.reset()
      snapshots.clear()
      impersonations.reset()
    },
    closing: closing.signal,
    async close() {
      // A reason of our own spares the signal an error with a stack.
      closing.abort('closed')
      filters.close()
      legacyFilters.close()
      await Promise.all([...own].map((branch) => branch.close()))
      await chain.close()
      onClose()
    },
  }
}
