import { queryLogs } from '../../../chain/history/logQuery.ts'
import { logFilter } from '../../codec/logFilter.ts'
import { param, streamingMethod } from '../../core/method.ts'
import { logStream, logsSchema } from '../../stream/logStream.ts'

export const eth_getLogs = streamingMethod({
  summary:
    'Returns matching logs in order. Defaults: the latest block without a range, `toBlock` alone without `fromBlock`, up to the latest block without `toBlock`.',
  params: [param('filter', logFilter)],
  result: { schema: logsSchema },
  async run({ blocks, logs, logLimits }, query) {
    return logStream(await queryLogs({ blocks, logs }, query, logLimits))
  },
})
