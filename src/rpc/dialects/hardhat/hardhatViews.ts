import { hashHeader } from '../../../chain/block/sealBlock.ts'
import type { Hardfork } from '../../../evm/rules/hardfork.ts'
import { isJsonObject, type Json } from '../../../primitives/encoding/json.ts'
import type { Method } from '../../core/method.ts'
import { hardhat_metadata } from '../../methods/dev/identity.ts'
import { eth_getBlockByHash, eth_getBlockByNumber } from '../../methods/eth/block.ts'
import { JsonStream } from '../../stream/jsonStream.ts'
import { mapResult } from '../dialect.ts'
import { shownTransaction, transactionViews } from './transactionViews.ts'

const blockByHash: Method = {
  ...eth_getBlockByHash,
  async call(context, params) {
    const found = await eth_getBlockByHash.call(context, params)
    return found instanceof JsonStream ? found : shownBlock(found, context.mining.nextHardfork)
  },
}

const blockByNumber: Method = {
  ...eth_getBlockByNumber,
  async call(context, params) {
    const found = await eth_getBlockByNumber.call(context, params)
    if (found instanceof JsonStream) return found
    const fork = context.mining.nextHardfork
    const [ref] = Array.isArray(params) ? params : []
    const pending = ref === 'pending' ? await context.blocks.find({ tag: 'pending' }) : undefined
    if (pending === undefined) return shownBlock(found, fork)
    const shown = shownBlock(found, fork, pending.header.baseFeePerGas)
    return { ...Object(shown), number: null, hash: hashHeader(pending.header) }
  },
}

/**
 * Blocks of Hardhat have a total difficulty; the pending one has a hash and no number. Transactions
 * have the fields of their fork. The metadata have no snapshots.
 */
export const hardhatViews: readonly (readonly [Method, Method])[] = [
  [eth_getBlockByHash, blockByHash],
  [eth_getBlockByNumber, blockByNumber],
  ...transactionViews,
]

/** Metadata without snapshots. */
export const [, metadataWithoutSnapshots] = mapResult(hardhat_metadata, (metadata) => {
  const { snapshots: _, ...rest } = Object(metadata)
  return rest
})

function shownBlock(block: Json, fork: Hardfork, baseFee?: bigint): Json {
  if (!isJsonObject(block)) return block
  const { transactions } = block
  return {
    ...block,
    totalDifficulty: '0x0',
    ...(Array.isArray(transactions) && {
      transactions: transactions.map((each) => shownTransaction(each, fork, baseFee)),
    }),
  }
}
