import { JsonBuffer } from './jsonBuffer.ts'
import { ObjectWriter } from './jsonSink.ts'
import { joinObservers } from './observers.ts'
import type { Tracer } from './tracer.ts'
import { badConfig, readTracerConfig } from './tracerConfig.ts'

/**
 * Runs several tracers: `{callTracer: {…}, prestateTracer: {…}}`, with the settings by name (geth,
 * eth/tracers/native/mux.go).
 *
 * @param named available tracers
 */
export function createMuxTracer(named: () => ReadonlyMap<string, Tracer>): Tracer {
  return {
    summary: 'Several tracers in one run. Settings: those of each tracer, by name.',
    start(start, config) {
      const settings = Object.entries(readTracerConfig('muxTracer', config))
      const parts = settings.map(([name, own]) => {
        const tracer = named().get(name)
        if (tracer === undefined) throw badConfig('muxTracer', unknownIn(name, named()))
        const buffer = new JsonBuffer(start.budget)
        return { name, buffer, trace: tracer.start(start, own, buffer) }
      })
      return {
        observer: joinObservers(parts.map(({ trace }) => trace.observer)),
        finish: (end) => parts.forEach(({ trace }) => void trace.finish(end)),
        async write(sink) {
          const object = new ObjectWriter(sink)
          for (const { name, buffer, trace } of parts) {
            await trace.write(buffer)
            object.begin(name)
            await buffer.moveTo(sink)
          }
          object.end()
        },
      }
    },
  }
}

function unknownIn(name: string, named: ReadonlyMap<string, Tracer>): string {
  const shown = JSON.stringify(name.slice(0, 100))
  return `no built-in tracer is named ${shown}: want any of ${[...named.keys()].join(', ')}`
}
