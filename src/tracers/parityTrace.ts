import type { Observer } from '../evm/run/observer.ts'
import type { Address } from '../primitives/address.ts'
import { bytesToHex } from '../primitives/encoding/hex.ts'
import type { Json } from '../primitives/encoding/json.ts'
import { type CallFrame, CallRecorder } from './calls/callFrames.ts'
import { flatCalls, flatPlace, parityError } from './calls/flatCalls.ts'
import { type JsonSink, writeJson } from './jsonSink.ts'
import { joinObservers } from './observers.ts'
import { Prestate } from './state/prestateTracer.ts'
import { stateDiff } from './state/stateDiff.ts'
import { VmTraceRecorder } from './steps/vmTrace.ts'
import type { Trace, TraceEnd, TracePlace, TraceStart } from './tracer.ts'

/** Parts of a replay, named as in requests. */
export const parityParts = ['trace', 'vmTrace', 'stateDiff'] as const
export type ParityPart = (typeof parityParts)[number]

/** A frame in Parity's form: `{action, result, error, subtraces, traceAddress, type}`. */
export type ParityFrame = Readonly<Record<string, Json>>

/** Result of a transaction in Parity's form; parts that were not requested are null or empty. */
export type ParityReplay = {
  readonly output: string
  readonly stateDiff: Json
  readonly trace: readonly ParityFrame[]
  readonly vmTrace: Json
}

/**
 * Traces a transaction as OpenEthereum's `trace` module. Gas of the outermost frame is without
 * intrinsic gas, and gas used is before refunds.
 */
export class ParityTrace implements Trace {
  readonly observer: Observer
  readonly #start: TraceStart
  readonly #calls: CallRecorder | undefined
  readonly #prestate: Prestate | undefined
  readonly #vm: VmTraceRecorder | undefined
  #output = '0x'
  #stateDiff: Json = null

  constructor(start: TraceStart, parts: ReadonlySet<ParityPart>) {
    this.#start = start
    const { state, budget } = start
    this.#calls = parts.has('trace') ? new CallRecorder(budget, { logs: false }) : undefined
    this.#prestate = parts.has('stateDiff') ? new Prestate(start) : undefined
    this.#vm = parts.has('vmTrace') ? new VmTraceRecorder(state, budget) : undefined
    this.observer = joinObservers([
      ...(this.#calls === undefined ? [] : [{ frames: this.#calls }]),
      ...(this.#prestate === undefined ? [] : [{ frames: this.#prestate }]),
      ...(this.#vm === undefined ? [] : [this.#vm.observer]),
    ])
  }

  finish({ outcome }: TraceEnd): void {
    if (outcome.kind !== 'halt') this.#output = bytesToHex(outcome.output)
    if (this.#prestate !== undefined) {
      this.#stateDiff = stateDiff(this.#prestate, this.#start.state)
    }
  }

  /** The frames in order of their start; none if they were not requested. */
  get frames(): readonly ParityFrame[] {
    if (this.#calls === undefined) return []
    return parityFrames(this.#calls.root, this.#start.precompiles)
  }

  /** {@link frames} with block and transaction. */
  get localizedFrames(): readonly ParityFrame[] {
    const where = placeOf(this.#start.place)
    return this.frames.map((frame) => ({ ...frame, ...where }))
  }

  /** All requested parts. */
  get replay(): ParityReplay {
    return {
      output: this.#output,
      stateDiff: this.#stateDiff,
      trace: this.frames,
      vmTrace: this.#vm?.json ?? null,
    }
  }

  write(sink: JsonSink): void {
    writeJson(sink, this.replay)
  }
}

/** OpenEthereum's words of failures that geth's conversion keeps. */
const MORE_PARITY_ERRORS: ReadonlyMap<Json, string> = new Map([
  ['invalid code: must not begin with 0xef', 'Invalid code'],
  ['contract address collision', 'Out of gas'],
])

/** Omits calls of precompiles, except the outermost one and those with a value. */
function parityFrames(root: CallFrame, precompiles: ReadonlySet<Address>): readonly ParityFrame[] {
  const options = { leftOut: precompiles, keepsPaid: true, errorWords: parityError }
  return [...flatCalls(root, options)].map(({ error, ...frame }) => ({
    ...frame,
    result: frame.result ?? null,
    ...(error !== undefined && { error: MORE_PARITY_ERRORS.get(error) ?? error }),
  }))
}

/** The pending block has no hash. */
function placeOf(place: TracePlace): Readonly<Record<string, Json>> {
  return { blockHash: null, ...flatPlace(place) }
}
