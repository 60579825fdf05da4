import type { SealedBlock } from '../../chain/block/block.ts'
import { assembleNode } from '../../node/assembleNode.ts'
import { ConfigError } from '../../node/errors.ts'
import type { JournalEntry, JournalHead, JournalHeader } from '../../node/journal/journal.ts'
import {
  describeCut,
  type JournalLine,
  parseEntry,
  parseHeader,
} from '../../node/journal/journalText.ts'
import { replayCall } from '../../node/journal/processCalls.ts'
import type { Node } from '../../node/node.ts'
import { type NodeConfig, type OptionName, readConfig } from '../../node/options/config.ts'
import type { DialectName } from '../../node/options/dialectNames.ts'
import { type Logger, silentLogger } from '../../primitives/logger.ts'
import type { Ticker } from '../../primitives/time/clock.ts'
import { createDispatcher, type DecorateMethod, type Dispatcher } from '../core/dispatch.ts'
import { methods } from '../core/registry.ts'

/** Options of a replay besides the journal. */
export interface ReplayOptions {
  readonly version: string
  readonly logger?: Logger
  /** Directory of the chain; default: in memory. */
  readonly db?: string
  /**
   * Creates a directory for a chain that was recorded on disk, if {@link db} is absent: some
   * changes fail only there.
   */
  makeDirectory?(): Promise<string>
  /**
   * Stops when the node's own chain has a block of this number; default: at the end of the journal.
   */
  readonly until?: bigint
  /** Options that replace the recorded ones for the access to the remote chain of a fork. */
  readonly fork?: Readonly<Partial<Record<ForkAccess, unknown>>>
  /** Runs the reference executor instead of the engine. */
  readonly reference?: boolean
  /** Called after each entry. */
  onProgress?(progress: ReplayProgress): void
}

/** Options for the access to a remote chain. */
type ForkAccess = Extract<
  OptionName,
  'fork' | 'forkCache' | 'forkHeader' | 'noStorageCaching' | 'offline'
>

/** Progress of a replay. */
export interface ReplayProgress {
  /** Number of replayed entries. */
  readonly entries: number
  readonly block: number
}

/** An entry after which the chain differs from the recorded one. */
export interface Difference {
  /** Line of the journal, from 1. */
  readonly line: number
  /** A method, or another call. */
  readonly what: string
  readonly branch: number
  readonly expected: ReplayResult
  readonly found: ReplayResult
}

/** Result of an entry. */
export interface ReplayResult {
  readonly head: JournalHead | undefined
  readonly error: string | undefined
}

/** An incomplete line: its number and the unfinished change. */
export interface CutLine {
  readonly line: number
  readonly what: string | undefined
}

/** Result of a replay. */
export interface Replayed extends ReplayProgress {
  /** The caller closes it. */
  readonly node: Node
  readonly header: JournalHeader
  /** Newest block of the node's own chain. */
  readonly latest: SealedBlock
  /** Undefined if the replay found no difference. */
  readonly difference: Difference | undefined
  /** Undefined if the journal ends with a complete line. */
  readonly cut: CutLine | undefined
}

/** Timers mine no blocks, because the journal contains their blocks. */
const noTicker: Ticker = { every: () => () => {} }
const NO_TIME_LIMIT = 86_400

/**
 * Replays the lines of a journal at the recorded times and compares the chain after each entry.
 *
 * @throws JournalError; ConfigError if options are not for this journal; errors of
 *   {@link assembleNode}
 */
export async function replay(
  lines: AsyncIterable<JournalLine>,
  options: ReplayOptions,
): Promise<Replayed> {
  const reader = numbered(lines)
  const first = await reader.next()
  const header = parseHeader(first.done === true ? '' : first.value.text)
  const { fork } = header
  const scene = new ReplayScene()
  const db = options.db ?? (header.isOnDisk ? await options.makeDirectory?.() : undefined)
  const { node } = await assembleNode(
    configOf(header, options, db),
    {
      version: options.version,
      logger: options.logger ?? silentLogger,
      clock: scene.clock,
      ticker: noTicker,
      onNode: (made) => scene.add(made),
      hasPackageGenesis: !header.isOwnGenesis,
      ...(fork !== undefined && {
        forkedBlock: { number: BigInt(fork.number), hash: fork.hash, isSei: fork.isSei },
      }),
      keepsChain: true,
    },
    header.genesis,
  )
  try {
    return await replayOn(node, { header, scene, reader, options })
  } catch (error) {
    await node.close()
    throw error
  }
}

async function replayOn(
  node: Node,
  run: {
    readonly header: JournalHeader
    readonly scene: ReplayScene
    readonly reader: AsyncIterable<JournalLine & { readonly line: number }>
    readonly options: ReplayOptions
  },
): Promise<Replayed> {
  const { header, scene, reader, options } = run
  const { chain } = node
  scene.serve(node)
  let entries = 0
  const outcome = (end: Pick<Partial<Replayed>, 'difference' | 'cut'>): Replayed => {
    const { latest } = chain.blocks
    return {
      node,
      header,
      entries,
      block: latest.number,
      latest,
      difference: undefined,
      cut: undefined,
      ...end,
    }
  }
  const begun = { head: headOf(node), error: undefined }
  const { block, hash } = header
  if (begun.head?.hash !== hash) {
    const expected = { head: { block, hash }, error: undefined }
    return outcome({ difference: { line: 1, what: 'genesis', branch: 0, expected, found: begun } })
  }
  for await (const { text, isWhole, line } of reader) {
    if (options.until !== undefined && chain.blocks.latest.header.number >= options.until) break
    if (!isWhole) return outcome({ cut: { line, what: describeCut(text) } })
    const entry = parseEntry(text, line)
    const found = await scene.play(entry)
    if (!isSame(found, entry)) {
      const { event, branch } = entry
      const what = 'method' in event ? event.method : event.call
      return outcome({ difference: { line, what, branch, expected: entry, found } })
    }
    entries++
    options.onProgress?.({ entries, block: chain.blocks.latest.number })
  }
  return outcome({})
}

/** The nodes of a replay and their time. */
class ReplayScene {
  readonly #nodes: Node[] = []
  readonly #dispatchers = new Map<Node, Dispatcher>()
  #seconds = 0
  #changed: () => void = () => {}

  readonly clock = { now: () => this.#seconds }

  /** Adds the node or a branch, in order of creation. */
  add(node: Node): void {
    this.#nodes.push(node)
  }

  serve(node: Node): void {
    const options = { batchLimit: 1, decorate: this.#telling }
    this.#dispatchers.set(node, createDispatcher(node, methods, options))
  }

  /** Reports when a method has made its change. */
  readonly #telling: DecorateMethod = (method) => ({
    ...method,
    call: (context, params) => method.call({ ...context, changed: () => this.#changed() }, params),
  })

  /** Executes an entry and returns its result. */
  async play({ event, branch, time }: JournalEntry): Promise<ReplayResult> {
    const node = this.#nodes[branch]
    if (node === undefined) return { head: undefined, error: `unknown branch ${branch}` }
    this.#seconds = time
    const changed = new Promise<undefined>((resolve) => {
      this.#changed = () => resolve(undefined)
    })
    const done = this.#make(node, event).then(() => undefined, messageOf)
    // A method that waits for a later entry has made its own change.
    const error = await Promise.race([changed, done])
    if (!node.closing.aborted) await node.chain.blocks.find({ tag: 'latest' })
    return { head: headOf(node), error }
  }

  async #make(node: Node, event: JournalEntry['event']): Promise<void> {
    if ('method' in event) await this.#dispatcherOf(node, event.compat).request(event)
    else await replayCall(node, event)
  }

  #dispatcherOf(node: Node, dialect: DialectName | undefined): Dispatcher {
    const known = this.#dispatchers.get(node)
    if (known !== undefined) return dialect === undefined ? known : known.forDialect(dialect)
    this.serve(node)
    return this.#dispatcherOf(node, dialect)
  }
}

/** Messages of errors differ between versions, but not whether a request fails. */
function isSame(found: ReplayResult, expected: ReplayResult): boolean {
  return (
    found.head?.hash === expected.head?.hash &&
    (found.error === undefined) === (expected.error === undefined)
  )
}

function headOf({ chain, closing }: Node): JournalHead | undefined {
  if (closing.aborted) return undefined
  const { number, hash } = chain.blocks.latest
  return { block: number, hash }
}

/** Options of the recorded node that affect its chain. @throws ConfigError */
function configOf(
  header: JournalHeader,
  { reference = false, fork }: ReplayOptions,
  db: string | undefined,
): NodeConfig {
  return readConfig({
    ...header.options,
    ...forkOptionsOf(header, fork),
    ...(reference && { reference }),
    ...(db !== undefined && { db }),
    // A slower machine must not time out.
    callTimeout: NO_TIME_LIMIT,
  })
}

/** @throws ConfigError if the journal is not of a fork and options for one are given */
function forkOptionsOf(
  { fork, options }: JournalHeader,
  access: ReplayOptions['fork'] = {},
): Readonly<Partial<Record<OptionName, unknown>>> {
  if (fork === undefined) {
    const [option] = Object.keys(access)
    if (option === undefined) return {}
    throw new ConfigError({ code: 'BAD_OPTION', option, reason: 'the journal is not of a fork' })
  }
  const { url, chainId, number } = fork
  const isAtBlock = options.forkTransactionHash === undefined
  return {
    fork: url,
    forkChainId: chainId,
    ...(isAtBlock && { forkBlockNumber: number }),
    ...access,
  }
}

async function* numbered(
  lines: AsyncIterable<JournalLine>,
): AsyncGenerator<JournalLine & { readonly line: number }, undefined, undefined> {
  let line = 0
  for await (const each of lines) yield { ...each, line: ++line }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
