import { STEP } from '../../evm/run/stepRecord.ts'
import { writeJson } from '../jsonSink.ts'
import type { Tracer } from '../tracer.ts'

/**
 * Counts the executed opcodes: a number (geth, eth/tracers/js/internal/tracers/opcount_tracer.js).
 */
export const opcountTracer: Tracer = {
  summary: 'Number of executed opcodes.',
  start() {
    let count = 0
    return {
      observer: {
        steps: {
          ...{ stackWords: 0, memory: false, returnData: false },
          steps({ view, start, end }) {
            for (let at = start; at < end; at += view.getUint32(at + STEP.size, true)) count++
          },
        },
      },
      finish() {},
      write: (sink) => writeJson(sink, count),
    }
  },
}
