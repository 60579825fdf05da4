import { isJsonObject } from '../../../primitives/encoding/json.ts'
import { blockRef } from '../../codec/blockRef.ts'
import { type TransactionRequest, transactionRequest } from '../../codec/transactionRequest.ts'
import type { Context, Method } from '../../core/method.ts'
import { debug_traceCall } from '../../methods/debug/trace.ts'
import { withFunds } from '../lenientCalls.ts'

/** Traces of calls as `eth_call` runs them: without a base fee, and with what the sender lacks. */
export const tracedCall: readonly [Method, Method] = [
  debug_traceCall,
  {
    ...debug_traceCall,
    async call(context, params) {
      const [request, block = 'latest', options] = Array.isArray(params) ? params : []
      if (!isJsonObject(request)) return debug_traceCall.call(context, params)
      const call = transactionRequest.decode(request, 'invalid argument 0')
      const given = isJsonObject(options) ? options : {}
      const { stateOverrides, blockOverrides } = given
      const hasBaseFee = context.blocks.latest.header.baseFeePerGas !== undefined
      const states = isJsonObject(stateOverrides) ? stateOverrides : {}
      const wanted = {
        ...given,
        ...(hasBaseFee && { blockOverrides: withoutBaseFee(blockOverrides) }),
        ...(!(await canPay(context, call, block)) && {
          stateOverrides: withFunds(states, request),
        }),
      }
      return debug_traceCall.call(context, [request, block, wanted])
    },
  },
]

function withoutBaseFee(fields: unknown): unknown {
  return { baseFeePerGas: '0x0', ...(isJsonObject(fields) && fields) }
}

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
