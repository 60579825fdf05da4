import { callTracer } from './callTracer.ts'
import { flatCallTracer } from './flatCallTracer.ts'
import { fourByteTracer } from './fourByteTracer.ts'
import { createMuxTracer } from './muxTracer.ts'
import { noopTracer } from './noopTracer.ts'
import { opcodeTracer } from './opcodeTracer.ts'
import { opcountTracer } from './opcountTracer.ts'
import { prestateTracer } from './prestateTracer.ts'
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
