import { CONSOLE_ADDRESS } from '../../evm/precompiles/console/consolePrecompile.ts'
import type { ConsoleCall } from '../../evm/precompiles/console/consoleRecorder.ts'
import { parseAddress } from '../../primitives/address.ts'
import { hexToBytes, isHex } from '../../primitives/encoding/hex.ts'
import { isJsonObject, type Json } from '../../primitives/encoding/json.ts'
import { consoleLinesOf, consoleLinesView } from '../methods/consoleLines.ts'
import { askRemote, type PastRule } from './pastCall.ts'
import { isPast, unknownHash } from './pastTransactions.ts'

/** Rule of rockpool_getConsoleLogs: the messages are calls in a trace, which other nodes have. */
export const ofConsoleLogs: PastRule = async (call) => {
  const hash = unknownHash(call)
  if (hash === undefined) return undefined
  if (!isPast(call, await askRemote(call, 'eth_getTransactionByHash', [hash]))) return undefined
  const options = { tracer: 'callTracer' }
  const frame = await askRemote(call, 'debug_traceTransaction', [hash, options])
  return consoleLinesView.encode(consoleLinesOf([...consoleCalls(frame)]))
}

/** Yields the calls of a frame of callTracer, and of those in it, in their order. */
function* consoleCalls(frame: Json | undefined): Generator<ConsoleCall> {
  if (!isJsonObject(frame)) return
  const { from, to, input, calls } = frame
  const isConsole = isHex(to) && to.toLowerCase() === CONSOLE_ADDRESS
  if (isConsole && isHex(from) && isHex(input)) {
    yield { caller: parseAddress(from), input: hexToBytes(input) }
  }
  for (const inner of Array.isArray(calls) ? calls : []) yield* consoleCalls(inner)
}
