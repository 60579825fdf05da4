import { isJsonObject } from '../../../primitives/encoding/json.ts'
import { blockRef } from '../../codec/blockRef.ts'
import { type TransactionRequest, transactionRequest } from '../../codec/transactionRequest.ts'
import type { Context, Method } from '../../core/method.ts'
import { debug_traceCall } from '../../methods/debug/trace.ts'
import { withFunds } from '../lenientCalls.ts'
import { fromFirstAccount } from './senders.ts'

/** Traces of calls whose sender need not have the value and the gas. */
export const tracedCall: Method = fromFirstAccount({
  ...debug_traceCall,
  async call(context, params) {
    const [request, block = 'latest', options] = Array.isArray(params) ? params : []
    if (!isJsonObject(request)) return debug_traceCall.call(context, params)
    const call = transactionRequest.decode(request, 'invalid argument 0')
    if (await canPay(context, call, block)) return debug_traceCall.call(context, params)
    const given = isJsonObject(options) ? options : {}
    const states = isJsonObject(given.stateOverrides) ? given.stateOverrides : {}
    const funded = { ...given, stateOverrides: withFunds(states, request) }
    return debug_traceCall.call(context, [request, block, funded])
  },
})

async function canPay(
  { state, mining }: Context,
  { from, value = 0n, gas, gasPrice, maxFeePerGas }: TransactionRequest,
  block: unknown,
): Promise<boolean> {
  const price = gasPrice ?? maxFeePerGas ?? 0n
  const cost = value + price * (gas ?? mining.config.gasLimit)
  if (from === undefined || cost === 0n) return true
  const view = await state.viewAt(blockRef.decode(block, 'invalid argument 1'))
  return (await view.read((reader) => reader.getBalance(from))) >= cost
}
