import type { ReadableChain } from '../../chain/chain.ts'
import { encodeEvmTransaction } from '../../native/codec/evmTransactionBytes.ts'
import type { NativeResult } from '../../native/gateway/gatewayJson.ts'
import { bytesToBase64, equalBytes } from '../../primitives/encoding/bytes.ts'
import { bytesToHash, type Hash, hexToBytes, isHex } from '../../primitives/encoding/hex.ts'
import type { Json } from '../../primitives/encoding/json.ts'
import {
  type CometTransaction,
  cometHash,
  cometResult,
  cometTransactions,
} from '../block/cometTransactions.ts'
import { failed } from './cometError.ts'
import { bytes, cometMethod, flag, integer, text } from './cometMethod.ts'
import type { CometScene } from './cometScene.ts'
import { type Condition, heightRange, matches, parseEventQuery } from './eventQuery.ts'
import { ordered, pageOf, perPageOf } from './pages.ts'
import { transactionAttributes } from './transactionEvents.ts'
import { hex, proofView, transactionView } from './views.ts'

const HASH_BYTES = 32

export const tx = cometMethod({ hash: bytes, prove: flag }, async (scene, { hash, prove }) => {
  const found = await findTransaction(scene, hash)
  if (found === undefined) throw failed(`tx (${hex(hash)}) not found`)
  return view(found, await cometResult(scene.chain, found), prove)
})

export const tx_search = cometMethod(
  { query: text, prove: flag, page: integer, per_page: integer, order_by: text },
  async (scene, { query, prove, page, per_page, order_by }) => {
    const found = await searchTransactions(scene, parseEventQuery(query))
    const shown = pageOf(ordered(found, order_by, 'asc'), { page, per_page })
    return {
      txs: shown.map(({ transaction, result }) => view(transaction, result, prove)),
      total_count: String(found.length),
    }
  },
)

function view(transaction: CometTransaction, result: NativeResult, prove: boolean): Json {
  const { block, index } = transaction
  const proof = prove ? proofView(cometTransactions(block), index) : undefined
  return transactionView(transaction, result, proof)
}

/** A transaction that a search found. */
export interface FoundTransaction {
  readonly transaction: CometTransaction
  readonly result: NativeResult
}

/** Finds a transaction by its SHA-256. */
export async function findTransaction(
  { chain, node }: CometScene,
  hash: Uint8Array,
): Promise<CometTransaction | undefined> {
  if (hash.length !== HASH_BYTES) return undefined
  const key = bytesToHash(hash)
  const block =
    chain.transactions.getNative(key)?.block ?? (await evmBlock(chain, node.cosmosHashes, key))
  if (block === undefined) return undefined
  return cometTransactions(block).find((each) => equalBytes(cometHash(each), hash))
}

async function evmBlock(
  { transactions }: Pick<ReadableChain, 'transactions'>,
  hashes: CometScene['node']['cosmosHashes'],
  key: Hash,
) {
  const evmHash = await hashes.find(key)
  return evmHash === undefined ? undefined : transactions.get(evmHash)?.block
}

/** Finds transactions by a query, the oldest first. Reads the blocks, unless a hash is given. */
export async function searchTransactions(
  scene: CometScene,
  conditions: readonly Condition[],
): Promise<readonly FoundTransaction[]> {
  const { chain } = scene
  const found: FoundTransaction[] = []
  const consider = async (transaction: CometTransaction) => {
    const result = await cometResult(chain, transaction)
    if (!matches(conditions, transactionAttributes(transaction, result))) return
    found.push({ transaction, result })
  }
  const hash = hashIn(conditions)
  if (hash !== undefined) {
    // CometBFT's index then ignores the other conditions.
    const named = await findTransaction(scene, hash)
    return named === undefined
      ? []
      : [{ transaction: named, result: await cometResult(chain, named) }]
  }
  const all = { first: scene.earliest, last: scene.latest }
  const range = heightRange(conditions, 'tx.height', all)
  if (range.first > range.last) return found
  for await (const block of chain.blocks.range(range, { skipRanges: true })) {
    for (const transaction of cometTransactions(block)) await consider(transaction)
  }
  return found
}

/** @throws CometError */
function hashIn(conditions: readonly Condition[]): Uint8Array | undefined {
  const named = conditions.find(({ kind, key }) => kind === 'equals' && key === 'tx.hash')
  if (named?.kind !== 'equals') return undefined
  const digits = `0x${named.text}`
  if (isHex(digits) && digits.length % 2 === 0) return hexToBytes(digits)
  const reason = `encoding/hex: invalid bytes in "${named.text}"`
  throw failed(`error during searching for a hash in the query: ${reason}`)
}

/** Transactions that wait for their block. */
function waiting({ chain }: CometScene): readonly Uint8Array[] {
  const { pending, queued, natives } = chain.pool.contents
  const evm = [...pending.values(), ...queued.values()].flat()
  return [...natives.map(({ raw }) => raw), ...evm.map(encodeEvmTransaction)]
}

export const unconfirmed_txs = cometMethod({ limit: integer }, (scene, { limit }) => {
  const all = waiting(scene)
  const txs = all.slice(0, perPageOf(limit)).map(bytesToBase64)
  return { ...countsOf(all), n_txs: String(txs.length), txs }
})

export const num_unconfirmed_txs = cometMethod({}, (scene) => {
  const all = waiting(scene)
  return { ...countsOf(all), txs: null }
})

function countsOf(all: readonly Uint8Array[]) {
  const size = all.reduce((sum, { length }) => sum + length, 0)
  return { n_txs: String(all.length), total: String(all.length), total_bytes: String(size) }
}
