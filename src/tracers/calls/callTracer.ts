import { decodeRevert } from '../../evm/run/revertReason.ts'
import { bytesToHex, toQuantity } from '../../primitives/encoding/hex.ts'
import type { Json } from '../../primitives/encoding/json.ts'
import { type JsonSink, ObjectWriter, writeList } from '../jsonSink.ts'
import type { Tracer } from '../tracer.ts'
import { readSwitches } from '../tracerConfig.ts'
import { type CallFrame, CallRecorder, type FrameLog } from './callFrames.ts'

/** Values of the whole transaction in the outermost frame. */
interface Whole {
  readonly gas: bigint
  readonly gasUsed: bigint
}

/**
 * Tree of the calls of a transaction: `{from, gas, gasUsed, to, input, output, error, revertReason,
 * calls, logs, value, type}`. Gas of the outermost one is that of the transaction, including
 * intrinsic gas and refunds (geth, eth/tracers/native/call.go).
 */
export const callTracer: Tracer = {
  summary: 'Call tree of a transaction. Settings: onlyTopCall, withLog.',
  start({ gasLimit, budget, place }, config) {
    const { onlyTopCall, withLog } = readSwitches('callTracer', config, 'onlyTopCall', 'withLog')
    const { firstLogIndex = 0 } = place
    const options = { logs: withLog, onlyTop: onlyTopCall, firstLogIndex }
    const frames = new CallRecorder(budget, options)
    let gasUsed = 0n
    return {
      observer: { frames },
      finish(end) {
        gasUsed = end.gasUsed
      },
      write: (sink) => writeFrame(sink, frames.root, false, { gas: gasLimit, gasUsed }),
    }
  },
}

/** Writes a frame and its inner frames. Failed frames and their inner frames have no logs. */
async function writeFrame(
  sink: JsonSink,
  frame: CallFrame,
  isUndone: boolean,
  { gas, gasUsed }: Whole,
): Promise<void> {
  const { kind, error } = frame
  const isFailed = isUndone || error !== undefined
  const isCreation = kind === 'CREATE' || kind === 'CREATE2'
  const object = new ObjectWriter(sink)
  object.add({
    from: frame.from,
    gas: toQuantity(gas),
    gasUsed: toQuantity(gasUsed),
    ...(!(isCreation && error !== undefined) && { to: frame.to }),
    input: bytesToHex(frame.input),
    ...resultOf(frame),
  })
  if (frame.calls.length > 0) {
    object.begin('calls')
    await writeList(sink, frame.calls, (call) => writeFrame(sink, call, isFailed, call))
  }
  if (frame.logs.length > 0 && !isFailed) object.add({ logs: frame.logs.map(logOf) })
  object.add({ ...(kind !== 'STATICCALL' && { value: toQuantity(frame.value) }), type: kind })
  object.end()
}

/** Returns the object of a log. */
export function logOf({ log, position, index }: FrameLog): Json {
  const { address, topics, data } = log
  const [place, number] = [toQuantity(position), toQuantity(index)]
  return { address, topics, data: bytesToHex(data), position: place, index: number }
}

/** Returns the output of a frame and, if it failed, its error. */
export function resultOf({ output, error }: CallFrame): Record<string, Json> {
  const shown: Record<string, Json> = {}
  if (output.length > 0) shown.output = bytesToHex(output)
  if (error === undefined) return shown
  shown.error = error
  const reason = decodeRevert(output)
  if (reason !== undefined) shown.revertReason = reason
  return shown
}
