import { filterId, logFilter } from '../../codec/logFilter.ts'
import { hash } from '../../codec/scalar.ts'
import { type Method, method, param } from '../../core/method.ts'
import { logsSchema } from '../../stream/logStream.ts'
import {
  eth_getFilterChanges,
  eth_getFilterLogs,
  eth_newBlockFilter,
  eth_uninstallFilter,
} from '../eth/filter.ts'
import { legacyAlias } from './blockMethods.ts'

export const native_newFilter = method({
  summary: 'Creates a filter for new logs, including synthetic ones, and returns its id.',
  params: [param('filter', logFilter)],
  result: filterId,
  run: ({ legacyFilters }, query) => legacyFilters.addLogs({ ...query, scope: 'synthetic' }),
})

export const native_newBlockFilter = legacyTwin(eth_newBlockFilter)

export const native_getFilterChanges = {
  ...legacyTwin(
    eth_getFilterChanges,
    'Returns the new logs, including synthetic ones, or block hashes since the last poll. Logs of reverted blocks come first, with `removed`: true.',
  ),
  result: { schema: { anyOf: [logsSchema, { type: 'array', items: hash.schema }] } },
}

export const native_getFilterLogs = legacyTwin(
  eth_getFilterLogs,
  'Returns all logs that match a log filter, including historical and synthetic ones, by default from block 0.',
)

export const native_uninstallFilter = legacyTwin(
  eth_uninstallFilter,
  'Removes a filter and returns whether it existed.',
)

/** Defines a {@link legacyAlias} on the separate filters of the legacy methods. */
function legacyTwin(original: Method, summary?: string): Method {
  return {
    ...legacyAlias(original, summary),
    call(context, params) {
      return original.call({ ...context, filters: context.legacyFilters }, params)
    },
  }
}
