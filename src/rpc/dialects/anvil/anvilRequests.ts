import { isJsonObject } from '../../../primitives/encoding/json.ts'
import type { Method } from '../../core/method.ts'

type Fields = Readonly<Record<string, unknown>>

/** A method whose request may have fields that contradict each other: one of them is ignored. */
export function readable(method: Method): Method {
  return {
    ...method,
    call(context, params) {
      const [request, ...rest] = Array.isArray(params) ? params : []
      if (!isJsonObject(request)) return method.call(context, params)
      return method.call(context, [withoutContradictions(request), ...rest])
    },
  }
}

/** A price replaces the fields of the fee market, and `input` replaces `data`. */
function withoutContradictions(request: Fields): Fields {
  const ignored = [
    ...(isGiven(request.gasPrice) ? ['maxFeePerGas', 'maxPriorityFeePerGas'] : []),
    ...(isGiven(request.input) ? ['data'] : []),
  ]
  return Object.fromEntries(Object.entries(request).filter(([name]) => !ignored.includes(name)))
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null
}
