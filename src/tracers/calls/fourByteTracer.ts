import type { FrameObserver } from '../../evm/run/observer.ts'
import { bytesToHex } from '../../primitives/encoding/hex.ts'
import { writeJson } from '../jsonSink.ts'
import type { Tracer } from '../tracer.ts'

/**
 * Counts calls by selector and length of the arguments: `{"0xa9059cbb-64": 2}`, without creations
 * and precompiles (geth, eth/tracers/native/4byte.go).
 */
export const fourByteTracer: Tracer = {
  summary: 'Number of calls by selector and length of the arguments.',
  start({ precompiles }) {
    const counts = new Map<string, number>()
    const frames: FrameObserver = {
      enter({ kind, to, input }) {
        if (input.length < 4 || kind === 'CREATE' || kind === 'CREATE2') return
        if (precompiles.has(to)) return
        const name = `${bytesToHex(input.subarray(0, 4))}-${input.length - 4}`
        counts.set(name, (counts.get(name) ?? 0) + 1)
      },
      exit() {},
      log() {},
      access() {},
    }
    return {
      observer: { frames },
      finish() {},
      write: (sink) => writeJson(sink, Object.fromEntries(counts)),
    }
  },
}
