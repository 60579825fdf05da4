import { closeSync, existsSync, openSync, readdirSync, writeSync } from 'node:fs'
import type { Chain } from '../../chain/chain.ts'
import type { Logger } from '../../primitives/logger.ts'
import type { Clock } from '../../primitives/time/clock.ts'
import { ConfigError, errorCode, fileReason } from '../errors.ts'
import type { JournalEvent, JournalHead, JournalHeader } from './journal.ts'
import { entryEnd, entryStart, headerLine } from './journalText.ts'

/** What is recorded of: a node. */
export interface RecordedNode {
  readonly chain: Chain
  readonly closing: AbortSignal
}

/** Through whom each change of a node and its branches goes. */
export interface Recorder {
  /**
   * Makes a change, at once or later.
   *
   * @param make to call `changed` when the change is made, where it goes on waiting for what others
   *   do
   */
  run<T>(
    node: RecordedNode,
    event: JournalEvent,
    make: (changed: () => void) => T | Promise<T>,
  ): Promise<T>
}

/**
 * A journal of all that changes a chain and its branches, from which it can be made again.
 *
 * Changes are made one after the other, in the order of their lines, whichever branch they are of,
 * and the clock stands while one is made. Half of a line is written before the change and the rest
 * after it, before anybody gets the answer: where a process is killed, only the line of the change
 * that was under way is not whole.
 */
export class Recording implements Recorder {
  /** The clock that the chain is to go by. */
  readonly clock: Clock
  readonly #path: string
  readonly #logger: Logger
  /** The nodes that are open, by chain, and how the journal calls them. */
  readonly #nodes = new Map<Chain, RecordedNode>()
  readonly #branches = new Map<RecordedNode, number>()
  /** One change after the other, the first one once the header is written. */
  #last: Promise<void>
  #begun: () => void = () => {}
  /** Undefined: nothing is written. */
  #file: number | undefined
  #time: number | undefined
  #attached = 0
  #root: RecordedNode | undefined

  /** @throws ConfigError where the file is there already */
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
   * Makes the file. What was to change meanwhile changes now.
   *
   * @throws ConfigError where it cannot be made
   */
  begin(header: JournalHeader): void {
    try {
      // It may have keys in it.
      this.#file = openSync(this.#path, 'wx', 0o600)
    } catch (cause) {
      const isTaken = errorCode(cause) === 'EEXIST'
      const reason = isTaken ? taken(this.#path) : `${this.#path} ${fileReason(cause, 'written')}`
      throw refused(reason, cause)
    } finally {
      this.#begun()
    }
    this.#write(headerLine(header))
    this.#logger.info(`all that changes the chain is written to ${this.#path}`)
  }

  /** Is told of a node before anything happens there, the first one first. */
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

  /** Makes the block of a timer. */
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

  /** To be called once the first node is closed. */
  async close(): Promise<void> {
    this.#begun()
    await this.#last
    this.#end()
  }

  /** Waits for those that came before, and gives what lets the next one go. */
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
    // A node that is closed refuses whatever comes.
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
    // The end of the node broke it off, or may have, nobody knows where: its line stays half of
    // one.
    if (isEnding && (error !== undefined || node !== this.#root)) return this.#end()
    try {
      this.#write(entryEnd({ head: await headOf(node, isEnding), error }))
    } catch (cause) {
      this.#fail(cause)
    }
  }

  /**
   * A journal that lacks a line is of no use any more: it ends before that, and the node goes on.
   */
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
    this.#logger.error(`${this.#path} cannot be written: the recording ends here`, error)
    this.#end()
  }

  #end(): void {
    if (this.#file !== undefined) closeSync(this.#file)
    this.#file = undefined
  }
}

/**
 * Where the answer to a change is to come from. In an object, or else whoever awaits it would await
 * the answer.
 */
interface Made<T> {
  readonly answer: Promise<T>
}

async function begin<T>(make: (changed: () => void) => T | Promise<T>, changed: () => void) {
  return make(changed)
}

/** Where a chain is; undefined where it was closed, but not with the whole node. */
async function headOf(
  { chain, closing }: RecordedNode,
  isEnding: boolean,
): Promise<JournalHead | undefined> {
  if (closing.aborted && !isEnding) return undefined
  // After very many empty blocks the hash takes a while.
  if (!closing.aborted) await chain.blocks.find({ tag: 'latest' })
  const { number, hash } = chain.blocks.latest
  return { block: number, hash }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function taken(path: string): string {
  return `${path} is there already; a recording begins with a new file`
}

/**
 * @throws ConfigError where a chain may be in the directory already: a journal begins with block 0
 */
export function requireNewChain(directory: string | undefined): void {
  if (directory === undefined || !existsSync(directory) || readdirSync(directory).length === 0)
    return
  throw refused(
    `needs a new or empty --db directory: a journal begins with block 0, and ${directory} is in use`,
  )
}

function refused(reason: string, cause?: unknown): ConfigError {
  return new ConfigError({ code: 'BAD_OPTION', option: 'record', reason }, { cause })
}
