import { createHash } from 'node:crypto'
import { assert } from '../../primitives/assert.ts'
import { concatBytes } from '../../primitives/encoding/bytes.ts'
import { bytesToHash } from '../../primitives/encoding/hex.ts'
import { uvarintsToBytes, uvarintToBytes } from '../../primitives/encoding/varint.ts'
import { ForkError } from '../../state/fork/forkError.ts'
import { storeNames } from '../../state/rows/layout.ts'
import type { Database } from '../../store/database/database.ts'
import { toFrames } from '../../store/export/frames.ts'
import { describeStores, encodeStores } from '../../store/export/storesStream.ts'
import { createMultistore, type Multistore } from '../../store/multistore.ts'
import type { SealedBlock } from '../block/block.ts'
import { encodeBlock } from '../block/blockCodec.ts'
import { ChainError } from '../errors.ts'
import { getFork } from '../fork/savedFork.ts'
import {
  decodeGenesisParams,
  GENESIS_PARAMS_KEY,
  genesisNumberOf,
} from '../genesis/genesisParams.ts'
import { BlockArchive } from '../history/blockArchive.ts'
import { History } from '../history/history.ts'
import { BlockVersions } from '../versions/blockVersions.ts'
import {
  BLOCKHASH_WINDOW,
  type ChainSummary,
  EXPORT_MAGIC,
  EXPORT_VERSION,
  PARTLY_INDEXED_VERSION,
} from './exportFormat.ts'

/** Small, because each node is read once. */
const CACHED_NODES = 1000

/** A chain at one height, ready to be written. */
export interface ChainExport extends ChainSummary {
  /** Pieces of the file. Read them once, while the database is open. */
  readonly file: AsyncIterable<Uint8Array>
}

/** End of an export. */
interface ExportEnd {
  readonly height: number
  readonly version: number
  /** First block of the address index. Undefined if the index has all blocks. */
  readonly indexedFrom: number | undefined
  /** Whether blocks are without the data of the address index. */
  readonly isUnindexed: boolean
}

/** Options of {@link exportChain}. */
export interface ExportOptions {
  /** Default: the newest. */
  readonly height?: number | undefined
  /**
   * Whether the address index starts after the height, so that all nodes of a network export the
   * same bytes; default: false.
   */
  readonly isUnindexed?: boolean
}

/**
 * Exports the chain of a database at one height for {@link importChain}: its parameters, state,
 * genesis block and the blocks whose hashes the next block may read. Pending transactions are
 * omitted.
 * Does not write to the database.
 *
 * @throws ChainError BLOCK_PRUNED, BLOCK_NOT_YET_AVAILABLE; ForkError FORK_NOT_EXPORTABLE
 */
export function exportChain(
  database: Database,
  { height, isUnindexed = false }: ExportOptions = {},
): ChainExport {
  if (getFork(database) !== undefined) throw new ForkError({ code: 'FORK_NOT_EXPORTABLE' })
  const stores = createMultistore(storeNames, database, CACHED_NODES)
  const archive = new BlockArchive(database)
  const latest = archive.newest === undefined ? undefined : archive.byNumber(archive.newest)
  assert(latest !== undefined, 'the newest block of a chain in its database')
  const history = History.from(latest, archive)
  const genesis = genesisIn(database)
  const versions = new BlockVersions(stores, history, () => stores.version, genesis)
  const number = BigInt(height ?? latest.number)
  const block = history.byNumber(number)
  if (number > latest.header.number) {
    const refusal = { number, latest: latest.header.number }
    throw new ChainError({ code: 'BLOCK_NOT_YET_AVAILABLE', ...refusal })
  }
  const version = block === undefined ? 0 : versions.after(block)
  if (block === undefined || version < stores.earliest) {
    const earliest = BigInt(versions.earliestBlock)
    throw new ChainError({ code: 'BLOCK_PRUNED', number, earliest })
  }
  const { appHash, keys } = describeStores(stores, version)
  const indexedFrom = isUnindexed ? block.number + 1 : archive.indexStart.number || undefined
  const end = { height: block.number, version, indexedFrom, isUnindexed }
  return {
    height: block.number,
    edits: version - block.version,
    appHash: bytesToHash(appHash),
    keys,
    file: encodeFile(database, stores, history, end),
  }
}

/** Number of the genesis block. */
function genesisIn(database: Database): number {
  const params = database.get(GENESIS_PARAMS_KEY)
  return params === undefined ? 0 : genesisNumberOf(decodeGenesisParams(params))
}

async function* encodeFile(
  database: Database,
  stores: Multistore,
  history: History,
  end: ExportEnd,
): AsyncGenerator<Uint8Array, void, undefined> {
  const format = end.indexedFrom === undefined ? EXPORT_VERSION : PARTLY_INDEXED_VERSION
  yield concatBytes(EXPORT_MAGIC, Uint8Array.of(format))
  yield* toFrames(withDigest(contentOf(database, stores, history, end)))
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
  history: History,
  { height, version, indexedFrom, isUnindexed }: ExportEnd,
): Generator<Uint8Array, void, undefined> {
  yield uvarintsToBytes([height, version, ...(indexedFrom === undefined ? [] : [indexedFrom])])
  yield* withLength(database.get(GENESIS_PARAMS_KEY))
  const genesis = genesisIn(database)
  const oldest = Math.max(genesis + 1, height - BLOCKHASH_WINDOW)
  yield uvarintToBytes(1 + Math.max(0, height - oldest + 1))
  const encoded = (number: number): Uint8Array | undefined => {
    const block = history.byNumber(BigInt(number))
    return block && encodeBlock(isUnindexed ? withoutIndex(block) : block)
  }
  yield* withLength(encoded(genesis))
  for (let number = oldest; number <= height; number++) yield* withLength(encoded(number))
  yield* encodeStores(stores, version)
}

function withoutIndex(block: SealedBlock): SealedBlock {
  const receipts = block.receipts.map(({ internalCalls: _calls, ...receipt }) => receipt)
  return { ...block, receipts }
}

function* withLength(bytes: Uint8Array | undefined): Generator<Uint8Array, void, undefined> {
  assert(bytes !== undefined, 'the rules and the blocks of a chain in its database')
  yield uvarintToBytes(bytes.length)
  yield bytes
}
