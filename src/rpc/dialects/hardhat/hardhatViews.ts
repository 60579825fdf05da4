import { hashHeader } from '../../../chain/block/sealBlock.ts'
import { isJsonObject, type Json } from '../../../primitives/encoding/json.ts'
import type { Method } from '../../core/method.ts'
import { eth_getBlockByHash, eth_getBlockByNumber } from '../../methods/eth/block.ts'
import { JsonStream } from '../../stream/jsonStream.ts'
import { mapResult } from '../dialect.ts'
import { fieldsOfFork } from './forkChecks.ts'

const blockByNumber: Method = {
  ...eth_getBlockByNumber,
  async call(context, params) {
    const shown = await eth_getBlockByNumber.call(context, params)
    if (shown instanceof JsonStream) return shown
    const [ref] = Array.isArray(params) ? params : []
    const pending = ref === 'pending' ? await context.blocks.find({ tag: 'pending' }) : undefined
    return pending === undefined
      ? shownBlock(shown)
      : { ...Object(shownBlock(shown)), number: null, hash: hashHeader(pending.header) }
  },
}

/**
 * Blocks of Hardhat have a total difficulty; the pending one has a hash and no number. Transactions
 * have the fields of their fork.
 */
export const hardhatViews: readonly (readonly [Method, Method])[] = [
  mapResult(eth_getBlockByHash, (block) => shownBlock(block)),
  [eth_getBlockByNumber, blockByNumber],
  ...fieldsOfFork,
]

function shownBlock(block: Json): Json {
  return isJsonObject(block) ? { ...block, totalDifficulty: '0x0' } : block
}
