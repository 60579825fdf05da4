import type { Json } from '../../primitives/encoding/json.ts'
import type { JsonSink } from '../../tracers/jsonSink.ts'

/** Writes a list whose items come in batches, with a pause where the sink wants one. */
export async function writeBatches<T>(
  sink: JsonSink,
  batches: AsyncIterable<readonly T[]>,
  encode: (item: T) => Json,
): Promise<void> {
  let separator = '['
  for await (const items of batches) {
    for (const item of items) {
      sink.write(separator + JSON.stringify(encode(item)))
      separator = ','
      if (sink.isFull) await sink.drained()
    }
  }
  sink.write(separator === '[' ? '[]' : ']')
}
