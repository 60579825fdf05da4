import { sha256 } from '../../primitives/crypto/sha256.ts'
import { concatBytes, equalBytes, joinBytes } from '../../primitives/encoding/bytes.ts'
import { readUvarint, uvarintToBytes } from '../../primitives/encoding/varint.ts'

/*
 * A snapshot is a stream, cut into chunks:
 *
 *   what InitChain said (network.ts), with its length as a varint
 *   the export of the chain at the height (exportFormat.ts)
 *
 * Its metadata are the SHA-256 of the chunks, and its hash is the SHA-256 of the metadata.
 */

/** Version of the format. */
export const SNAPSHOT_FORMAT = 1

/** Size of all chunks but the last; CometBFT takes at most 16 MB. */
const CHUNK_BYTES = 8 * 1024 * 1024

const HASH_BYTES = 32

/** Cuts the stream of a snapshot into chunks. */
export async function* snapshotChunks(
  init: Uint8Array,
  file: AsyncIterable<Uint8Array>,
  chunkBytes = CHUNK_BYTES,
): AsyncGenerator<Uint8Array, void, undefined> {
  let pieces: Uint8Array[] = [uvarintToBytes(init.length), init]
  let size = pieces.reduce((sum, piece) => sum + piece.length, 0)
  for await (const piece of file) {
    pieces.push(piece)
    size += piece.length
    if (size < chunkBytes) continue
    let rest = joinBytes(pieces)
    for (; rest.length >= chunkBytes; rest = rest.subarray(chunkBytes)) {
      yield rest.slice(0, chunkBytes)
    }
    pieces = [rest.slice()]
    size = rest.length
  }
  if (size > 0) yield joinBytes(pieces)
}

/**
 * Reads the stream of a snapshot: what InitChain said, and the rest.
 * @throws RangeError
 */
export async function readSnapshot(chunks: AsyncIterable<Uint8Array>): Promise<{
  readonly init: Uint8Array
  readonly file: AsyncIterable<Uint8Array>
}> {
  const iterator = chunks[Symbol.asyncIterator]()
  let read: Uint8Array = new Uint8Array(0)
  for (;;) {
    const { done, value } = await iterator.next()
    if (done) throw new RangeError('a snapshot is cut off')
    read = concatBytes(read, value)
    const [length, start] = readUvarint(read, 0)
    const end = start + length
    if (read.length < end) continue
    return { init: read.slice(start, end), file: restOf(read.subarray(end), iterator) }
  }
}

async function* restOf(
  first: Uint8Array,
  iterator: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  if (first.length > 0) yield first
  for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value
}

/** Returns the hash of a snapshot with this metadata. */
export function snapshotHash(metadata: Uint8Array): Uint8Array {
  return sha256(metadata)
}

/** Whether a chunk is the one that the metadata names. */
export function isChunk(metadata: Uint8Array, index: number, chunk: Uint8Array): boolean {
  const hash = metadata.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES)
  return equalBytes(sha256(chunk), hash)
}

/** Whether metadata fit a number of chunks and a hash. */
export function isMetadata(metadata: Uint8Array, chunks: number, hash: Uint8Array): boolean {
  return metadata.length === chunks * HASH_BYTES && equalBytes(snapshotHash(metadata), hash)
}
