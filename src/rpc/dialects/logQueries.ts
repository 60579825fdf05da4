import { ChainError } from '../../chain/errors.ts'
import { isJsonObject } from '../../primitives/encoding/json.ts'
import type { Method } from '../core/method.ts'
import { eth_getFilterLogs } from '../methods/eth/filter.ts'
import { eth_getLogs } from '../methods/eth/logs.ts'
import { orElse } from './dialect.ts'

type Replacement = readonly [Method, Method]

/** Conditions without logs that this node refuses and others do not. */
type Unlogged = 'UNKNOWN_BLOCK' | 'LOG_RANGE_REVERSED'

/**
 * Queries of logs without a limit of blocks, whose ranges may end after the latest block: clients
 * of these nodes ask for all blocks at once. The limit of logs stays.
 *
 * @param empty refusals of `eth_getLogs` for which the result is empty
 */
export function unlimitedLogQueries(...empty: readonly Unlogged[]): readonly Replacement[] {
  const getLogs = upToLatest(withoutBlockLimit(eth_getLogs))
  return [
    [eth_getLogs, orElse(getLogs, empty, [])],
    [eth_getFilterLogs, withoutBlockLimit(eth_getFilterLogs)],
  ]
}

/** The logs of an unknown block are none. */
export const unknownBlockWithoutLogs: Replacement = [
  eth_getLogs,
  orElse(eth_getLogs, ['UNKNOWN_BLOCK'], []),
]

/** Queries without `toBlock` have the limit of blocks, too (Sei's evmrpc/filter.go). */
export const limitedOpenQueries = limitedIfOpen(unknownBlockWithoutLogs)

function limitedIfOpen([replaced, query]: Replacement): Replacement {
  return [
    replaced,
    {
      ...query,
      async call(context, params) {
        const [wanted] = Array.isArray(params) ? params : []
        const isOpen = isJsonObject(wanted) && !isGiven(wanted.toBlock) && isGiven(wanted.fromBlock)
        // Only the range is checked: the logs of a closed range are searched when they are read.
        if (isOpen) await eth_getLogs.call(context, [{ ...wanted, toBlock: 'latest' }])
        return query.call(context, params)
      },
    },
  ]
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null
}

function withoutBlockLimit(method: Method): Method {
  return {
    ...method,
    call(context, params) {
      const logLimits = { ...context.logLimits, maxBlocks: Number.POSITIVE_INFINITY }
      return method.call({ ...context, logLimits }, params)
    },
  }
}

function upToLatest(method: Method): Method {
  return {
    ...method,
    async call(context, params) {
      try {
        return await method.call(context, params)
      } catch (thrown) {
        const [query] = Array.isArray(params) ? params : []
        if (!(thrown instanceof ChainError) || !isJsonObject(query)) throw thrown
        const { details } = thrown
        if (details.code !== 'LOG_RANGE_AFTER_LATEST') throw thrown
        const latest = BigInt(context.blocks.latest.number)
        const isPast = details.end === 'toBlock' && query.fromBlock !== undefined
        if (!isPast || details.number <= latest) return []
        return this.call(context, [{ ...query, toBlock: 'latest' }])
      }
    },
  }
}
