import { createHash } from 'node:crypto'
import { createBlockHeaderFromRPC } from '@ethereumjs/block'
import { createCustomCommon, Hardfork, Mainnet } from '@ethereumjs/common'
import type { SealedBlock } from '../../src/chain/block/block.ts'
import { transactionsInOrder } from '../../src/chain/block/blockEntries.ts'
import { BlockArchive } from '../../src/chain/history/blockArchive.ts'
import { PoolTable } from '../../src/chain/pool/poolTable.ts'
import { bytesToHash, bytesToHex, type Hash } from '../../src/primitives/encoding/hex.ts'
import { storeNames } from '../../src/state/rows/layout.ts'
import type { Database } from '../../src/store/database/database.ts'
import {
  addressIndexRowKey,
  anyLogKey,
  type LogPosition,
  logKey,
  metaKey,
  type Table,
  tablePrefix,
} from '../../src/store/database/tables.ts'
import { VersionRanges } from '../../src/store/database/versionRanges.ts'
import type { IavlNode, NodeRef } from '../../src/store/iavl/iavlNode.ts'
import { createMultistore, type Multistore } from '../../src/store/multistore.ts'

/** Content of a directory after all checks passed. */
export interface Content {
  readonly height: number
  /** Newest version of the stores. */
  readonly version: number
  /** Hashes of all mined transactions, including native ones. */
  readonly mined: ReadonlySet<Hash>
  readonly waiting: ReadonlySet<Hash>
}

/**
 * Checks the integrity of a database: the state root of the newest block follows from the leaves,
 * every block and every row of every index exists, and there are no other rows.
 *
 * @throws Error that describes the first violation
 */
export async function checkDatabase(database: Database): Promise<Content> {
  const stores = createMultistore(storeNames, database)
  const archive = new BlockArchive(database)
  const height = archive.newest ?? -1
  const blocks = Array.from({ length: height + 1 }, (_, number) => {
    const block = archive.byNumber(number)
    if (block === undefined) throw new Error(`block ${number} of ${height} is missing`)
    return block
  })
  blocks.forEach((block, number) => {
    checkHeader(block, blocks[number - 1])
    checkIndexes(block, archive)
  })
  await checkState(database, stores, blocks)
  await checkRowCounts(database, blocks)
  const waiting = await new PoolTable(database).load()
  return {
    height,
    version: stores.version,
    mined: new Set(blocks.flatMap((block) => transactionsInOrder(block).map(({ hash }) => hash))),
    waiting: new Set([...waiting.transactions, ...waiting.natives].map(({ hash }) => hash)),
  }
}

/**
 * Every kept state root follows from its leaves, and every node is reachable. Each version belongs
 * to a block or an edit.
 */
async function checkState(
  database: Database,
  stores: Multistore,
  blocks: readonly SealedBlock[],
): Promise<void> {
  const hasher = new PlainHasher()
  const ofBlocks = new Map(blocks.map((block) => [block.version, block]))
  expectEqual('versions of blocks', ofBlocks.size, blocks.length)
  for (let version = stores.earliest; version <= stores.version; version++) {
    const block = ofBlocks.get(version)
    const stateRoot = hasher.appHash(stores, version)
    if (block === undefined) expectEqual('hash', bytesToHash(stores.appHash(version)), stateRoot)
    else expectEqual(`state root of block ${block.number}`, stateRoot, block.header.stateRoot)
  }
  const last = blocks.at(-1)?.version ?? 0
  if (last > stores.version) throw new Error(`no version ${last}, which the newest block has`)
  const isWritten = onlyLast(new VersionRanges(database, metaKey('repeated')))
  let written = 0
  for (let version = stores.earliest; version <= stores.version; version++) {
    if (isWritten(version)) written++
  }
  expectEqual('root rows', await count(database, 'root'), storeNames.length * written)
  expectEqual('node rows', await count(database, 'node'), hasher.nodes)
}

/** Whether a number is in no range, or is the last of its range. */
function onlyLast(spans: VersionRanges): (number: number) => boolean {
  return (number) => (spans.at(number)?.last ?? number) === number
}

/** Hashes the header with EthereumJS. */
function checkHeader(block: SealedBlock, parent: SealedBlock | undefined): void {
  const { header } = block
  const hex = (value: bigint): `0x${string}` => `0x${value.toString(16)}`
  const common = createCustomCommon({ chainId: 713714 }, Mainnet, { hardfork: Hardfork.Prague })
  const json = {
    ...header,
    logsBloom: bytesToHex(header.logsBloom),
    difficulty: hex(header.difficulty),
    number: hex(header.number),
    gasLimit: hex(header.gasLimit),
    gasUsed: hex(header.gasUsed),
    timestamp: hex(header.timestamp),
    extraData: bytesToHex(header.extraData),
    nonce: bytesToHex(header.nonce),
    baseFeePerGas: hex(header.baseFeePerGas ?? 0n),
    blobGasUsed: '0x0',
    excessBlobGas: '0x0',
  }
  const recomputed = createBlockHeaderFromRPC(
    json as unknown as Parameters<typeof createBlockHeaderFromRPC>[0],
    { common },
  )
  expectEqual(`hash of block ${block.number}`, bytesToHash(recomputed.hash()), block.hash)
  if (parent !== undefined) expectEqual(`parent of ${block.number}`, header.parentHash, parent.hash)
}

function checkIndexes(block: SealedBlock, archive: BlockArchive): void {
  expectEqual(`number of ${block.hash}`, archive.numberOf(block.hash), block.number)
  block.transactions.forEach(({ hash }, index) => {
    expectEqual(`block of ${hash}`, archive.placeOf(hash)?.number, block.number)
    expectEqual(`index of ${hash}`, archive.placeOf(hash)?.index, index)
  })
  block.native.forEach(({ transaction: { hash } }, index) => {
    expectEqual(`block of ${hash}`, archive.nativePlaceOf(hash)?.number, block.number)
    expectEqual(`index of ${hash}`, archive.nativePlaceOf(hash)?.index, index)
  })
}

/** The number of rows follows from the blocks. */
async function checkRowCounts(database: Database, blocks: readonly SealedBlock[]): Promise<void> {
  const transactions = blocks.flatMap((block) => block.transactions)
  const runs = new VersionRanges(database, metaKey('emptyRuns'))
  const single = blocks.filter(({ number }) => runs.at(number) === undefined)
  expectEqual('block rows', await count(database, 'block'), single.length)
  expectEqual('block hash rows', await count(database, 'blockHash'), single.length)
  expectEqual('run rows', await count(database, 'emptyRun'), runs.newestFirst().length)
  const native = blocks.flatMap((block) => block.native)
  expectEqual('native rows', await count(database, 'nativeTransaction'), native.length)
  expectEqual('transaction rows', await count(database, 'transaction'), transactions.length)
  await checkLogRows(database, blocks)
  await checkTraitRows(database, blocks)
}

/** One row per block with logs, and one per value at each position. */
async function checkLogRows(database: Database, blocks: readonly SealedBlock[]): Promise<void> {
  const wanted = new Set<string>()
  for (const { number, receipts } of blocks) {
    for (const { address, topics } of receipts.flatMap(({ logs }) => logs)) {
      wanted.add(bytesToHex(anyLogKey(number)))
      for (const [position, value] of [address, ...topics].entries()) {
        wanted.add(bytesToHex(logKey(position as LogPosition, value, number)))
      }
    }
  }
  const found: string[] = []
  for await (const [key] of database.entries(tablePrefix('log'))) found.push(bytesToHex(key))
  expectEqual('log rows', found.join(), [...wanted].sort().join())
}

/** Rows for sender, nonce, recipient or created contract, and accounts accessed by the code. */
async function checkTraitRows(database: Database, blocks: readonly SealedBlock[]): Promise<void> {
  const wanted = new Set<string>()
  for (const { number, transactions, receipts } of blocks) {
    const want = (trait: Parameters<typeof addressIndexRowKey>[0]) =>
      wanted.add(bytesToHex(addressIndexRowKey(trait, number)))
    for (const [index, { from: sender, to, nonce }] of transactions.entries()) {
      const { contractAddress, status, internalCalls } = receipts[index] ?? {}
      want({ kind: 'nonce', address: sender, nonce })
      for (const address of [sender, to, contractAddress, ...(internalCalls?.touched ?? [])]) {
        if (address !== undefined) want({ kind: 'party', address })
      }
      const made = internalCalls?.creations.map(({ address }) => address) ?? []
      if (status === 1 && contractAddress !== undefined) made.push(contractAddress)
      for (const address of made) want({ kind: 'creator', address })
    }
  }
  const found: string[] = []
  for await (const [key] of database.entries(tablePrefix('trait'))) found.push(bytesToHex(key))
  expectEqual('trait rows', found.join(), [...wanted].sort().join())
}

async function count(database: Database, table: Table): Promise<number> {
  let rows = 0
  for await (const _ of database.entries(tablePrefix(table))) rows++
  return rows
}

/** App hashes by format letter, computed from the leaves without stored hashes. */
class PlainHasher {
  /** By node name, because most nodes belong to many versions. */
  readonly #hashes = new Map<string, Buffer>()

  /** Visited nodes, each counted once. */
  get nodes(): number {
    return this.#hashes.size
  }

  appHash(stores: Multistore, version: number): Hash {
    const leaves = stores.names.map((name) => {
      const root = stores.tree(name).rootNode(version)
      const hash = root === undefined ? sha256() : this.#hash(name, root)
      const head = Buffer.from([0, name.length, ...Buffer.from(name), 32])
      return sha256(head, sha256(hash))
    })
    return bytesToHash(this.#join(leaves))
  }

  /** RFC 6962: the left subtree has the largest power of two that is less than the size. */
  #join(leaves: readonly Buffer[]): Buffer {
    const [only] = leaves
    if (only === undefined) throw new Error('no stores')
    if (leaves.length === 1) return only
    let split = 1
    while (split * 2 < leaves.length) split *= 2
    return sha256([1], this.#join(leaves.slice(0, split)), this.#join(leaves.slice(split)))
  }

  #hash(store: string, link: NodeRef): Buffer {
    if (link.left !== null) throw new Error('a version on disk is reached through saved nodes')
    const name = `${store}/${link.version}/${link.nonce}`
    const hash = this.#hashes.get(name) ?? this.#hashNode(store, link.load())
    this.#hashes.set(name, hash)
    return hash
  }

  #hashNode(store: string, node: IavlNode): Buffer {
    const head = [node.height, node.size, node.version].map((n) => varint(BigInt(n) * 2n))
    if (node.left !== undefined) {
      const [left, right] = [this.#hash(store, node.left), this.#hash(store, node.right)]
      return sha256(...head, [32], left, [32], right)
    }
    const key = Buffer.from(node.key, 'latin1')
    return sha256(
      ...head,
      varint(BigInt(key.length)),
      key,
      [32],
      sha256(Buffer.from(node.value, 'latin1')),
    )
  }
}

function varint(n: bigint): number[] {
  return n < 128n ? [Number(n)] : [Number(n % 128n) + 128, ...varint(n / 128n)]
}

function sha256(...parts: readonly (Uint8Array | readonly number[])[]): Buffer {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(Uint8Array.from(part))
  return hash.digest()
}

function expectEqual(what: string, found: unknown, wanted: unknown): void {
  if (found !== wanted) throw new Error(`${what}: found ${found}, want ${wanted}`)
}
