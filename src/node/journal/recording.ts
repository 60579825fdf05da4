import { closeSync, existsSync, openSync, readdirSync, writeSync } from 'node:fs'
import type { Chain } from '../../chain/chain.ts'
import { errorCode } from '../../primitives/errorCode.ts'
import type { Logger } from '../../primitives/logger.ts'
import type { Clock } from '../../primitives/time/clock.ts'
import { ConfigError, fileReason } from '../errors.ts'
import type { JournalEvent, JournalHead, JournalHeader } from './journal.ts'
import { entryEnd, entryStart, headerLine } from './journalText.ts'

/** A recorded node. */
export interface RecordedNode {
  readonly chain: Chain
  readonly closing: AbortSignal
}

/** Serializes and records the changes of a node and its branches. */
export interface Recorder {
  /**
   * Makes a change, at once or later.
   *
   * @param make calls `changed` when the change is complete while it still waits
   */
  run<T>(
    node: RecordedNode,
    event: JournalEvent,
    make: (changed: () => void) => T | Promise<T>,
  ): Promise<T>
}

/**
 * Journal of all changes of a chain and its branches.
 *
 * Changes run one after the other in the order of their lines, on all branches, and the clock
 * stands still during a change. Half of a line is written before the change and the rest before the
 * response: if the process is killed, only the line of the unfinished change is incomplete.
 */
export class Recording implements Recorder {
  /** The clock of the chain. */
  readonly clock: Clock
  readonly #path: string
  readonly #logger: Logger
  /** Open nodes by chain, and their numbers in the journal. */
  readonly #nodes = new Map<Chain, RecordedNode>()
  readonly #branches = new Map<RecordedNode, number>()
  /** Serializes changes; the first one waits for the header. */
  #last: Promise<void>
  #begun: () => void = () => {}
  /** Undefined if no journal is written. */
  #file: number | undefined
  #time: number | undefined
  #attached = 0
  #root: RecordedNode | undefined

  /** @throws ConfigError if the file exists */
  constructor(path: string, clock: Clock, logger: Logger) {
    if (existsSync(path)) throw refused(taken(path))
    this.#path = path
    this.#logger = logger
    this.clock = { now: () => this.#time ?? clock.now() }
    this.#last = new Promise((resolve) => {
      this.#begun = resolve
    })
  }

  /**
   * Creates the file, then runs waiting changes.
   *
   * @throws ConfigError if it cannot be created
   */
  begin(header: JournalHeader): void {
    try {
      // It may contain keys.
      this.#file = openSync(this.#path, 'wx', 0o600)
    } catch (cause) {
      const isTaken = errorCode(cause) === 'EEXIST'
      const reason = isTaken ? taken(this.#path) : `${this.#path} ${fileReason(cause, 'written')}`
      throw refused(reason, cause)
    } finally {
      this.#begun()
    }
    this.#write(headerLine(header))
    this.#logger.info(`recording all changes of the chain to ${this.#path}`)
  }

  /** Called with each node before anything happens there, the first one first. */
  attach(node: RecordedNode): void {
    const { chain, closing } = node
    this.#root ??= node
    this.#nodes.set(chain, node)
    this.#branches.set(node, this.#attached++)
    const onGone = () => {
      this.#nodes.delete(chain)
      this.#branches.delete(node)
    }
    closing.addEventListener('abort', onGone, { once: true })
  }

  /** Mines the block of a timer. */
  tick = (chain: Chain, mine: () => Promise<void>): Promise<void> => {
    const node = this.#nodes.get(chain)
    if (node === undefined) return mine()
    return this.run(node, { call: 'timer' }, async () => {
      // It may have been closed while this waited.
      if (!node.closing.aborted) await mine()
    })
  }

  async run<T>(
    node: RecordedNode,
    event: JournalEvent,
    make: (changed: () => void) => T | Promise<T>,
  ): Promise<T> {
    const leave = await this.#turn()
    let made: Made<T>
    try {
      made = await this.#make(node, event, make)
    } finally {
      leave()
    }
    return made.answer
  }

  /** Called when the first node is closed. */
  async close(): Promise<void> {
    this.#begun()
    await this.#last
    this.#end()
  }

  /** Waits for earlier changes and returns a function that starts the next one. */
  async #turn(): Promise<() => void> {
    const before = this.#last
    let leave = () => {}
    this.#last = new Promise((resolve) => {
      leave = resolve
    })
    await before
    return leave
  }

  async #make<T>(
    node: RecordedNode,
    event: JournalEvent,
    make: (changed: () => void) => T | Promise<T>,
  ): Promise<Made<T>> {
    const branch = this.#branches.get(node)
    // A closed node rejects all changes.
    if (this.#file === undefined || branch === undefined) return { answer: begin(make, () => {}) }
    const time = this.clock.now()
    this.#time = time
    try {
      this.#write(entryStart({ time, branch, event }))
      let change = () => {}
      const changed = new Promise<undefined>((resolve) => {
        change = () => resolve(undefined)
      })
      const answer = begin(make, change)
      const error = await Promise.race([changed, answer.then(() => undefined, messageOf)])
      await this.#finish(node, error)
      return { answer }
    } finally {
      this.#time = undefined
    }
  }

  /** Writes the rest of a line. */
  async #finish(node: RecordedNode, error: string | undefined): Promise<void> {
    const isEnding = this.#root?.closing.aborted === true
    // The change may have been interrupted by the end of the node, so its line stays incomplete.
    if (isEnding && (error !== undefined || node !== this.#root)) return this.#end()
    try {
      this.#write(entryEnd({ head: await headOf(node, isEnding), error }))
    } catch (cause) {
      this.#fail(cause)
    }
  }

  /** A journal with a missing line is useless after it: recording stops, and the node continues. */
  #write(text: string): void {
    if (this.#file === undefined) return
    try {
      const bytes = Buffer.from(text)
      for (let at = 0; at < bytes.length; ) at += writeSync(this.#file, bytes, at)
    } catch (error) {
      this.#fail(error)
    }
  }

  #fail(error: unknown): void {
    this.#logger.error(`${this.#path} cannot be written: the recording has ended`, error)
    this.#end()
  }

  #end(): void {
    if (this.#file !== undefined) closeSync(this.#file)
    this.#file = undefined
  }
}

/** Promise of the response, in an object so that awaiting the change does not await it. */
interface Made<T> {
  readonly answer: Promise<T>
}

async function begin<T>(make: (changed: () => void) => T | Promise<T>, changed: () => void) {
  return make(changed)
}

/** Returns the position of a chain; undefined if it was closed before the node. */
async function headOf(
  { chain, closing }: RecordedNode,
  isEnding: boolean,
): Promise<JournalHead | undefined> {
  if (closing.aborted && !isEnding) return undefined
  // The hash takes a while after very many empty blocks.
  if (!closing.aborted) await chain.blocks.find({ tag: 'latest' })
  const { number, hash } = chain.blocks.latest
  return { block: number, hash }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function taken(path: string): string {
  return `${path} already exists; a recording needs a new file`
}

/** @throws ConfigError if the directory may contain a chain: a journal starts with block 0 */
export function requireNewChain(directory: string | undefined): void {
  if (directory === undefined || !existsSync(directory) || readdirSync(directory).length === 0)
    return
  throw refused(
    `needs a new or empty --db directory (a journal begins with block 0): ${directory} has content`,
  )
}

function refused(reason: string, cause?: unknown): ConfigError {
  return new ConfigError({ code: 'BAD_OPTION', option: 'record', reason }, { cause })
}
