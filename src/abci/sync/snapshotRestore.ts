import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type {
  RequestApplySnapshotChunk,
  RequestOfferSnapshot,
  ResponseApplySnapshotChunk,
  Snapshot,
} from 'cosmjs-types/tendermint/abci/types'
import { importChain } from '../../chain/transfer/importChain.ts'
import { DomainError } from '../../primitives/domainError.ts'
import { bytesToHash, type Hash } from '../../primitives/encoding/hex.ts'
import { errorCode } from '../../primitives/errorCode.ts'
import type { Logger } from '../../primitives/logger.ts'
import { createDatabase } from '../../store/database/createDatabase.ts'
import { stageInit } from '../network/network.ts'
import type { NetworkHost } from '../network/networkHost.ts'
import { isChunk, isMetadata, readSnapshot, SNAPSHOT_FORMAT } from './snapshotFormat.ts'

/** Answers of OfferSnapshot. */
const offer = { accept: 1, abort: 2, reject: 3, rejectFormat: 4 } as const
/** Answers of ApplySnapshotChunk. */
const applied = { accept: 1, abort: 2, retry: 3, rejectSnapshot: 5 } as const

/** More chunks than any chain here has: 8 GiB. */
const MAX_CHUNKS = 1024

/** A snapshot that is being restored. */
interface Restoring {
  readonly snapshot: Snapshot
  /** App hash of its height, which CometBFT has verified. */
  readonly appHash: Hash
  readonly directory: string
}

/** Restores an empty node from a snapshot of another one. */
export class SnapshotRestore {
  readonly #host: NetworkHost
  readonly #logger: Logger
  #restoring: Restoring | undefined

  constructor(host: NetworkHost, logger: Logger) {
    this.#host = host
    this.#logger = logger
  }

  /** Answers OfferSnapshot. A new offer drops what an earlier one left. */
  async offer({ snapshot, appHash }: RequestOfferSnapshot): Promise<number> {
    await this.#drop()
    const { storage, latest } = this.#host
    if (storage === undefined) {
      this.#logger.error('state sync needs --db')
      return offer.abort
    }
    if (latest !== undefined || snapshot === undefined) return offer.abort
    if (snapshot.format !== SNAPSHOT_FORMAT) return offer.rejectFormat
    const { chunks, metadata, hash } = snapshot
    if (chunks < 1 || chunks > MAX_CHUNKS || !isMetadata(metadata, chunks, hash)) {
      return offer.reject
    }
    if (appHash.length !== 32) return offer.reject
    const directory = chunkDirectory(storage.directory)
    await rm(directory, { recursive: true, force: true })
    await mkdir(directory, { recursive: true })
    this.#restoring = { snapshot, appHash: bytesToHash(appHash), directory }
    return offer.accept
  }

  /** Answers ApplySnapshotChunk. Chunks come in order; after the last one the chain is open. */
  async apply(request: RequestApplySnapshotChunk): Promise<ResponseApplySnapshotChunk> {
    const restoring = this.#restoring
    if (restoring === undefined) return answer(applied.abort)
    const { index, chunk, sender } = request
    const { snapshot, directory } = restoring
    if (!isChunk(snapshot.metadata, index, chunk)) {
      const rejectSenders = sender === '' ? [] : [sender]
      return { result: applied.retry, refetchChunks: [index], rejectSenders }
    }
    await writeFile(join(directory, String(index)), chunk)
    if (index < snapshot.chunks - 1) return answer(applied.accept)
    try {
      await this.#import(restoring)
      return answer(applied.accept)
    } catch (error) {
      const isBad = error instanceof DomainError || error instanceof RangeError
      if (!isBad) throw error
      this.#logger.error(`snapshot of block ${snapshot.height} is refused: ${error.message}`)
      return answer(applied.rejectSnapshot)
    } finally {
      await this.#drop()
    }
  }

  /** @throws DomainError, RangeError if the snapshot is not that of the app hash */
  async #import({ snapshot, appHash, directory }: Restoring): Promise<void> {
    const { storage } = this.#host
    if (storage === undefined) throw new Error('bug: a snapshot without a directory')
    await this.#host.close()
    await removeDatabase(storage.directory)
    try {
      await createDatabase(storage.directory, async (database) => {
        const { init, file } = await readSnapshot(chunksOf(directory, snapshot.chunks))
        const found = await importChain(file, database)
        const isThat = found.edits === 0 && found.appHash === appHash
        if (!isThat || BigInt(found.height) !== snapshot.height) {
          throw new RangeError(`it is of block ${found.height} with app hash ${found.appHash}`)
        }
        stageInit(database, init)
      })
      await this.#host.reopen()
    } catch (error) {
      await this.#host.close()
      await removeDatabase(storage.directory)
      await this.#host.reopen()
      throw error
    }
  }

  async #drop(): Promise<void> {
    const restoring = this.#restoring
    this.#restoring = undefined
    if (restoring !== undefined) await rm(restoring.directory, { recursive: true, force: true })
  }
}

function chunkDirectory(database: string): string {
  return `${database}.chunks`
}

function removedDirectory(database: string): string {
  return `${database}.removed`
}

/** Removes a database. It is renamed first, so that a kill leaves no part of it. */
async function removeDatabase(directory: string): Promise<void> {
  const removed = removedDirectory(directory)
  await rm(removed, { recursive: true, force: true })
  await rename(directory, removed).catch((error: unknown) => {
    if (errorCode(error) !== 'ENOENT') throw error
  })
  await rm(removed, { recursive: true, force: true })
}

/** Removes what a killed process left beside the directory of a database. */
export async function removeRestoreLeftovers(database: string): Promise<void> {
  for (const leftover of [chunkDirectory(database), removedDirectory(database)]) {
    await rm(leftover, { recursive: true, force: true })
  }
}

async function* chunksOf(directory: string, count: number): AsyncGenerator<Uint8Array, void> {
  for (let index = 0; index < count; index++) yield await readFile(join(directory, String(index)))
}

function answer(result: number): ResponseApplySnapshotChunk {
  return { result, refetchChunks: [], rejectSenders: [] }
}
