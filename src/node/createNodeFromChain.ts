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

/** State common to a node and its branches. */
export interface NodeSettings {
  readonly wallet: Wallet
  readonly clientVersion: string
  readonly legacy: LegacyMethods
  readonly filters: Omit<FilterOptions, 'logger'>
  readonly gasPrice?: bigint | undefined
  readonly vmErrorsOnRpcResponse?: boolean
  /** Source of filter and subscription ids; default: random ones. */
  newId?(): Hex
  /** Whether transactions of any sender are accepted without its key; default: false. */
  readonly autoImpersonate?: boolean
  readonly logger: Logger
  /** Default: the logger, including console output. */
  readonly logging?: Logging
  /** Default: those of precompiles. */
  readonly labels?: Labels
  /** Called with the node and each branch before anything happens there. */
  readonly onNode?: (node: Node) => void
  /** Default: none. */
  readonly recorder?: Recorder
  /** Called when the node is closed, but not for its branches. */
  onClosed?(): Promise<void>
}

/** Creates the node of a chain, which it closes. */
export function createNodeFromChain(chain: Chain, settings: NodeSettings): Node {
  const { logging = new Logging(settings.logger), labels = new Labels() } = settings
  const { autoImpersonate = false } = settings
  const own = {
    impersonations: new Impersonations(autoImpersonate),
    branches: new NamedBranches<Node>(),
  }
  return assemble(chain, { ...settings, logging, labels }, own, () => settings.onClosed?.())
}

/** Initial state of a node besides its settings. */
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
    vmErrorsOnRpcResponse = false,
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
    vmErrorsOnRpcResponse,
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
      // A custom reason avoids the cost of an error with a stack.
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
