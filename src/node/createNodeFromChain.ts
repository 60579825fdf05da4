import type { Chain } from '../chain/chain.ts'
import { ChainError } from '../chain/errors.ts'
import { CosmosHashes } from '../chain/filters/cosmosHashes.ts'
import { type FilterOptions, FilterSpace } from '../chain/filters/filterSpace.ts'
import type { Hex } from '../primitives/encoding/hex.ts'
import { randomId } from '../primitives/ids.ts'
import type { Logger } from '../primitives/logger.ts'
import { RemoteError } from '../remote/remoteError.ts'
import { DEFAULT_TRACE_TIMEOUT_MS } from '../tracers/traceTimeout.ts'
import type { Wallet } from './accounts/wallet.ts'
import type { Recorder } from './journal/recording.ts'
import { Logging } from './logging.ts'
import { Impersonations } from './named/impersonations.ts'
import { Labels } from './named/labels.ts'
import { NamedBranches } from './named/namedBranches.ts'
import { NamedSnapshots } from './named/namedSnapshots.ts'
import type { Node } from './node.ts'
import type { ForkTarget } from './openFork.ts'
import type { LegacyMethods } from './options/legacyNames.ts'

/** State common to a node and its branches. */
export interface NodeSettings {
  readonly wallet: Wallet
  readonly clientVersion: string
  readonly legacy: LegacyMethods
  readonly filters: Omit<FilterOptions, 'logger'>
  readonly gasPrice?: bigint | undefined
  readonly networkId?: bigint | undefined
  readonly disableMinPriorityFee?: boolean
  readonly vmErrorsOnRpcResponse?: boolean
  /** Time limit of a trace whose request has none; default: {@link DEFAULT_TRACE_TIMEOUT_MS}. */
  readonly traceTimeoutMs?: number | undefined
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
  /**
   * Starts another chain, of a fork or of the genesis; absent where the chain cannot be replaced.
   *
   * @throws RemoteError
   */
  readonly startOther?: (target: ForkTarget | undefined) => Promise<Chain>
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
  first: Chain,
  settings: NodeSettings & Pick<Node, 'logging' | 'labels'>,
  { impersonations, branches }: OwnParts,
  onClose: () => unknown,
): Node {
  const {
    wallet,
    clientVersion,
    gasPrice,
    networkId,
    disableMinPriorityFee = false,
    vmErrorsOnRpcResponse = false,
    newId = randomId,
    legacy,
    logger,
    logging,
    labels,
  } = settings
  const filterOptions = { ...settings.filters, logger, newId }
  let parts = partsOn(first, filterOptions)
  const closing = new AbortController()
  const own = new Set<Node>()
  const chainListeners = new Set<() => void>()

  async function branchWith(names: NamedBranches<Node>): Promise<Node> {
    const chainOfBranch = await parts.chain.branch()
    if (closing.signal.aborted) {
      await chainOfBranch.close()
      throw new ChainError({ code: 'CHAIN_CLOSED' })
    }
    const initial = { impersonations: impersonations.branch(), branches: names }
    const branch = assemble(chainOfBranch, settings, initial, () => own.delete(branch))
    own.add(branch)
    return branch
  }

  /** Branches continue on the chain that they are of. */
  async function moveTo(target: ForkTarget | undefined): Promise<void> {
    const { startOther } = settings
    if (startOther === undefined) {
      const isFork = parts.chain.remote !== undefined
      throw new RemoteError({ code: 'CHAIN_IS_KEPT', isFork })
    }
    const next = await startOther(target)
    const old = parts
    parts = partsOn(next, filterOptions)
    impersonations.reset()
    follow()
    for (const listener of chainListeners) listener()
    closeFilters(old)
    if (own.size === 0) await old.chain.close()
    else left.push(old.chain)
  }

  /** Chains that branches may still continue from. */
  const left: Chain[] = []

  function follow(): void {
    parts.chain.watch({
      onConsole: ({ record, transaction }) => logging.printConsole(record, transaction.hash),
    })
    settings.onNode?.(node)
  }

  const node: Node = {
    get chain() {
      return parts.chain
    },
    wallet,
    impersonations,
    get filters() {
      return parts.filters
    },
    get legacyFilters() {
      return parts.legacyFilters
    },
    get cosmosHashes() {
      return parts.cosmosHashes
    },
    logLimits: settings.filters.limits,
    traceTimeoutMs: settings.traceTimeoutMs ?? DEFAULT_TRACE_TIMEOUT_MS,
    legacy,
    clientVersion,
    gasPrice,
    networkId,
    disableMinPriorityFee,
    vmErrorsOnRpcResponse,
    newId,
    logger,
    logging,
    labels,
    get snapshots() {
      return parts.snapshots
    },
    branches,
    recorder: settings.recorder,
    branch: () => branchWith(new NamedBranches<Node>()),
    branchNamed: (name) => branches.add(name, () => branchWith(branches)),
    async reset(target) {
      const { chain, snapshots } = parts
      const isPlain = target?.url === undefined && target?.blockNumber === undefined
      if (isPlain && chain.remote === undefined) {
        await chain.reset()
        snapshots.clear()
        impersonations.reset()
        return
      }
      await moveTo(target && { ...target, url: target.url ?? chain.remote?.source })
    },
    onChain(listener) {
      chainListeners.add(listener)
      return () => chainListeners.delete(listener)
    },
    closing: closing.signal,
    async close() {
      // A custom reason avoids the cost of an error with a stack.
      closing.abort('closed')
      closeFilters(parts)
      await Promise.all([...own].map((branch) => branch.close()))
      await Promise.all([...left, parts.chain].map((chain) => chain.close()))
      await onClose()
    },
  }
  follow()
  return node
}

/** Parts of a node that belong to its chain. */
interface ChainParts
  extends Pick<Node, 'chain' | 'filters' | 'legacyFilters' | 'cosmosHashes' | 'snapshots'> {}

function partsOn(chain: Chain, options: FilterOptions): ChainParts {
  return {
    chain,
    filters: new FilterSpace(chain, options),
    legacyFilters: new FilterSpace(chain, options),
    cosmosHashes: new CosmosHashes(chain),
    snapshots: new NamedSnapshots(chain),
  }
}

function closeFilters({ filters, legacyFilters }: ChainParts): void {
  filters.close()
  legacyFilters.close()
}
