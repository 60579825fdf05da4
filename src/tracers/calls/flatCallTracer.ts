import { writeJson, writeList } from '../jsonSink.ts'
import type { Tracer } from '../tracer.ts'
import { readSwitches } from '../tracerConfig.ts'
import { CallRecorder } from './callFrames.ts'
import { flatCalls, flatPlace, gethParityError } from './flatCalls.ts'
import { goldenForm } from './goldenForm.ts'

const NO_ADDRESSES: ReadonlySet<never> = new Set()

/**
 * List of the calls of a transaction in Parity's format; gas of the first one is that of the
 * transaction (geth, eth/tracers/native/call_flat.go).
 */
export const flatCallTracer: Tracer = {
  summary:
    "Flat list of calls in Parity's format. Settings: convertParityErrors, includePrecompiles.",
  start({ gasLimit, budget, precompiles, place }, config) {
    const { convertParityErrors, includePrecompiles } = readSwitches(
      'flatCallTracer',
      config,
      ...(['convertParityErrors', 'includePrecompiles'] as const),
    )
    const frames = new CallRecorder(budget, { logs: false })
    const options = {
      leftOut: includePrecompiles ? NO_ADDRESSES : precompiles,
      ...(convertParityErrors && { errorWords: gethParityError }),
    }
    const where = flatPlace(place)
    let gasUsed = 0n
    return {
      observer: { frames },
      finish(end) {
        gasUsed = end.gasUsed
      },
      write(sink) {
        const root = { ...frames.root, gas: gasLimit, gasUsed }
        const form = goldenForm(root, includePrecompiles)
        return writeList(sink, flatCalls(root, { ...options, form }), (call) => {
          writeJson(sink, { ...call, ...where })
        })
      },
    }
  },
}
