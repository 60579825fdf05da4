import { isJsonObject, type Json } from '../../primitives/encoding/json.ts'
import type { Method } from '../core/method.ts'
import { invalidParams } from '../errors/rpcError.ts'
import { debug_traceCall, debug_traceTransaction } from '../methods/debug/trace.ts'
import { JsonStream, stringifyResult } from '../stream/jsonStream.ts'

const WORD_DIGITS = 64
const ONE_TRACER =
  'Hardhat currently only supports the default tracer, so no tracer parameter should be passed.'

interface StructLog {
  readonly depth: number
  readonly error?: string
  readonly memory?: readonly string[]
  readonly stack?: readonly string[]
  readonly storage?: Readonly<Record<string, string>>
}

/**
 * Struct logs of Hardhat 2: words of 64 digits without `0x`, and in each log the memory and the
 * storage that its frame has touched, unless they are disabled. An empty return value is `''`.
 * Hardhat has no other tracers, no limit, and no errors in logs.
 *
 * @param tracedCall `debug_traceCall` of both releases
 */
export function hardhat2Traces(tracedCall: Method): readonly (readonly [Method, Method])[] {
  return [
    [debug_traceTransaction, inWords(debug_traceTransaction, 1)],
    [debug_traceCall, inWords(tracedCall, 2)],
  ]
}

/** @param place index of the options among the parameters */
export function inWords(method: Method, place: number): Method {
  return {
    ...method,
    async call(context, params) {
      const given: readonly unknown[] = Array.isArray(params) ? params : []
      const options = isJsonObject(given[place]) ? given[place] : {}
      if ((options.tracer ?? undefined) !== undefined) throw invalidParams(ONE_TRACER)
      const { disableMemory, limit: _limit, tracer: _tracer, ...rest } = options
      const before = Array.from({ length: place }, (_, i) => given[i])
      const wanted = { ...rest, enableMemory: disableMemory !== true }
      const result = await method.call(context, [...before, wanted])
      if (!(result instanceof JsonStream)) return result
      const { structLogs, returnValue, ...trace } = JSON.parse(await stringifyResult(result))
      const shown = { memory: wanted.enableMemory, storage: options.disableStorage !== true }
      const output = returnValue === '0x' ? '' : returnValue
      return { ...trace, returnValue: output, structLogs: plainLogs(structLogs, shown) }
    },
  }
}

/** @param shown parts that each log has, also if they are empty */
function plainLogs(
  logs: readonly StructLog[],
  shown: { readonly memory: boolean; readonly storage: boolean },
): Json {
  /** Storage of the open frames, outermost first. */
  const storages: Record<string, string>[] = []
  return logs.map(({ memory = [], stack, storage, error: _, ...log }) => {
    storages.length = Math.min(storages.length, log.depth)
    const own = storages[log.depth - 1] ?? {}
    for (const [slot, word] of Object.entries(storage ?? {})) own[plain(slot)] = plain(word)
    storages[log.depth - 1] = own
    return {
      ...log,
      ...(shown.memory && { memory: memory.map(plain) }),
      ...(stack !== undefined && { stack: stack.map(plain) }),
      ...(shown.storage && { storage: { ...own } }),
    }
  })
}

function plain(word: string): string {
  return word.replace(/^0x/, '').padStart(WORD_DIGITS, '0')
}
