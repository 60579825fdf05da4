import { toQuantity } from '../../../primitives/encoding/hex.ts'
import type { Json } from '../../../primitives/encoding/json.ts'
import type { Method } from '../../core/method.ts'
import { debug_traceTransaction } from '../../methods/debug/trace.ts'
import { mapResult } from '../dialect.ts'
import { inWords } from '../hardhatTraces.ts'

type Log = Readonly<Record<string, Json>>

const words = inWords(debug_traceTransaction, 1)

const [, traceTransaction] = mapResult(words, (result) => {
  const { structLogs, gas } = Object(result)
  if (!Array.isArray(structLogs)) return result
  return {
    gas: toQuantity(gas),
    structLogs: structLogs.map(logOf),
    returnValue: '',
    storage: {},
  }
})

/** Gas in hexadecimal, and fields for what is disabled. */
function logOf({ gas, memory = [], storage = null, ...log }: Log): Log {
  return { ...log, error: '', gas: toQuantity(Number(gas)), memory, storage }
}

/** Struct logs with words without `0x`, as in Hardhat 2, and without a return value. */
export const ganacheTraces: readonly (readonly [Method, Method])[] = [
  [debug_traceTransaction, traceTransaction],
]
