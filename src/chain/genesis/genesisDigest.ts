import { createHash, type Hash } from 'node:crypto'
import { bigIntToBytes, utf8ToBytes } from '../../primitives/encoding/bytes.ts'
import { hexToBytes } from '../../primitives/encoding/hex.ts'
import type { Genesis, GenesisAccount } from './genesis.ts'

/** Bytes per call of the hash function, whose overhead equals some hundred bytes. */
const CHUNK_BYTES = 1 << 16

/**
 * Returns a SHA-256 over a genesis. Equal digests mean equal chains; different digests mean
 * nothing, because a chain can be written in several ways. Much faster than building block 0.
 */
export function genesisDigest(genesis: Genesis): Uint8Array {
  const { alloc, labels: _labels, isTimestampDefault: _isDefault, ...rest } = genesis
  const digest = new ChunkedHash()
  digest.add(utf8ToBytes(JSON.stringify(rest, toJson)))
  for (const [address, { balance, nonce, code, storage }] of alloc) {
    digest.add(hexToBytes(address))
    digest.add(bigIntToBytes(balance, 32))
    digest.add(bigIntToBytes(nonce, 8))
    // Lengths come first to make the encoding unambiguous.
    digest.add(bigIntToBytes(BigInt(code.length), 8))
    digest.add(code)
    addStorage(digest, storage)
  }
  return digest.finish()
}

function addStorage(digest: ChunkedHash, storage: GenesisAccount['storage']): void {
  digest.add(bigIntToBytes(BigInt(storage.length), 8))
  for (const [slot, word] of storage) {
    digest.add(slot)
    digest.add(word)
  }
}

function toJson(_: string, value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString()
  return value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value
}

class ChunkedHash {
  readonly #hash: Hash = createHash('sha256')
  readonly #chunk = new Uint8Array(CHUNK_BYTES)
  #filled = 0

  add(bytes: Uint8Array): void {
    if (this.#filled + bytes.length > CHUNK_BYTES) this.#flush()
    if (bytes.length > CHUNK_BYTES) {
      this.#hash.update(bytes)
      return
    }
    this.#chunk.set(bytes, this.#filled)
    this.#filled += bytes.length
  }

  finish(): Uint8Array {
    this.#flush()
    return this.#hash.digest()
  }

  #flush(): void {
    this.#hash.update(this.#chunk.subarray(0, this.#filled))
    this.#filled = 0
  }
}
