import type { Block } from '../../chain/block.ts'
import type { BlockView, Overrides } from '../../chain/chain.ts'
import { runTransaction } from '../../evm/runTransaction.ts'
import type { Scene } from '../../evm/simulate.ts'
import type { Transaction } from '../../evm/transaction.ts'
import type { Node } from '../../node/node.ts'
import { DomainError } from '../../primitives/domainError.ts'
import type { Json } from '../../primitives/json.ts'
import type { TimeLimit } from '../../primitives/timeLimit.ts'
import { TraceRefused } from '../../tracers/errors.ts'
import { HeldBackSink } from '../../tracers/heldBackSink.ts'
import { traceWithJavaScript } from '../../tracers/javascript/javaScriptTracer.ts'
import { type JsonSink, ObjectWriter, writeList } from '../../tracers/jsonSink.ts'
import { runSubject, type Subject } from '../../tracers/subject.ts'
import { tracers } from '../../tracers/tracers.ts'
import { withinTraceTime } from '../../tracers/traceTime.ts'
import type { TraceOptions } from '../codec/traceOptions.ts'
import { tracePlace } from '../tracePlace.ts'
import { wireError } from '../wire.ts'

/** What somebody means as a name; the source of a tracer is more than that. */
const LIKE_NAME = /^[\w.-]*$/

/** How a trace is made. */
interface ChosenTracer {
  /** Writes the trace of what a scene has been set up for. */
  write(scene: Scene, subject: Subject, sink: JsonSink, limit: TimeLimit): Promise<void>
  /** Whether a transaction has run on the scene's state after that. */
  readonly leavesState: boolean
}

/** Traces a transaction or a call on a view. @throws TraceRefused, TxRefused, ChainRefused */
export async function traceOn(
  { chain }: Node,
  view: BlockView,
  subject: Subject,
  options: TraceOptions,
  sink: JsonSink,
  overrides?: Overrides,
): Promise<void> {
  const { write } = chooseTracer(options)
  await withinTraceTime(
    (limit) =>
      chain.explore(view, (scene) => write(scene, subject, unhurried(sink, limit), limit), {
        signal: eitherSignal(limit.signal, sink.signal),
        ...(overrides !== undefined && { overrides }),
      }),
    options.timeout,
  )
}

/** Traces all transactions of a block: `[{txHash, result}]`, or `error` in the place of `result`. */
export async function traceBlock(
  { chain }: Node,
  block: Block,
  options: TraceOptions,
  sink: JsonSink,
): Promise<void> {
  const { write, leavesState } = chooseTracer(options)
  const view = await chain.viewBefore(block, 0)
  const run = (scene: Scene) =>
    writeList(sink, block.transactions.entries(), async ([index, transaction]) => {
      const subject: Subject = { kind: 'transaction', transaction, place: tracePlace(block, index) }
      const object = new ObjectWriter(sink)
      object.add({ txHash: transaction.hash })
      const held = new HeldBackSink(sink, ',"result":')
      const mark = scene.state.mark
      try {
        await withinTraceTime(
          (limit) =>
            write(
              { ...scene, signal: eitherSignal(limit.signal, scene.signal) },
              subject,
              unhurried(held, limit),
              limit,
            ),
          options.timeout,
        )
      } catch (error) {
        const message = held.isPassing ? undefined : errorOfOne(error)
        if (message === undefined) throw error
        object.add({ error: message })
        object.end()
        scene.state.revertTo(mark)
        await runOn(scene, transaction)
        return
      }
      held.pass()
      object.end()
      if (!leavesState) await runOn(scene, transaction)
    })
  await chain.explore(view, run, sink.signal === undefined ? {} : { signal: sink.signal })
}

/** Runs a transaction for the next one to find what it did. */
async function runOn(scene: Scene, transaction: Transaction): Promise<void> {
  const { executor, state, block, signal } = scene
  await runTransaction(executor, state, block, transaction, { signal })
}

/** @throws TraceRefused TRACER_UNKNOWN */
function chooseTracer(options: TraceOptions): ChosenTracer {
  const { tracer: given = 'opcodeTracer', tracerConfig } = options
  const name = given.trim()
  const tracer = tracers.get(name)
  if (tracer !== undefined) {
    const config = name === 'opcodeTracer' ? structLogConfig(options) : tracerConfig
    return {
      leavesState: true,
      async write(scene, subject, sink) {
        const trace = await runSubject(scene, subject, (start) => tracer.start(start, config, sink))
        await trace.write(sink)
      },
    }
  }
  if (LIKE_NAME.test(name)) {
    const known = [...tracers.keys()]
    throw new TraceRefused({ code: 'TRACER_UNKNOWN', tracer: name.slice(0, 100), known })
  }
  return {
    leavesState: false,
    async write(scene, subject, sink, limit) {
      // A worker keeps the time itself, from when it begins.
      limit.pause()
      const source = { source: name, config: tracerConfig }
      sink.write(await traceWithJavaScript(scene, subject, source, { timeoutMs: limit.ms }))
      limit.resume()
    },
  }
}

/** Settings of the struct logs stand beside the name of the tracer; they may stand in its settings, too. */
function structLogConfig({ tracerConfig, disableMemory, ...options }: TraceOptions): Json {
  const { tracer: _name, timeout: _ms, ...switches } = options
  return {
    ...(disableMemory === false && { enableMemory: true }),
    ...switches,
    ...(tracerConfig as Record<string, Json> | undefined),
  }
}

/** Aborted when one of them is. */
function eitherSignal(limit: AbortSignal, other: AbortSignal | undefined): AbortSignal {
  return other === undefined ? limit : AbortSignal.any([limit, other])
}

/** The time that the reader takes does not count. */
function unhurried(sink: JsonSink, limit: TimeLimit): JsonSink {
  return {
    write: (text) => sink.write(text),
    get isFull() {
      return sink.isFull
    },
    signal: sink.signal,
    async drained() {
      limit.pause()
      await sink.drained()
      limit.resume()
    },
  }
}

/** What a block's trace says of a transaction that could not be traced; undefined where the request as a whole fails. */
function errorOfOne(error: unknown): string | undefined {
  if (!(error instanceof DomainError)) return undefined
  if (error.code === 'BAD_TRACER_CONFIG' || error.code === 'BAD_TRACER_SOURCE') return undefined
  return wireError(error.refusal)?.message
}
