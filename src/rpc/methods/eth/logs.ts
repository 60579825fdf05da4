import { queryLogs } from '../../../chain/history/logQuery.ts'
import { logFilter } from '../../codec/logFilter.ts'
import { param, streamingMethod } from '../../core/method.ts'
import { logStream, logsSchema } from '../../stream/logStream.ts'

export const eth_getLogs = streamingMethod({
  summary:
    'Logs that fit, in order. Without a range: of the newest block; without `fromBlock`: of `toBlock` alone; without `toBlock`: up to the newest block.',
  params: [param('filter', logFilter)],
  result: { schema: logsSchema },
  async run({ blocks, logs, logLimits }, query) {
    return logStream(await queryLogs({ blocks, logs }, query, logLimits))
  },
})
