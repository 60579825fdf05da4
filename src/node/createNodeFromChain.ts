import type { Chain } from '../chain/chain.ts'
import { ChainError } from '../chain/errors.ts'
import { CosmosHashes } from '../chain/filters/cosmosHashes.ts'
import { type FilterOptions, FilterSpace } from '../chain/filters/filterSpace.ts'
import type { Hex } from '../primitives/encoding/hex.ts'
import { randomId } from '../primitives/ids.ts'
import type { Logger } from '../primitives/logger.ts'
import type { Wallet } from './accounts/wallet.ts'
import type { Recorder } from './journal/recording.ts'
import { Logging } from './logging.ts'
import { Impersonations } from './named/impersonations.ts'
import { Labels } from './named/labels.ts'
import { NamedBranches } from './named/namedBranches.ts'
import { NamedSnapshots } from './named/namedSnapshots.ts'
import type { Node } from './node.ts'
import type { LegacyMethods } from './options/legacyNames.ts'

/** What a node and its branches share. */
export interface NodeSettings {
  readonly wallet: Wallet
  readonly clientVersion: string
  readonly legacy: LegacyMethods
  readonly filters: Omit<FilterOptions, 'logger'>
  readonly gasPrice?: bigint | undefined
  /** Where the ids of filters and subscriptions come from; default: random ones. */
  newId?(): Hex
  /** Whether transactions of any sender are taken without its key, from the start; default: no. */
  readonly autoImpersonate?: boolean
  readonly logger: Logger
  /** Default: to the logger, whatever contracts say too. */
  readonly logging?: Logging
  /** Default: none but those of precompiled contracts. */
  readonly labels?: Labels
  /** Is told of the node and of each branch before anything happens there. */
  readonly onNode?: (node: Node) => void
  /** Default: none. */
  readonly recorder?: Recorder
  /** Called once the node is closed, but not for its branches. */
  onClosed?(): Promise<void>
}

/** Makes the node of a chain, which it closes with it. */
export function createNodeFromChain(chain: Chain, settings: NodeSettings): Node {
  const { logging = new Logging(settings.logger), labels = new Labels() } = settings
  const { autoImpersonate = false } = settings
  const own = {
    impersonations: new Impersonations(autoImpersonate),
    branches: new NamedBranches<Node>(),
  }
  return assemble(chain, { ...settings, logging, labels }, own, () => settings.onClosed?.())
}

/** What a node begins with beside its settings. */
interface OwnParts {
  readonly impersonations: Impersonations
  readonly branches: NamedBranches<Node>
}

function assemble(
  chain: Chain,
  settings: NodeSettings & Pick<Node, 'logging' | 'labels'>,
  { impersonations, branches }: OwnParts,
  onClose: () => unknown,
): Node {
  const {
    wallet,
    clientVersion,
    gasPrice,
    newId = randomId,
    legacy,
    logger,
    logging,
    labels,
  } = settings
  const filterOptions = { ...settings.filters, logger, newId }
  const filters = new FilterSpace(chain, filterOptions)
  const legacyFilters = new FilterSpace(chain, filterOptions)
  const snapshots = new NamedSnapshots(chain)
  const closing = new AbortController()
  const own = new Set<Node>()

  async function branchWith(names: NamedBranches<Node>): Promise<Node> {
    const chainOfBranch = await chain.branch()
    if (closing.signal.aborted) {
      await chainOfBranch.close()
      throw new ChainError({ code: 'CHAIN_CLOSED' })
    }
    const parts = { impersonations: impersonations.branch(), branches: names, logging }
    const branch = assemble(chainOfBranch, settings, parts, () => own.delete(branch))
    own.add(branch)
    return branch
  }

  const node: Node = {
    chain,
    wallet,
    impersonations,
    filters,
    legacyFilters,
    cosmosHashes: new CosmosHashes(chain),
    logLimits: settings.filters.limits,
    legacy,
    clientVersion,
    gasPrice,
    newId,
    logger,
    logging,
    labels,
    snapshots,
    branches,
    recorder: settings.recorder,
    branch: () => branchWith(new NamedBranches<Node>()),
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
      await onClose()
    },
  }
  chain.watch({
    onConsole: ({ record, transaction }) => logging.printConsole(record, transaction.hash),
  })
  settings.onNode?.(node)
  return node
}
