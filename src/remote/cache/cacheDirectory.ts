import { randomBytes } from 'node:crypto'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Hash, isHex } from '../../primitives/encoding/hex.ts'
import { isJsonObject } from '../../primitives/encoding/json.ts'
import type { RemoteUrl } from '../remoteUrl.ts'
import { AppendLog } from './appendLog.ts'
import { readRegularFile } from './regularFile.ts'

const DIRECTORY_MODE = 0o700
const FILE_MODE = 0o600

/** What was learned about the node behind a URL. */
export interface RemoteFacts {
  readonly chainId?: bigint | undefined
  readonly isSei?: boolean | undefined
  /** Calls of a batch that it accepts; undefined if it never refused any. */
  readonly maxBatch?: number | undefined
  /** Whether state can be read at a block hash (EIP-1898). */
  readonly hasHashRefs?: boolean | undefined
  /** Whether it serves these methods. */
  readonly hasAccountInfo?: boolean | undefined
  readonly hasStorageValues?: boolean | undefined
  readonly hasPrestateTracer?: boolean | undefined
  readonly hasAccessList?: boolean | undefined
  /** Hashes of pinned blocks by number. */
  readonly blocks?: Readonly<Record<string, Hash>> | undefined
  /** Numbers of the blocks where the state before a transaction's block is. */
  readonly transactions?: Readonly<Record<string, string>> | undefined
}

/** The directory of the cache, which processes share. */
export class CacheDirectory {
  readonly #path: string
  readonly #onFailure: (error: unknown) => void

  /**
   * @param path need not exist
   * @param onFailure called when a file cannot be written
   */
  constructor(path: string, onFailure: (error: unknown) => void) {
    this.#path = path
    this.#onFailure = onFailure
  }

  /** Returns the known facts of a URL; no facts if the file is missing or damaged. */
  async readFacts(url: RemoteUrl): Promise<RemoteFacts> {
    try {
      return readFacts(JSON.parse(await readRegularFile(this.#factsFile(url))))
    } catch {
      return {}
    }
  }

  /**
   * Adds to the known facts of a URL. Another process sees the old or the new file.
   */
  async addFacts(url: RemoteUrl, facts: RemoteFacts): Promise<void> {
    const known = await this.readFacts(url)
    const { blocks, transactions, chainId } = { ...known, ...facts }
    const json = {
      url: url.shown,
      ...known,
      ...facts,
      ...(chainId !== undefined && { chainId: chainId.toString() }),
      blocks: { ...known.blocks, ...blocks },
      transactions: { ...known.transactions, ...transactions },
    }
    const file = this.#factsFile(url)
    const next = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`
    try {
      await mkdir(dirname(file), { recursive: true, mode: DIRECTORY_MODE })
      await writeFile(next, `${JSON.stringify(json, undefined, 2)}\n`, { mode: FILE_MODE })
      await rename(next, file)
    } catch (error) {
      await rm(next, { force: true }).catch(() => undefined)
      this.#onFailure(error)
    }
  }

  /**
   * Opens the log of one block of one chain.
   *
   * @param name `state`, or `answers` of requests about earlier blocks
   */
  async openLog(
    name: 'state' | 'answers',
    chainId: bigint,
    number: bigint,
    hash: Hash,
  ): Promise<AppendLog> {
    const directory = join(this.#path, 'chains', chainId.toString())
    await mkdir(directory, { recursive: true, mode: DIRECTORY_MODE }).catch(() => undefined)
    return new AppendLog(join(directory, `${number}-${hash.slice(2)}.${name}`), this.#onFailure)
  }

  #factsFile(url: RemoteUrl): string {
    return join(this.#path, 'remotes', `${url.id}.json`)
  }
}

function readFacts(json: unknown): RemoteFacts {
  if (!isJsonObject(json)) return {}
  const { chainId, maxBatch } = json
  const flag = (name: keyof RemoteFacts) => {
    const value = json[name]
    return typeof value === 'boolean' && { [name]: value }
  }
  return {
    ...(typeof chainId === 'string' && /^\d+$/.test(chainId) && { chainId: BigInt(chainId) }),
    ...(typeof maxBatch === 'number' && maxBatch >= 1 && { maxBatch }),
    ...flag('isSei'),
    ...flag('hasHashRefs'),
    ...flag('hasAccountInfo'),
    ...flag('hasStorageValues'),
    ...flag('hasPrestateTracer'),
    ...flag('hasAccessList'),
    blocks: readTexts(json.blocks, (text): text is Hash => isHex(text) && text.length === 66),
    transactions: readTexts(json.transactions, (text): text is string => /^\d+$/.test(text)),
  }
}

function readTexts<T extends string>(
  json: unknown,
  isValid: (text: string) => text is T,
): Record<string, T> {
  const texts: Record<string, T> = {}
  if (!isJsonObject(json)) return texts
  for (const [name, text] of Object.entries(json)) {
    if (typeof text === 'string' && isValid(text)) texts[name] = text
  }
  return texts
}
