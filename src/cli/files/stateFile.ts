import { open, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Chain } from '../../chain/chain.ts'
import { ChainError } from '../../chain/errors.ts'
import { unpackDump } from '../../chain/transfer/packDump.ts'
import { readDump } from '../../chain/transfer/readDump.ts'
import type { StateFiles } from '../../node/options/stateOptions.ts'
import { utf8ToBytes } from '../../primitives/encoding/bytes.ts'
import { errorCode } from '../../primitives/errorCode.ts'
import type { Logger } from '../../primitives/logger.ts'
import { CommandError, describeFailure, fileFailure } from '../failure.ts'
import { writeChunks } from './chunks.ts'

/** File name if a directory is given. */
const NAME_IN_FOLDER = 'state.json'

/**
 * Loads the state of a file: JSON, its gzip, or hexadecimal text of either.
 *
 * @throws CommandError if it cannot be read or is not a state dump
 */
export async function loadStateFile(
  chain: Chain,
  { path, mayBeMissing }: NonNullable<StateFiles['load']>,
): Promise<void> {
  const file = await inFolder(path)
  const bytes = await readWhole(file, mayBeMissing)
  if (bytes === undefined) return
  try {
    await chain.state.load(await readDump(await unpackDump(bytes), chain.names))
  } catch (error) {
    if (!(error instanceof ChainError)) throw error
    const failure = describeFailure(error, '')
    throw failure ? new CommandError(`${file}: ${failure.message}`, 1) : error
  }
}

async function readWhole(file: string, mayBeMissing: boolean): Promise<Uint8Array | undefined> {
  try {
    return await readFile(file)
  } catch (error) {
    const isMissing = errorCode(error) === 'ENOENT'
    if (isMissing && mayBeMissing) return undefined
    throw fileFailure(file, error, 'read')
  }
}

async function inFolder(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined)
  return found?.isDirectory() ? join(path, NAME_IN_FOLDER) : path
}

/** Saves the state of a chain to a file at the end and, if requested, at an interval. */
export class StateSaver {
  readonly #chain: Chain
  readonly #path: string
  readonly #logger: Logger
  readonly #timer: NodeJS.Timeout | undefined
  /** One after the other, because all write the same file. */
  #saving: Promise<void> = Promise.resolve()
  #isSaving = false

  constructor(chain: Chain, { path, intervalMs }: NonNullable<StateFiles['save']>, logger: Logger) {
    this.#chain = chain
    this.#path = path
    this.#logger = logger
    if (intervalMs === undefined) return
    this.#timer = setInterval(() => this.#saveInPassing(), intervalMs)
  }

  /**
   * Saves for the last time.
   * @throws CommandError if the file cannot be written
   */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#saving
    await this.#save()
  }

  #saveInPassing(): void {
    if (this.#isSaving) return
    this.#isSaving = true
    this.#saving = this.#save()
      .catch((error: unknown) => this.#report(error))
      .finally(() => {
        this.#isSaving = false
      })
  }

  /**
   * Checks that the file can be written, before there is anything to lose.
   *
   * @throws CommandError
   */
  async check(): Promise<void> {
    const file = await inFolder(this.#path)
    try {
      const handle = await open(`${file}.tmp`, 'w')
      await handle.close()
      await rm(`${file}.tmp`)
    } catch (error) {
      throw fileFailure(file, error, 'written')
    }
  }

  #report(error: unknown): void {
    const failure = describeFailure(error, '')
    if (failure === undefined) this.#logger.error('saving the state failed', error)
    else this.#logger.error(`saving the state failed: ${failure.message}`)
  }

  async #save(): Promise<void> {
    const { signal } = new AbortController()
    await writeChunks(await inFolder(this.#path), encoded(this.#chain.state.dump()), signal)
  }
}

async function* encoded(text: AsyncIterable<string>): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const piece of text) yield utf8ToBytes(piece)
}
