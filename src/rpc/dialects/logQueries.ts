import { ChainError } from '../../chain/errors.ts'
import { isJsonObject } from '../../primitives/encoding/json.ts'
import type { Method } from '../core/method.ts'
import { eth_getFilterLogs } from '../methods/eth/filter.ts'
import { eth_getLogs } from '../methods/eth/logs.ts'

type Replacement = readonly [Method, Method]

/**
 * Queries of logs without a limit of blocks, whose ranges may end after the latest block: clients
 * of these nodes ask for all blocks at once. The limit of logs stays.
 */
export const unlimitedLogQueries: readonly Replacement[] = [
  [eth_getLogs, upToLatest(withoutBlockLimit(eth_getLogs))],
  [eth_getFilterLogs, withoutBlockLimit(eth_getFilterLogs)],
]

/** The logs of an unknown block are none. */
export const unknownBlockWithoutLogs: Replacement = [
  eth_getLogs,
  {
    ...eth_getLogs,
    async call(context, params) {
      try {
        return await eth_getLogs.call(context, params)
      } catch (thrown) {
        if (thrown instanceof ChainError && thrown.details.code === 'UNKNOWN_BLOCK') return []
        throw thrown
      }
    },
  },
]

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
