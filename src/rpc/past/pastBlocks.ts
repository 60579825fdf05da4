import { isJsonObject } from '../../primitives/encoding/json.ts'
import {
  askRemote,
  forkNumber,
  numberOf,
  type PastCall,
  type PastRule,
  withNumber,
} from './pastCall.ts'

/**
 * Rule of a method that reads a block: the remote chain has the forked block itself, too, with its
 * transactions.
 *
 * @param at position of the block among the parameters
 */
export function ofBlock(at: number): PastRule {
  return (call) => passOn(call, at, forkNumber(call))
}

/** Rule of a method that reads the state after a block. The forked block's is at hand. */
export function ofState(at: number): PastRule {
  return (call) => passOn(call, at, forkNumber(call) - 1n)
}

/** Rule of eth_callMany, whose second parameter names the block in a member. */
export const ofCallMany: PastRule = async (call) => {
  const { method, params } = call
  const [, context] = params
  if (!isJsonObject(context)) return undefined
  const number = await numberOf(call, context.blockNumber)
  if (number === undefined || number >= forkNumber(call)) return undefined
  const blockNumber = withNumber(context.blockNumber, number)
  return askRemote(call, method, params.with(1, { ...context, blockNumber }))
}

async function passOn(call: PastCall, at: number, last: bigint) {
  const { method, params, remote } = call
  const number = await numberOf(call, params[at])
  if (number === undefined || number > last) return undefined
  const isForked = method === 'eth_getBlockByNumber' && number === remote.block.number
  if (isForked && params[1] === false) return remote.block.json as never
  return askRemote(call, method, params.with(at, withNumber(params[at], number)))
}
