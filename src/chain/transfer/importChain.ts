import { equalBytes } from '../../primitives/encoding/bytes.ts'
import { bytesToHash } from '../../primitives/encoding/hex.ts'
import { storeNames } from '../../state/rows/layout.ts'
import { Batches } from '../../store/database/batches.ts'
import type { Database } from '../../store/database/database.ts'
import { ByteSource } from '../../store/export/byteSource.ts'
import { fromFrames } from '../../store/export/frames.ts'
import { decodeStores } from '../../store/export/storesStream.ts'
import type { SealedBlock } from '../block/block.ts'
import { decodeBlock } from '../block/blockCodec.ts'
import {
  decodeGenesisParams,
  GENESIS_PARAMS_KEY,
  genesisNumberOf,
} from '../genesis/genesisParams.ts'
import { BlockArchive } from '../history/blockArchive.ts'
import { findBlockFault } from './checkBlock.ts'
import {
  type ChainSummary,
  EXPORT_MAGIC,
  EXPORT_VERSION,
  PARTLY_INDEXED_VERSION,
} from './exportFormat.ts'

/** Target of an import. */
interface Target {
  readonly database: Database
  readonly batches: Batches
}

/**
 * Imports a file of {@link exportChain} into an empty database as a chain that ends at the file's
 * height. Blocks must match their hashes and follow each other, and the state must match the app
 * hash of the newest block unless it was edited since. That hash binds only the state: a client
 * that knows it still trusts the file for the blocks and the parameters of the chain. Memory is
 * bounded; the last data stays staged.
 *
 * @param file closed in any case
 * @throws StoreError BAD_EXPORT
 */
export async function importChain(
  file: AsyncIterable<Uint8Array>,
  database: Database,
): Promise<ChainSummary> {
  const outer = new ByteSource(file, 'the file')
  try {
    const format = await readMark(outer)
    const source = new ByteSource(fromFrames(outer), "the file's content")
    return await readContent(source, format, { database, batches: new Batches(database) })
  } finally {
    await outer.close()
  }
}

/** Returns the version of the format. */
async function readMark(source: ByteSource): Promise<number> {
  await source.fill(EXPORT_MAGIC.length + 1)
  if (!equalBytes(source.take(EXPORT_MAGIC.length), EXPORT_MAGIC)) {
    throw source.refuse('not a chain export')
  }
  const version = source.byte()
  if (version !== EXPORT_VERSION && version !== PARTLY_INDEXED_VERSION) {
    throw source.refuse(
      `unsupported format ${version}: supported are ${EXPORT_VERSION} and ${PARTLY_INDEXED_VERSION}`,
    )
  }
  return version
}

async function readContent(
  source: ByteSource,
  format: number,
  target: Target,
): Promise<ChainSummary> {
  const height = await source.number()
  const version = await source.number()
  const indexedFrom = format === PARTLY_INDEXED_VERSION ? await source.number() : 0
  const genesis = await readRules(source, target)
  const newest = await readBlocks(source, { height, version, indexedFrom, genesis }, target)
  const stores = await decodeStores(source, storeNames, version, target)
  await readDigest(source)
  const appHash = bytesToHash(stores.appHash)
  const edits = version - newest.version
  if (edits === 0 && appHash !== newest.header.stateRoot) {
    throw source.refuse(
      `the state has app hash ${appHash}, but block ${height} says ${newest.header.stateRoot}`,
    )
  }
  return { height, edits, appHash, keys: stores.keys }
}

/** Returns the number of the genesis block. */
async function readRules(source: ByteSource, { database }: Target): Promise<number> {
  const bytes = await source.bytes()
  try {
    const genesis = genesisNumberOf(decodeGenesisParams(bytes))
    database.put(GENESIS_PARAMS_KEY, bytes)
    return genesis
  } catch {
    throw source.refuse('unreadable chain parameters')
  }
}

/**
 * Reads the genesis block and the newest blocks up to `height`, and returns the last one, whose
 * version of the stores is `version`.
 */
async function readBlocks(
  source: ByteSource,
  {
    height,
    version,
    indexedFrom,
    genesis,
  }: { readonly [Name in 'height' | 'version' | 'indexedFrom' | 'genesis']: number },
  { database, batches }: Target,
): Promise<SealedBlock> {
  const archive = new BlockArchive(database)
  const count = await source.number()
  let last: SealedBlock | undefined
  for (let at = 0; at < count; at++) {
    const number = at === 0 ? genesis : height - count + 1 + at
    const bytes = await source.bytes()
    const block = readBlock(source, bytes, number)
    if (last !== undefined && last.number === number - 1 && !follows(block, last)) {
      throw source.refuse(`block ${number} does not follow block ${last.number}`)
    }
    if (block.version <= (last?.version ?? 0) || block.version > version) {
      throw source.refuse(`block ${number} with version ${block.version} of the stores`)
    }
    archive.stage(block)
    // Indexes take about the same space again.
    await batches.add(2 * bytes.length)
    last = block
  }
  archive.indexStart.stageMove(indexedFrom)
  if (last?.number !== height) throw source.refuse(`block ${height} is missing`)
  return last
}

/** In a range of more than a million empty blocks some headers do not have their parent's hash. */
function follows(block: SealedBlock, parent: SealedBlock): boolean {
  if (block.header.parentHash === parent.hash) return true
  const isEmpty = ({ transactions, native }: SealedBlock) =>
    transactions.length + native.length === 0
  const isSameState = block.header.stateRoot === parent.header.stateRoot
  return isSameState && isEmpty(block) && isEmpty(parent)
}

function readBlock(source: ByteSource, bytes: Uint8Array, number: number): SealedBlock {
  let block: SealedBlock
  try {
    block = decodeBlock(bytes)
  } catch {
    throw source.refuse(`block ${number} cannot be read`)
  }
  if (block.number !== number) throw source.refuse(`block ${block.number} instead of ${number}`)
  const fault = findBlockFault(block)
  if (fault !== undefined) throw source.refuse(`block ${number} ${fault}`)
  return block
}

async function readDigest(source: ByteSource): Promise<void> {
  const digest = source.digest()
  await source.fill(digest.length)
  if (!equalBytes(source.take(digest.length), digest)) {
    throw source.refuse('checksum mismatch')
  }
  await source.end()
}
