import { bytesToBase64 } from '../../primitives/encoding/bytes.ts'
import { hexToBytes } from '../../primitives/encoding/hex.ts'
import type { Json } from '../../primitives/encoding/json.ts'
import type { CometBlock } from '../block/cometBlocks.ts'
import { cometResult } from '../block/cometTransactions.ts'
import { NO_BLOCK_ID } from '../block/commit.ts'
import { failed } from './cometError.ts'
import { bytes, cometMethod, integer, text } from './cometMethod.ts'
import type { CometScene } from './cometScene.ts'
import { heightRange, matches, parseEventQuery } from './eventQuery.ts'
import { ordered, pageOf } from './pages.ts'
import { blockAttributes } from './transactionEvents.ts'
import {
  blockIdView,
  blockMetaView,
  commitView,
  headerView,
  identifiedBlockView,
  resultView,
} from './views.ts'

const MOST_METAS = 20

export const block = cometMethod({ height: integer }, async (scene, { height }) =>
  identifiedBlockView(await scene.block(height)),
)

export const block_by_hash = cometMethod({ hash: bytes }, async (scene, { hash }) => {
  const found = await byHash(scene, hash)
  return found === undefined
    ? { block_id: blockIdView(NO_BLOCK_ID), block: null }
    : identifiedBlockView(found)
})

export const header = cometMethod({ height: integer }, async (scene, { height }) => ({
  header: headerView((await scene.block(height)).header),
}))

export const header_by_hash = cometMethod({ hash: bytes }, async (scene, { hash }) => {
  const found = await byHash(scene, hash)
  return { header: found === undefined ? null : headerView(found.header) }
})

export const commit = cometMethod({ height: integer }, async (scene, { height }) => {
  const found = await scene.block(height)
  return {
    signed_header: { header: headerView(found.header), commit: commitView(found.commit) },
    canonical: found.source.number < scene.latest,
  }
})

export const blockchain = cometMethod(
  { minHeight: integer, maxHeight: integer },
  async (scene, { minHeight = 0n, maxHeight = 0n }) => {
    if (minHeight < 0n || maxHeight < 0n) throw failed('heights must be non-negative')
    const { latest, earliest } = scene
    const last = maxHeight === 0n || maxHeight > latest ? latest : Number(maxHeight)
    const lowest = Math.max(earliest, last - MOST_METAS + 1)
    if (minHeight > last || lowest > last) {
      const most = minHeight > lowest ? minHeight : lowest
      throw failed(`min height ${most} can't be greater than max height ${last}`)
    }
    const first = Math.max(lowest, Number(minHeight))
    const metas: Json[] = []
    for (let height = last; height >= first; height--) {
      metas.push(blockMetaView(await scene.block(BigInt(height))))
    }
    return { last_height: String(scene.latest), block_metas: metas }
  },
)

export const block_results = cometMethod({ height: integer }, async (scene, { height }) => {
  const { source, transactions } = await scene.block(height)
  const results = []
  for (const each of transactions) results.push(resultView(await cometResult(scene.chain, each)))
  return {
    height: String(source.number),
    txs_results: results.length === 0 ? null : results,
    finalize_block_events: [],
    validator_updates: null,
    consensus_param_updates: null,
    app_hash: bytesToBase64(hexToBytes(source.header.stateRoot)),
  }
})

/** Blocks have no events of their own; their height finds them. */
export const block_search = cometMethod(
  { query: text, page: integer, per_page: integer, order_by: text },
  async (scene, { query, page, per_page, order_by }) => {
    const conditions = parseEventQuery(query)
    const { first, last } = heightRange(conditions, 'block.height', {
      first: scene.earliest,
      last: scene.latest,
    })
    const found: number[] = []
    for (let height = first; height <= last; height++) {
      if (matches(conditions, blockAttributes('NewBlock', BigInt(height)))) found.push(height)
    }
    const shown = pageOf(ordered(found, order_by, 'desc'), { page, per_page })
    const blocks = []
    for (const height of shown) blocks.push(identifiedBlockView(await scene.block(BigInt(height))))
    return { blocks, total_count: String(found.length) }
  },
)

/** Finds a block by the hash of its header here, or by the one that JSON-RPC has. */
async function byHash(scene: CometScene, hash: Uint8Array): Promise<CometBlock | undefined> {
  if (hash.length !== 32) return undefined
  return scene.blocks.byHash(hash)
}
