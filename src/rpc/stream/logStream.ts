import type { LogChanges } from '../../chain/filters/logFilter.ts'
import type { JsonSchema } from '../core/jsonSchema.ts'
import { logView } from '../views/log.ts'
import { JsonStream } from './jsonStream.ts'
import { writeBatches } from './writeBatches.ts'

export const logsSchema: JsonSchema = { type: 'array', items: logView.schema }

/** A list of logs that is written while they are found. */
export function logStream(logs: LogChanges): JsonStream {
  return new JsonStream((sink) => writeBatches(sink, logs, logView.encode))
}
