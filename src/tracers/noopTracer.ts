import { writeJson } from './jsonSink.ts'
import type { Tracer } from './tracer.ts'

/** Looks at nothing: `{}`. For measuring what tracing costs without a tracer. */
export const noopTracer: Tracer = {
  summary: 'Nothing: an empty object.',
  start: () => ({
    observer: {},
    finish() {},
    write: (sink) => writeJson(sink, {}),
  }),
}
