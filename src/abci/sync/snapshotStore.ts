import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { exportChain } from '../../chain/transfer/exportChain.ts'
import { sha256 } from '../../primitives/crypto/sha256.ts'
import { EMPTY_BYTES, joinBytes } from '../../primitives/encoding/bytes.ts'
import { errorCode } from '../../primitives/errorCode.ts'
import type { Logger } from '../../primitives/logger.ts'
import type { Database } from '../../store/database/database.ts'
import { encodeInit, type Network } from '../network/network.ts'
import { SNAPSHOT_FORMAT, snapshotChunks, snapshotHash } from './snapshotFormat.ts'

/** When snapshots are taken, and where they are. */
export interface SnapshotSettings {
  readonly directory: string
  /** Blocks between snapshots; 0: none. */
  readonly interval: number
  /** Number of snapshots that are kept. */
  readonly keep: number
  /** Size of a chunk in bytes; default: 8 MiB. */
  readonly chunkBytes?: number
}

/** A snapshot on disk. */
export interface StoredSnapshot {
  readonly height: number
  readonly format: number
  readonly chunks: number
  readonly hash: Uint8Array
  readonly metadata: Uint8Array
}

const METADATA_FILE = 'metadata'

/** Directories of snapshots that a killed process was writing or removing. */
const LEFTOVER = /^[0-9]+\.(unfinished|removed)$/

/** Takes snapshots of a chain and serves them to nodes that join. */
export class SnapshotStore {
  readonly #settings: SnapshotSettings
  readonly #logger: Logger
  #snapshots: readonly StoredSnapshot[] = []
  #taking: Promise<void> | undefined

  private constructor(settings: SnapshotSettings, logger: Logger) {
    this.#settings = settings
    this.#logger = logger
  }

  /** Opens the snapshots of a directory, which need not exist. Removes what is incomplete. */
  static async open(settings: SnapshotSettings, logger: Logger): Promise<SnapshotStore> {
    const store = new SnapshotStore(settings, logger)
    const names = await readdir(settings.directory).catch(() => [])
    for (const name of names.filter((name) => LEFTOVER.test(name))) {
      await rm(store.#path(name), { recursive: true, force: true })
    }
    const heights = names.filter((name) => /^[0-9]+$/.test(name)).map(Number)
    const found: StoredSnapshot[] = []
    for (const height of heights) {
      const metadata = await store.#read(height, METADATA_FILE)
      if (metadata !== undefined) found.push(describe(height, metadata))
      else {
        logger.error(`snapshot of block ${height} has no metadata and is removed`)
        await store.#remove(height)
      }
    }
    store.#snapshots = found.sort((a, b) => b.height - a.height)
    return store
  }

  /** Newest first. */
  get list(): readonly StoredSnapshot[] {
    return this.#snapshots
  }

  /** Returns a chunk; an unknown or removed one is empty. */
  async chunk(height: number, format: number, index: number): Promise<Uint8Array> {
    const known = this.#snapshots.find((each) => each.height === height && each.format === format)
    if (known === undefined || index >= known.chunks) return EMPTY_BYTES
    return (await this.#read(height, chunkName(index))) ?? EMPTY_BYTES
  }

  /** Starts to take a snapshot after a block, if one is due and none is being taken. */
  follow(network: Network, database: Database | undefined): void {
    const { interval } = this.#settings
    const { number } = network.driver.latest
    if (interval === 0 || number % interval !== 0 || database === undefined) return
    if (this.#taking !== undefined) return
    this.#taking = this.#take(network, database, number)
      .catch((error) => this.#logger.error(`snapshot of block ${number} failed`, error))
      .finally(() => {
        this.#taking = undefined
      })
  }

  /** Resolves when no snapshot is being taken. */
  async idle(): Promise<void> {
    await this.#taking
  }

  async #take(network: Network, database: Database, height: number): Promise<void> {
    const { pruner, head } = network.core
    const unfinished = this.#path(`${height}.unfinished`)
    const release = pruner.readLeases.lease(head.current.version)
    try {
      await rm(unfinished, { recursive: true, force: true })
      await mkdir(unfinished, { recursive: true })
      const { file } = exportChain(database, { height, isUnindexed: true })
      const hashes: Uint8Array[] = []
      const chunks = snapshotChunks(encodeInit(network.init), file, this.#settings.chunkBytes)
      for await (const chunk of chunks) {
        await writeFile(join(unfinished, chunkName(hashes.length)), chunk)
        hashes.push(sha256(chunk))
      }
      const metadata = joinBytes(hashes)
      await writeFile(join(unfinished, METADATA_FILE), metadata, { flush: true })
      await this.#remove(height)
      await rename(unfinished, this.#path(height))
      await this.#add(describe(height, metadata))
      this.#logger.info(`snapshot of block ${height}: ${hashes.length} chunks`)
    } finally {
      release()
    }
  }

  async #add(snapshot: StoredSnapshot): Promise<void> {
    const others = this.#snapshots.filter(({ height }) => height !== snapshot.height)
    const all = [snapshot, ...others].sort((a, b) => b.height - a.height)
    this.#snapshots = all.slice(0, this.#settings.keep)
    for (const { height } of all.slice(this.#settings.keep)) await this.#remove(height)
  }

  /** Removes a snapshot. The directory is renamed first, so that a kill leaves no part of it. */
  async #remove(height: number): Promise<void> {
    const removed = this.#path(`${height}.removed`)
    await rm(removed, { recursive: true, force: true })
    await rename(this.#path(height), removed).catch(unlessMissing)
    await rm(removed, { recursive: true, force: true })
  }

  /** Reads a file of a snapshot; undefined if it does not exist. */
  async #read(height: number, name: string): Promise<Uint8Array | undefined> {
    const file = await readFile(this.#path(height, name)).catch(unlessMissing)
    // Not a copy: a chunk is large.
    return file && new Uint8Array(file.buffer, file.byteOffset, file.length)
  }

  #path(...names: readonly (string | number)[]): string {
    return join(this.#settings.directory, ...names.map(String))
  }
}

function unlessMissing(error: unknown): undefined {
  if (errorCode(error) !== 'ENOENT') throw error
  return undefined
}

function chunkName(index: number): string {
  return `chunk-${index}`
}

function describe(height: number, metadata: Uint8Array): StoredSnapshot {
  const chunks = metadata.length / 32
  return { height, format: SNAPSHOT_FORMAT, chunks, hash: snapshotHash(metadata), metadata }
}
