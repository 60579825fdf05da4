import { type ModuleError, sdkError } from '../../../modules/moduleError.ts'
import { decompressPublicKey } from '../../../primitives/crypto/secp256k1.ts'
import { bytesToBigInt } from '../../../primitives/encoding/bytes.ts'

const FIELD = 2n ** 256n - 2n ** 32n - 977n
const COMPRESSED_SIZE = 33
const UNCOMPRESSED_SIZE = 65

/**
 * Parses a public key of secp256k1, compressed or not, in the words of the real chain's library
 * (btcec, ParsePubKey). Returns its two coordinates.
 *
 * @throws ModuleError
 */
export function parsePublicKey(bytes: Uint8Array): Uint8Array {
  if (bytes.length === COMPRESSED_SIZE) return parseCompressed(bytes)
  if (bytes.length === UNCOMPRESSED_SIZE) return parseUncompressed(bytes)
  throw invalid(`malformed public key: invalid length: ${bytes.length}`)
}

function parseCompressed(bytes: Uint8Array): Uint8Array {
  const [format = 0] = bytes
  if (format !== 2 && format !== 3) throw unsupported(format)
  const x = coordinateAt(bytes, 1, 'x')
  const key = pointOf(bytes)
  if (key !== undefined) return key
  throw invalid(`invalid public key: x coordinate ${hexOf(x)} is not on the secp256k1 curve`)
}

/** A hybrid key tells the parity of y. */
function parseUncompressed(bytes: Uint8Array): Uint8Array {
  const [format = 0] = bytes
  if (format !== 4 && format !== 6 && format !== 7) throw unsupported(format)
  const x = coordinateAt(bytes, 1, 'x')
  const y = coordinateAt(bytes, COMPRESSED_SIZE, 'y')
  const isOdd = y % 2n === 1n
  if (format !== 4 && isOdd !== (format === 7)) {
    throw invalid(`invalid public key: y oddness does not match specified value of ${format === 7}`)
  }
  const compressed = Uint8Array.of(isOdd ? 3 : 2, ...bytes.subarray(1, COMPRESSED_SIZE))
  const key = pointOf(compressed)
  if (key !== undefined && bytesToBigInt(key.subarray(COMPRESSED_SIZE - 1)) === y) return key
  throw invalid(`invalid public key: [${hexOf(x)},${hexOf(y)}] not on secp256k1 curve`)
}

function pointOf(compressed: Uint8Array): Uint8Array | undefined {
  try {
    return decompressPublicKey(compressed)
  } catch {
    return undefined
  }
}

function coordinateAt(bytes: Uint8Array, at: number, name: string): bigint {
  const value = bytesToBigInt(bytes.subarray(at, at + COMPRESSED_SIZE - 1))
  if (value < FIELD) return value
  throw invalid(`invalid public key: ${name} >= field prime`)
}

function hexOf(coordinate: bigint): string {
  return coordinate.toString(16).padStart(64, '0')
}

function unsupported(format: number): ModuleError {
  return invalid(`invalid public key: unsupported format: ${format.toString(16)}`)
}

function invalid(message: string): ModuleError {
  return sdkError('invalidRequest', message)
}
