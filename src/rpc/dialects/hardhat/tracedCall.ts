import { TxError } from '../../../evm/errors.ts'
import { isJsonObject } from '../../../primitives/encoding/json.ts'
import type { Method } from '../../core/method.ts'
import { debug_traceCall } from '../../methods/debug/trace.ts'
import { JsonStream } from '../../stream/jsonStream.ts'
import { withFunds } from '../lenientCalls.ts'
import { fromFirstAccount } from './senders.ts'

/** Traces of calls whose sender need not have the value and the gas. */
export const tracedCall: Method = fromFirstAccount({
  ...debug_traceCall,
  async call(context, params) {
    const [request, block, options] = Array.isArray(params) ? params : []
    const traced = await debug_traceCall.call(context, params)
    if (!(traced instanceof JsonStream) || !isJsonObject(request)) return traced
    return new JsonStream(async (sink) => {
      try {
        await traced.writeTo(sink)
      } catch (thrown) {
        // Refused before the first byte.
        if (!(thrown instanceof TxError) || thrown.code !== 'INSUFFICIENT_FUNDS') throw thrown
        const given = isJsonObject(options) ? options : {}
        const states = isJsonObject(given.stateOverrides) ? given.stateOverrides : {}
        const funded = { ...given, stateOverrides: withFunds(states, request) }
        const again = await debug_traceCall.call(context, [request, block, funded])
        if (again instanceof JsonStream) await again.writeTo(sink)
      }
    })
  },
})
