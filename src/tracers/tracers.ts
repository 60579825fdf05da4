import { callTracer } from './calls/callTracer.ts'
import { flatCallTracer } from './calls/flatCallTracer.ts'
import { fourByteTracer } from './calls/fourByteTracer.ts'
import { createMuxTracer } from './muxTracer.ts'
import { noopTracer } from './noopTracer.ts'
import { prestateTracer } from './state/prestateTracer.ts'
import { opcodeTracer } from './steps/opcodeTracer.ts'
import { opcountTracer } from './steps/opcountTracer.ts'
import type { Tracer } from './tracer.ts'

/** The tracers by name. */
export const tracers: ReadonlyMap<string, Tracer> = new Map([
  ['callTracer', callTracer],
  ['opcodeTracer', opcodeTracer],
  ['prestateTracer', prestateTracer],
  ['4byteTracer', fourByteTracer],
  ['flatCallTracer', flatCallTracer],
  ['muxTracer', createMuxTracer(() => tracers)],
  ['noopTracer', noopTracer],
  ['opcountTracer', opcountTracer],
])
