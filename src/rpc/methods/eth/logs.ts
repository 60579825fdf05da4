import { queryLogs } from '../../../chain/history/logQuery.ts'
import { logFilter } from '../../codec/logFilter.ts'
import { exampleValues } from '../../core/exampleValues.ts'
import { param, streamingMethod } from '../../core/method.ts'
import { logStream, logsSchema } from '../../stream/logStream.ts'

const { contract, eventReceipt } = exampleValues

export const eth_getLogs = streamingMethod({
  summary:
    'Logs that fit, in order. Without a range: of the newest block; without `fromBlock`: of `toBlock` alone; without `toBlock`: up to the newest block.',
  params: [param('filter', logFilter)],
  result: { schema: logsSchema },
  example: {
    params: [{ fromBlock: '0x1', toBlock: '0x4', address: contract }],
    result: eventReceipt.logs,
  },
  async run({ node: { chain, logLimits } }, query) {
    return logStream(await queryLogs(chain, query, logLimits))
  },
})
