import { createReadStream, createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { addAbortSignal } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileFailure } from '../failure.ts'

/** Stands for stdin or stdout. */
export const STANDARD_STREAM = '-'

/** Chunks of a file, and the number of bytes so far. */
export class CountedChunks implements AsyncIterable<Uint8Array> {
  readonly #pieces: AsyncIterable<Uint8Array>
  bytes = 0

  constructor(pieces: AsyncIterable<Uint8Array>) {
    this.#pieces = pieces
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void, undefined> {
    for await (const piece of this.#pieces) {
      this.bytes += piece.length
      yield piece
    }
  }
}

/**
 * Writes a file atomically under a temporary name, or stdout for `-`.
 *
 * @throws CommandError if it cannot be written
 */
export async function writeChunks(
  path: string,
  pieces: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): Promise<void> {
  const unfinished = `${path}.tmp`
  try {
    if (path === STANDARD_STREAM) {
      await pipeline(pieces, process.stdout, { signal, end: false })
      return
    }
    await pipeline(pieces, createWriteStream(unfinished, { flush: true }), { signal })
    await rename(unfinished, path)
  } catch (error) {
    if (path !== STANDARD_STREAM) await rm(unfinished, { force: true })
    throw fileFailure(path, error, 'written')
  }
}

/**
 * Reads a file, or stdin for `-`. It is opened with the first chunk.
 *
 * @throws CommandError if it cannot be read
 */
export async function* readChunks(
  path: string,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void, undefined> {
  const stream = path === STANDARD_STREAM ? process.stdin : createReadStream(path)
  try {
    yield* addAbortSignal(signal, stream)
  } catch (error) {
    throw fileFailure(path, error, 'read')
  }
}
