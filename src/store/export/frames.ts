import { promisify } from 'node:util'
import { deflate, inflate } from 'node:zlib'
import type { ByteSource } from './byteSource.ts'

/*
 * Compressed bytes in frames. A frame is a length (4 bytes, big-endian) and zlib data. A frame of
 * length 0 marks the end, so that other data may follow. Reading a frame needs bounded memory.
 */

/**
 * Uncompressed size of a full frame. Larger frames compress no better, because the window of zlib
 * is 32 KiB.
 */
const FRAME_BYTES = 2 ** 18
/** Far above the overhead of zlib for incompressible bytes. */
const MAX_PACKED_BYTES = 2 * FRAME_BYTES

const pack = promisify(deflate)
const unpack = promisify<Uint8Array, { maxOutputLength: number }, Buffer>(inflate)

/**
 * Yields the frames of `content`. Compresses a frame while the content of the next one is
 * collected.
 */
export async function* toFrames(
  content: Iterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  let packing: Promise<Buffer> | undefined
  for (const frame of regroup(content)) {
    const done = packing
    packing = pack(frame)
    if (done !== undefined) yield toFrame(await done)
  }
  if (packing !== undefined) yield toFrame(await packing)
  yield Buffer.alloc(4)
}

/**
 * Yields the content of frames, which must extend to the end of `source`.
 *
 * @throws StoreError BAD_EXPORT
 */
export async function* fromFrames(source: ByteSource): AsyncGenerator<Uint8Array, void, undefined> {
  for (;;) {
    await source.fill(4)
    const length = Buffer.from(source.take(4)).readUInt32BE()
    if (length === 0) break
    if (length > MAX_PACKED_BYTES) throw source.refuse(`a frame of ${length} bytes`)
    await source.fill(length)
    const packed = source.take(length)
    try {
      yield await unpack(packed, { maxOutputLength: FRAME_BYTES })
    } catch (cause) {
      throw source.refuse(cause instanceof Error ? cause.message : String(cause))
    }
  }
  await source.end()
}

/** Yields the same bytes in pieces of {@link FRAME_BYTES}; the last one may be shorter. */
function* regroup(pieces: Iterable<Uint8Array>): Generator<Uint8Array, void, undefined> {
  let frame = Buffer.allocUnsafe(FRAME_BYTES)
  let used = 0
  for (const piece of pieces) {
    for (let at = 0; at < piece.length; ) {
      const part = piece.subarray(at, at + FRAME_BYTES - used)
      frame.set(part, used)
      at += part.length
      used += part.length
      if (used < FRAME_BYTES) continue
      yield frame
      // The old buffer is still being compressed.
      frame = Buffer.allocUnsafe(FRAME_BYTES)
      used = 0
    }
  }
  if (used > 0) yield frame.subarray(0, used)
}

function toFrame(packed: Buffer): Uint8Array {
  const head = Buffer.allocUnsafe(4)
  head.writeUInt32BE(packed.length)
  return Buffer.concat([head, packed])
}
