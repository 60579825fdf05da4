import { ChainError } from '../../chain/errors.ts'
import { toQuantity } from '../../primitives/encoding/hex.ts'
import type { Json } from '../../primitives/encoding/json.ts'
import { askLocal, askRemote, forkNumber, numberOf, type PastRule, withNumber } from './pastCall.ts'

/** Rule of debug_getModifiedAccountsByNumber and …ByHash. */
export const ofChanges: PastRule = async (call) => {
  const { method, params, remote } = call
  const [start, end] = params
  const fork = forkNumber(call)
  const first = start === undefined ? undefined : await numberOf(call, start)
  if (first === undefined) return undefined
  if (end === undefined || end === null) {
    return first <= fork ? askRemote(call, method, [withNumber(start, first)]) : undefined
  }
  const last = await numberOf(call, end)
  if (last === undefined) return undefined
  if (first >= last) throw new ChainError({ code: 'EMPTY_BLOCK_RANGE', start: first, end: last })
  // The forked block itself is at hand.
  if (first >= fork) return undefined
  const from = withNumber(start, first)
  if (last <= fork) return askRemote(call, method, [from, withNumber(end, last)])
  const border = method.endsWith('Hash') ? remote.block.hash : toQuantity(fork)
  const [past, own] = await Promise.all([
    askRemote(call, method, [from, border]),
    askLocal(call, [border, end]),
  ])
  return [...new Set([...addressesIn(past), ...addressesIn(own)])].sort()
}

function addressesIn(json: Json): readonly string[] {
  return Array.isArray(json) ? json.map((address) => String(address).toLowerCase()) : []
}
