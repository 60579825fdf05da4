import { isJsonObject } from '../../primitives/encoding/json.ts'
import { ForkError } from '../../state/fork/forkError.ts'
import { askRemote, forkNumber, numberOf, type PastCall, type PastRule } from './pastCall.ts'
import { isPast, unknownHash } from './pastTransactions.ts'

/*
 * Methods that other nodes do not have, or have by other names or with other results. Without a
 * rule the local chain would answer as if the blocks before the fork were empty.
 */

/**
 * Refuses a method about a block before the fork, or about the forked one.
 *
 * @param at position of the block among the parameters
 */
export function refusedBlock(at: number): PastRule {
  return async (call) => {
    const number = await numberOf(call, call.params[at])
    if (number !== undefined && number <= forkNumber(call)) throw refusal(call)
    return undefined
  }
}

/** Refuses a method about the state at a block before the fork. */
export function refusedState(at: number): PastRule {
  return async (call) => {
    const number = await numberOf(call, call.params[at])
    if (number !== undefined && number < forkNumber(call)) throw refusal(call)
    return undefined
  }
}

/** Refuses a method about a transaction before the fork. */
export const refusedTransaction: PastRule = async (call) => {
  const hash = unknownHash(call)
  if (hash === undefined) return undefined
  if (isPast(call, await askRemote(call, 'eth_getTransactionByHash', [hash]))) throw refusal(call)
  return undefined
}

/** Refuses a filter that begins before the fork. */
export const refusedLogs: PastRule = async (call) => {
  const [filter] = call.params
  if (!isJsonObject(filter)) return undefined
  const named = filter.blockHash ?? filter.fromBlock ?? filter.toBlock
  const number = named === undefined ? undefined : await numberOf(call, named)
  if (number !== undefined && number <= forkNumber(call)) throw refusal(call)
  return undefined
}

/** Returns the error of a method that only knows the blocks after the fork. */
export function refusal({ method, remote }: PastCall): ForkError {
  const { number } = remote.block
  return new ForkError({ code: 'NOT_BEFORE_FORK', method, forkBlock: Number(number) })
}
