import { isHex } from '../primitives/encoding/hex.ts'
import { isJsonObject } from '../primitives/encoding/json.ts'
import type { CallOptions } from './client/rpcCall.ts'
import { RemoteError } from './remoteError.ts'
import type { RemoteNode } from './remoteNode.ts'

const NEEDS_BLOCK: CallOptions = { needsBlock: true }
const NEEDS_ANSWER: CallOptions = { needsBlock: true, isNullBehind: true }

/** Methods of a block, the first parameter, whose only reason for null is that it is absent. */
const OF_BLOCK: ReadonlySet<string> = new Set([
  'eth_getBlockByNumber',
  'eth_getHeaderByNumber',
  'eth_getBlockReceipts',
  'eth_getBlockTransactionCountByNumber',
  'eth_getUncleCountByBlockNumber',
  'erigon_getHeaderByNumber',
  'debug_getRawHeader',
  'debug_getRawBlock',
  'debug_getRawReceipts',
  'debug_traceBlockByNumber',
  'trace_block',
  'trace_replayBlockTransactions',
  'ots_getBlockDetails',
  'ots_getBlockTransactions',
])

/** Methods that answer without an error about blocks that the node does not have. */
const OF_RANGE: ReadonlySet<string> = new Set(['eth_getLogs', 'trace_filter'])

/**
 * Asks about a block that exists, at or before the forked one. One of several nodes behind the URL
 * may not have it yet: it is asked again.
 *
 * @throws RemoteError, REMOTE_LACKS_BLOCK after all repetitions
 */
export function askFinal(
  node: RemoteNode,
  method: string,
  params: readonly unknown[],
): Promise<unknown> {
  const [first] = params
  if (OF_RANGE.has(method) && isJsonObject(first)) return askRange(node, method, params, first)
  const needsAnswer = OF_BLOCK.has(method) && isNumber(first)
  return node.call(method, params, needsAnswer ? NEEDS_ANSWER : NEEDS_BLOCK)
}

/** Block 0 is on every node, so that null is true of it. A hash may be unknown to all nodes. */
function isNumber(block: unknown): boolean {
  return isHex(block) && block.length < 66 && block.length > 2 && BigInt(block) > 0n
}

/** Asks for the last block in the same batch, so that the same node answers both. */
async function askRange(
  node: RemoteNode,
  method: string,
  params: readonly unknown[],
  { blockHash, toBlock }: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  const [blockMethod, last] =
    blockHash === undefined ? ['eth_getBlockByNumber', toBlock] : ['eth_getBlockByHash', blockHash]
  const blockParams = [last, false]
  for (let left = node.settings.retries; ; left--) {
    const [answer, block] = await Promise.all([
      node.call(method, params, NEEDS_BLOCK),
      node.call(blockMethod, blockParams, NEEDS_BLOCK),
    ])
    if (block !== null) return answer
    if (left <= 0) break
    // Waits for it.
    await node.call(blockMethod, blockParams, NEEDS_ANSWER)
  }
  const reason = `it lacks block ${String(last)}, the last one asked for`
  throw new RemoteError({ code: 'REMOTE_LACKS_BLOCK', method, url: node.url.shown, reason })
}
