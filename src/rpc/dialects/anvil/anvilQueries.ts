import type { BlockNumberRef } from '../../../chain/block/blockRef.ts'
import { isJsonObject } from '../../../primitives/encoding/json.ts'
import { blockNumberRef } from '../../codec/blockRef.ts'
import { MAX_SLOTS } from '../../codec/storageRequests.ts'
import { traceFilter } from '../../codec/traceFilter.ts'
import type { Context, Method } from '../../core/method.ts'
import { invalidParams, type RpcError } from '../../errors/rpcError.ts'
import { eth_newFilter } from '../../methods/eth/filter.ts'
import { eth_getLogs } from '../../methods/eth/logs.ts'
import { eth_getStorageValues } from '../../methods/eth/state.ts'
import { trace_filter } from '../../methods/trace/filter.ts'
import { checked } from '../dialect.ts'
import { unlimitedLogQueries } from '../logQueries.ts'

type Replacement = readonly [Method, Method]

/** Blocks that a filter of traces may span. */
const TRACE_BLOCKS = 300n

function numberOf({ latest }: Context['blocks'], ref: BlockNumberRef): bigint {
  if ('number' in ref) return ref.number
  return ref.tag === 'earliest' ? 0n : BigInt(latest.number)
}

/** @throws RpcError for a range of logs that begins after the newest block */
function requireKnownStart({ blocks }: Context, [query]: readonly unknown[]): void {
  const given = isJsonObject(query) ? (query.fromBlock ?? undefined) : undefined
  if (given === undefined) return
  const first = numberOf(blocks, blockNumberRef.decode(given, 'invalid argument 0: fromBlock'))
  const latest = BigInt(blocks.latest.number)
  if (first > latest) throw outOfRange(first, latest)
}

/** @throws RpcError for more slots than one request may have */
function requireFewSlots(_: Context, [requests]: readonly unknown[]): void {
  const lists = isJsonObject(requests) ? Object.values(requests) : []
  const count = lists.reduce<number>(
    (sum, slots) => sum + (Array.isArray(slots) ? slots.length : 0),
    0,
  )
  if (count > MAX_SLOTS) {
    throw invalidParams(`total slot count ${count} exceeds limit ${MAX_SLOTS}`)
  }
}

/** Error of a block to come. */
export function outOfRange(number: bigint, latest: bigint): RpcError {
  return invalidParams(
    `BlockOutOfRangeError: block height is ${latest} but requested was ${number}`,
  )
}

/** @throws RpcError for a reversed or long range */
function requireTraceRange({ blocks }: Context, [given]: readonly unknown[]): void {
  const { fromBlock, toBlock } = traceFilter.decode(given ?? {}, 'invalid argument 0')
  const first = fromBlock === undefined ? 0n : numberOf(blocks, fromBlock)
  const last = numberOf(blocks, toBlock ?? { tag: 'latest' })
  if (first > last) {
    throw invalidParams('invalid block range, ensure that to block is greater than from block')
  }
  if (last - first > TRACE_BLOCKS) {
    throw invalidParams(`block range too large, currently limited to ${TRACE_BLOCKS}`)
  }
}

/** Queries of ranges and of many slots, with Anvil's limits. */
export const anvilQueries: readonly Replacement[] = [
  ...unlimitedLogQueries('LOG_RANGE_REVERSED').map(([replaced, query]) =>
    replaced === eth_getLogs
      ? ([replaced, checked(query, requireKnownStart)[1]] as const)
      : ([replaced, query] as const),
  ),
  checked(eth_newFilter, requireKnownStart),
  checked(trace_filter, requireTraceRange),
  checked(eth_getStorageValues, requireFewSlots),
]
