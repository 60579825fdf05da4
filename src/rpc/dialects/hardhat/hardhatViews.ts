import { isJsonObject, type Json } from '../../../primitives/encoding/json.ts'
import type { Method } from '../../core/method.ts'
import { eth_getBlockByHash, eth_getBlockByNumber } from '../../methods/eth/block.ts'
import { eth_getTransactionReceipt } from '../../methods/eth/transaction.ts'
import { mapResult } from '../dialect.ts'

/**
 * Blocks of Hardhat have a total difficulty; the number of the pending one is null. A failed
 * creation has no address.
 */
export const hardhatViews: readonly (readonly [Method, Method])[] = [
  mapResult(eth_getBlockByHash, (block) => shownBlock(block)),
  mapResult(eth_getBlockByNumber, (block, [ref]) =>
    ref === 'pending' && isJsonObject(block)
      ? { ...Object(shownBlock(block)), number: null }
      : shownBlock(block),
  ),
  mapResult(eth_getTransactionReceipt, (receipt) =>
    isJsonObject(receipt) && receipt.status === '0x0'
      ? { ...receipt, contractAddress: null }
      : receipt,
  ),
]

function shownBlock(block: Json): Json {
  return isJsonObject(block) ? { ...block, totalDifficulty: '0x0' } : block
}
