import type { LogChanges } from '../../chain/filters/logFilter.ts'
import type { JsonSink } from '../../tracers/jsonSink.ts'
import type { JsonSchema } from '../codec/jsonSchema.ts'
import { createLogWriter, logView } from '../views/log.ts'
import { JsonStream } from './jsonStream.ts'

/** Writes a list that arrives in batches, and pauses when the sink requires it. */
export async function writeBatches<T>(
  sink: JsonSink,
  batches: AsyncIterable<readonly T[]>,
  textOf: (item: T, separator: string) => string,
): Promise<void> {
  let separator = '['
  for await (const items of batches) {
    for (const item of items) {
      sink.write(textOf(item, separator))
      separator = ','
      if (sink.isFull) await sink.drained()
    }
  }
  sink.write(separator === '[' ? '[]' : ']')
}

export const logsSchema: JsonSchema = { type: 'array', items: logView.schema }

/** Streams a list of logs while they are found. */
export function logStream(logs: LogChanges): JsonStream {
  return new JsonStream((sink) => writeBatches(sink, logs, createLogWriter()))
}
