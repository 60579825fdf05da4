import { queryLogs } from '../../../chain/history/logQuery.ts'
import { logFilter } from '../../codec/logFilter.ts'
import { param, streamingMethod } from '../../core/method.ts'
import { logStream } from '../../stream/logStream.ts'
import { eth_getLogs } from '../eth/logs.ts'

export const native_getLogs = streamingMethod({
  summary: 'Returns matching logs like `eth_getLogs`, including synthetic ones.',
  params: [param('filter', logFilter)],
  result: eth_getLogs.result,
  async run({ blocks, logs, logLimits }, query) {
    return logStream(await queryLogs({ blocks, logs }, { ...query, scope: 'synthetic' }, logLimits))
  },
})
