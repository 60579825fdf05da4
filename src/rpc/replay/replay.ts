import type { SealedBlock } from '../../chain/block/block.ts'
import { assembleNode } from '../../node/assembleNode.ts'
import type { JournalEntry, JournalHead, JournalHeader } from '../../node/journal/journal.ts'
import {
  describeCut,
  type JournalLine,
  parseEntry,
  parseHeader,
} from '../../node/journal/journalText.ts'
import { replayCall } from '../../node/journal/processCalls.ts'
import type { Node } from '../../node/node.ts'
import { type NodeConfig, readConfig } from '../../node/options/config.ts'
import type { DialectName } from '../../node/options/dialectNames.ts'
import { type Logger, silentLogger } from '../../primitives/logger.ts'
import type { Ticker } from '../../primitives/time/clock.ts'
import { createDispatcher, type DecorateMethod, type Dispatcher } from '../core/dispatch.ts'
import { methods } from '../core/registry.ts'

/** What a replay is told beside the journal. */
export interface ReplayOptions {
  readonly version: string
  readonly logger?: Logger
  /** Where the chain is kept; default: in memory. */
  readonly db?: string
  /**
   * Makes a directory for a chain that was in one, where {@link db} is not given: some changes are
   * refused only there.
   */
  makeDirectory?(): Promise<string>
  /** Ends once the node's own chain has a block of this number; default: with the journal. */
  readonly until?: bigint
  /** Runs on the reference instead of the engine, whatever was recorded. */
  readonly reference?: boolean
  /** Is told after each entry. */
  onProgress?(progress: ReplayProgress): void
}

/** How far a replay is. */
export interface ReplayProgress {
  /** Entries that were replayed. */
  readonly entries: number
  readonly block: number
}

/** An entry after which the chain is not where it was recorded. */
export interface Difference {
  /** Of the journal, from 1. */
  readonly line: number
  /** A method, or what was called. */
  readonly what: string
  readonly branch: number
  readonly expected: ReplayResult
  readonly found: ReplayResult
}

/** What came of an entry. */
export interface ReplayResult {
  readonly head: JournalHead | undefined
  readonly error: string | undefined
}

/** A line that is not whole: its number, and what was under way. */
export interface CutLine {
  readonly line: number
  readonly what: string | undefined
}

/** A journal that was replayed, as far as it could be. */
export interface Replayed extends ReplayProgress {
  /** To be closed. */
  readonly node: Node
  readonly header: JournalHeader
  /** The newest block of the node's own chain. */
  readonly latest: SealedBlock
  /** Undefined: all is as it was recorded. */
  readonly difference: Difference | undefined
  /** Undefined: the journal ends with a whole line. */
  readonly cut: CutLine | undefined
}

/** Timers make no blocks: the journal says when they did. */
const noTicker: Ticker = { every: () => () => {} }
const NO_TIME_LIMIT = 86_400

/**
 * Makes a chain again from the lines of its journal, entry by entry, at the recorded times, and
 * compares where it is after each.
 *
 * @throws JournalError; what {@link assembleNode} throws
 */
export async function replay(
  lines: AsyncIterable<JournalLine>,
  options: ReplayOptions,
): Promise<Replayed> {
  const reader = numbered(lines)
  const first = await reader.next()
  const header = parseHeader(first.done === true ? '' : first.value.text)
  const scene = new ReplayScene()
  const db = options.db ?? (header.isOnDisk ? await options.makeDirectory?.() : undefined)
  const { node } = await assembleNode(
    configOf(header, db, options.reference),
    {
      version: options.version,
      logger: options.logger ?? silentLogger,
      clock: scene.clock,
      ticker: noTicker,
      onNode: (made) => scene.add(made),
      hasPackageGenesis: !header.isOwnGenesis,
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

/** The nodes of a replay, and the time there. */
class ReplayScene {
  readonly #nodes: Node[] = []
  readonly #dispatchers = new Map<Node, Dispatcher>()
  #seconds = 0
  #changed: () => void = () => {}

  readonly clock = { now: () => this.#seconds }

  /** Takes in the node or a branch, in the order in which they were made. */
  add(node: Node): void {
    this.#nodes.push(node)
  }

  serve(node: Node): void {
    const options = { batchLimit: 1, decorate: this.#telling }
    this.#dispatchers.set(node, createDispatcher(node, methods, options))
  }

  /** Tells when a method has made its change. */
  readonly #telling: DecorateMethod = (method) => ({
    ...method,
    call: (context, params) => method.call({ ...context, changed: () => this.#changed() }, params),
  })

  /** Does what an entry says, and tells what comes of it. */
  async play({ event, branch, time }: JournalEntry): Promise<ReplayResult> {
    const node = this.#nodes[branch]
    if (node === undefined) return { head: undefined, error: `there is no branch ${branch}` }
    this.#seconds = time
    const changed = new Promise<undefined>((resolve) => {
      this.#changed = () => resolve(undefined)
    })
    const done = this.#make(node, event).then(() => undefined, messageOf)
    // Whoever waits for the change of a later entry has made its own.
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

/** Why something was refused has other words in other versions; that it was has not. */
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

/** How the node was that made a journal, as far as its chain depends on it. */
function configOf(header: JournalHeader, db?: string, reference = false): NodeConfig {
  return readConfig({
    ...header.options,
    ...(reference && { reference }),
    ...(db !== undefined && { db }),
    // A slower machine must not refuse what another one did in time.
    callTimeout: NO_TIME_LIMIT,
  })
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
