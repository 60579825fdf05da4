import { createHash } from 'node:crypto'
import { assert } from '../primitives/assert.ts'
import { concatBytes } from '../primitives/bytes.ts'
import { bytesToHash } from '../primitives/hex.ts'
import { storeNames } from '../state/layout.ts'
import type { Database } from '../store/database.ts'
import { toFrames } from '../store/frames.ts'
import { createMultistore, type Multistore } from '../store/multistore.ts'
import { describeStores, encodeStores } from '../store/storesStream.ts'
import { blockKey } from '../store/tables.ts'
import { uvarintToBytes } from '../store/varint.ts'
import { ChainRefused } from './errors.ts'
import { type ChainSummary, EXPORT_MARK, EXPORT_VERSION, HASHES_IN_REACH } from './exportFormat.ts'
import { RULES_KEY } from './rules.ts'

/** Each node is read once, so there is little to gain from keeping any. */
const CACHED_NODES = 1000

/** A chain as of one height, ready to be written. */
export interface ChainExport extends ChainSummary {
  /** The file, piece by piece. To be read once, while the database is open. */
  readonly file: AsyncIterable<Uint8Array>
}

/**
 * The chain of a database as of one height, for {@link importChain}: its rules, its state, block 0 and the blocks whose
 * hashes the next block may ask for. Transactions that wait are left out. The database is not written to.
 *
 * @param height default: the newest.
 * @throws ChainRefused BLOCK_PRUNED, BLOCK_NOT_YET_AVAILABLE
 */
export function exportChain(database: Database, height?: number): ChainExport {
  const stores = createMultistore(storeNames, database, CACHED_NODES)
  const version = height === undefined ? stores.version : height + 1
  requireVersion(stores, version)
  const { appHash, keys } = describeStores(stores, version)
  return {
    height: version - 1,
    appHash: bytesToHash(appHash),
    keys,
    file: encodeFile(contentOf(database, stores, version)),
  }
}

function requireVersion({ earliest, version: newest }: Multistore, version: number): void {
  const number = BigInt(version) - 1n
  if (version > newest) {
    const latest = BigInt(newest) - 1n
    throw new ChainRefused({ code: 'BLOCK_NOT_YET_AVAILABLE', number, latest })
  }
  if (version < earliest) {
    throw new ChainRefused({ code: 'BLOCK_PRUNED', number, earliest: BigInt(earliest) - 1n })
  }
}

async function* encodeFile(
  content: Iterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  yield concatBytes(EXPORT_MARK, Uint8Array.of(EXPORT_VERSION))
  yield* toFrames(withDigest(content))
}

function* withDigest(content: Iterable<Uint8Array>): Generator<Uint8Array, void, undefined> {
  const hash = createHash('sha256')
  for (const piece of content) {
    hash.update(piece)
    yield piece
  }
  yield hash.digest()
}

function* contentOf(
  database: Database,
  stores: Multistore,
  version: number,
): Generator<Uint8Array, void, undefined> {
  const height = version - 1
  yield uvarintToBytes(height)
  yield* withLength(database.get(RULES_KEY))
  const oldest = Math.max(1, height - HASHES_IN_REACH)
  yield uvarintToBytes(1 + Math.max(0, height - oldest + 1))
  yield* withLength(database.get(blockKey(0)))
  for (let number = oldest; number <= height; number++) {
    yield* withLength(database.get(blockKey(number)))
  }
  yield* encodeStores(stores, version)
}

function* withLength(bytes: Uint8Array | undefined): Generator<Uint8Array, void, undefined> {
  assert(bytes !== undefined, 'the rules and the blocks of a chain in its database')
  yield uvarintToBytes(bytes.length)
  yield bytes
}
