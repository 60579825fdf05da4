import { callTracer } from './calls/callTracer.ts'
import { flatCallTracer } from './calls/flatCallTracer.ts'
import { fourByteTracer } from './calls/fourByteTracer.ts'
import { writeJson } from './jsonSink.ts'
import { createMuxTracer } from './muxTracer.ts'
import { prestateTracer } from './state/prestateTracer.ts'
import { erc7562Tracer } from './steps/erc7562Tracer.ts'
import { keccak256PreimageTracer } from './steps/keccakPreimages.ts'
import { opcodeTracer } from './steps/opcodeTracer.ts'
import { opcountTracer } from './steps/opcountTracer.ts'
import type { Tracer } from './tracer.ts'

/** Returns `{}`. Measures the cost of tracing without a tracer. */
const noopTracer: Tracer = {
  summary: 'Returns an empty object.',
  start: () => ({
    observer: {},
    finish() {},
    write: (sink) => writeJson(sink, {}),
  }),
}

/** Tracers by name. */
export const tracers: ReadonlyMap<string, Tracer> = new Map([
  ['callTracer', callTracer],
  ['opcodeTracer', opcodeTracer],
  ['prestateTracer', prestateTracer],
  ['4byteTracer', fourByteTracer],
  ['flatCallTracer', flatCallTracer],
  ['muxTracer', createMuxTracer(() => tracers)],
  ['noopTracer', noopTracer],
  ['opcountTracer', opcountTracer],
  ['keccak256PreimageTracer', keccak256PreimageTracer],
  ['erc7562Tracer', erc7562Tracer],
])
