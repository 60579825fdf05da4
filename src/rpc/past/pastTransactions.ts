import { type Hash, isHex } from '../../primitives/encoding/hex.ts'
import { isJsonObject, type Json } from '../../primitives/encoding/json.ts'
import { askRemote, forkNumber, numberIn, type PastCall, type PastRule } from './pastCall.ts'

/** Rule of a method that reads a transaction by its hash, which says in which block it is. */
export const ofTransaction: PastRule = async (call) => {
  const hash = unknownHash(call)
  if (hash === undefined) return undefined
  const found = await askRemote(call, call.method, call.params)
  return isPast(call, found) ? found : undefined
}

/** Rule of a method about a transaction whose result does not say in which block it is. */
export const ofTransactionParts: PastRule = async (call) => {
  const hash = unknownHash(call)
  if (hash === undefined) return undefined
  // Both in one batch.
  const running = askRemote(call, call.method, call.params)
  const [transaction, outcome] = await Promise.all([
    askRemote(call, 'eth_getTransactionByHash', [hash]),
    running.then(
      (answer) => ({ answer }),
      (error: unknown) => ({ error }),
    ),
  ])
  if (!isPast(call, transaction)) return undefined
  if ('error' in outcome) throw outcome.error
  return outcome.answer
}

/** Rule of a search that the local chain answers with null if it finds nothing. */
export const ofSearch: PastRule = async (call) => {
  const found = await call.local(call.params)
  if (found !== null) return found
  const past = await askRemote(call, call.method, call.params)
  const hash = isJsonObject(past) ? past.hash : past
  if (!isHex(hash)) return null
  const transaction = await askRemote(call, 'eth_getTransactionByHash', [hash])
  return isPast(call, transaction) ? past : null
}

/** Returns the hash of the first parameter if the local chain does not know it. */
export function unknownHash({ params, context }: PastCall): Hash | undefined {
  const [given] = params
  if (!isHex(given) || given.length !== 66) return undefined
  const hash = given.toLowerCase() as Hash
  const isLocal =
    context.transactions.get(hash) !== undefined || context.pool.get(hash) !== undefined
  return isLocal ? undefined : hash
}

/** Whether a transaction is in a block up to the fork. */
export function isPast(call: PastCall, found: Json): boolean {
  const number = isJsonObject(found) ? numberIn(found.blockNumber) : undefined
  return number !== undefined && number <= forkNumber(call)
}
