import { pipeline, Readable } from 'node:stream'
import { promisify } from 'node:util'
import { createGzip, gunzip } from 'node:zlib'
import { hexToBytes, isHex } from '../../primitives/encoding/hex.ts'
import { errorCode } from '../../primitives/errorCode.ts'
import { badState } from './fields.ts'
import { MAX_DUMP_BYTES } from './stateDump.ts'

const unpack = promisify<Uint8Array, { maxOutputLength: number }, Buffer>(gunzip)

/**
 * Compresses a text with gzip.
 * @throws errors of the text's producer
 */
export async function packDump(text: AsyncIterable<string>): Promise<Uint8Array> {
  const gzip = createGzip()
  // Errors are thrown to the reader of the pieces.
  pipeline(Readable.from(text), gzip, () => {})
  const packed: Uint8Array[] = []
  for await (const piece of gzip) packed.push(piece)
  return Buffer.concat(packed)
}

/**
 * Returns the JSON of a dump given as JSON bytes, their gzip, or hexadecimal text of either.
 *
 * @param most maximum size of the JSON in bytes
 * @throws ChainError BAD_STATE
 */
export async function unpackDump(bytes: Uint8Array, most = MAX_DUMP_BYTES): Promise<unknown> {
  const raw = fromHexText(bytes)
  const isPacked = raw[0] === 0x1f && raw[1] === 0x8b
  const text = isPacked ? await inflated(raw, most) : raw
  if (text.length === 0) throw badState('', 'the dump is empty')
  if (text.length > most) throw tooLong(most)
  try {
    return JSON.parse(Buffer.from(text.buffer, text.byteOffset, text.length).toString()) as unknown
  } catch (cause) {
    throw badState('', 'neither JSON nor gzipped JSON', cause)
  }
}

async function inflated(packed: Uint8Array, most: number): Promise<Uint8Array> {
  try {
    return await unpack(packed, { maxOutputLength: most })
  } catch (cause) {
    if (errorCode(cause) === 'ERR_BUFFER_TOO_LARGE') {
      throw tooLong(most)
    }
    throw badState('', `the gzip is damaged: ${cause instanceof Error ? cause.message : cause}`)
  }
}

function tooLong(most: number): Error {
  return badState('', `more than ${most} bytes of JSON`)
}

/** A file may contain the hexadecimal text that a client printed. */
function fromHexText(bytes: Uint8Array): Uint8Array {
  if (bytes[0] !== 0x30 || bytes[1] !== 0x78) return bytes
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1').trim()
  if (isHex(text) && text.length % 2 === 0) return hexToBytes(text)
  throw badState('', 'the hexadecimal text is damaged')
}
