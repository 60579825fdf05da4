import type { Block } from '../../../chain/block/block.ts'
import { nativeBefore } from '../../../chain/block/blockEntries.ts'
import type { BlockView, Overrides } from '../../../chain/view/blockView.ts'
import { runTransaction } from '../../../evm/run/runTransaction.ts'
import type { AbortableContext } from '../../../evm/run/simulate.ts'
import type { Transaction } from '../../../evm/transaction/transaction.ts'
import { DomainError } from '../../../primitives/domainError.ts'
import { type Hash, ZERO_HASH } from '../../../primitives/encoding/hex.ts'
import type { Json } from '../../../primitives/encoding/json.ts'
import type { TimeLimit } from '../../../primitives/time/timeLimit.ts'
import { BufferedSink } from '../../../tracers/bufferedSink.ts'
import { TraceError } from '../../../tracers/errors.ts'
import { traceWithJavaScript } from '../../../tracers/javascript/javaScriptTracer.ts'
import { type JsonSink, PacedSink } from '../../../tracers/jsonSink.ts'
import type { TracePlace } from '../../../tracers/tracer.ts'
import { tracers } from '../../../tracers/tracers.ts'
import { runTrace, type TraceTarget } from '../../../tracers/traceTarget.ts'
import { withTraceTimeout } from '../../../tracers/traceTimeout.ts'
import type { TraceOptions } from '../../codec/traceOptions.ts'
import type { Context } from '../../core/method.ts'
import { toRpcError } from '../../errors/errorTable.ts'
import { tracePlace } from '../tracePlace.ts'

/** Maximum length of a tracer's name; longer text is source code. */
const LIKE_NAME = /^[\w.-]*$/

/** Options of a trace. */
interface ChosenTracer {
  /** Writes the trace of a prepared execution. */
  write(
    context: AbortableContext,
    subject: TraceTarget,
    sink: JsonSink,
    limit: TimeLimit,
  ): Promise<void>
  /** Whether a transaction has changed the state afterwards. */
  readonly leavesState: boolean
}

/** Context needed to execute a block again. */
export type BlockTracing = Pick<Context, 'state' | 'simulate'>

/** The same with the limit of traces whose options have none. */
export type TimedTracing = Pick<Context, 'state' | 'simulate' | 'traceTimeoutMs'>

/**
 * Traces a transaction or a call on a view.
 * @throws TraceError, TxError, ChainError
 */
export async function traceOn(
  { simulate, traceTimeoutMs }: Omit<TimedTracing, 'state'>,
  view: BlockView,
  subject: TraceTarget,
  options: TraceOptions,
  sink: JsonSink,
  overrides?: Overrides,
): Promise<void> {
  const { write } = chooseTracer(options)
  await withTraceTimeout(
    (limit) =>
      simulate.explore(view, (context) => write(context, subject, unhurried(sink, limit), limit), {
        signal: eitherSignal(limit.signal, sink.signal),
        rehearse: (context) => write(context, subject, new PacedSink(sink.signal), limit),
        ...(overrides !== undefined && { overrides }),
      }),
    options.timeout ?? traceTimeoutMs,
  )
}

/**
 * Traces all transactions of a block: `[{txHash, result}]`, with `error` instead of `result` for
 * failures.
 */
export function traceBlock(
  facets: TimedTracing,
  block: Block,
  options: TraceOptions,
  sink: JsonSink,
): Promise<void> {
  return traceEach(facets, block, options, sink, () => true)
}

/** The same without failed traces. */
export function traceTraceable(
  facets: TimedTracing,
  block: Block,
  options: TraceOptions,
  sink: JsonSink,
): Promise<void> {
  return traceEach(facets, block, options, sink, () => false)
}

/** Returns the hashes of a block's transactions that cannot be traced. */
export async function untraceableHashes(
  facets: TimedTracing,
  block: Block,
  options: TraceOptions,
): Promise<ReadonlySet<Hash>> {
  const hashes = new Set<Hash>()
  const note = (txHash: Hash): boolean => {
    hashes.add(txHash)
    return false
  }
  await traceEach(facets, block, options, new PacedSink(), note)
  return hashes
}

/** @param tellsFailure whether failed traces are reported */
async function traceEach(
  { state, simulate, traceTimeoutMs }: TimedTracing,
  block: Block,
  options: TraceOptions,
  sink: JsonSink,
  tellsFailure: (txHash: Hash) => boolean,
): Promise<void> {
  const tracer = chooseTracer(options)
  const timeoutMs = options.timeout ?? traceTimeoutMs
  if (block.header.parentHash === ZERO_HASH) {
    // The genesis block has no transactions, and no state before it.
    sink.write('[]')
    return
  }
  const view = await state.viewBefore(block, 0)
  const run = async (context: AbortableContext, sink: JsonSink) => {
    let separator = '['
    for (const [index, transaction] of block.transactions.entries()) {
      // Earlier transactions have run.
      const between = index > 0 ? nativeBefore(block, index) : []
      for (const native of between) simulate.replayNative(context, native)
      const txHash = transaction.hash
      const place = tracePlace(block, index)
      const held = new BufferedSink(sink, `${separator}{"txHash":"${txHash}","result":`)
      const error = await traceOne(context, tracer, transaction, place, held, timeoutMs)
      const isTold = error === undefined || tellsFailure(txHash)
      if (error === undefined) held.pass()
      if (isTold) {
        sink.write(error === undefined ? '}' : `${separator}${JSON.stringify({ txHash, error })}`)
        separator = ','
      }
      if (sink.isFull) await sink.drained()
    }
    sink.write(separator === '[' ? '[]' : ']')
  }
  await simulate.explore(view, (context) => run(context, sink), {
    rehearse: (context) => run(context, new PacedSink(sink.signal)),
    ...(sink.signal !== undefined && { signal: sink.signal }),
  })
}

/**
 * Traces a transaction of a block and leaves the state for the next one.
 *
 * @returns the reason of a failure, or undefined
 */
async function traceOne(
  context: AbortableContext,
  { write, leavesState }: ChosenTracer,
  transaction: Transaction,
  place: TracePlace,
  sink: BufferedSink,
  timeoutMs: number,
): Promise<string | undefined> {
  const subject: TraceTarget = { kind: 'transaction', transaction, place }
  const mark = context.state.mark
  let error: string | undefined
  try {
    await withTraceTimeout(
      (limit) =>
        write(
          { ...context, signal: eitherSignal(limit.signal, context.signal) },
          subject,
          unhurried(sink, limit),
          limit,
        ),
      timeoutMs,
    )
  } catch (thrown) {
    error = sink.isPassing ? undefined : errorOfOne(thrown)
    if (error === undefined) throw thrown
    context.state.revertTo(mark)
  }
  if (error !== undefined || !leavesState) await runOn(context, transaction)
  return error
}

/** Runs a transaction so that the next one sees its changes. */
async function runOn(context: AbortableContext, transaction: Transaction): Promise<void> {
  const { executor, state, block, signal } = context
  await runTransaction(executor, state, block, transaction, { signal })
}

/** @throws TraceError TRACER_UNKNOWN */
function chooseTracer(options: TraceOptions): ChosenTracer {
  const { tracer: given = 'opcodeTracer', tracerConfig } = options
  const name = given.trim()
  const tracer = tracers.get(name)
  if (tracer !== undefined) {
    const config = name === 'opcodeTracer' ? structLogConfig(options) : tracerConfig
    return {
      leavesState: true,
      async write(context, subject, sink) {
        const trace = await runTrace(context, subject, (start) => tracer.start(start, config, sink))
        await trace.write(sink)
      },
    }
  }
  if (LIKE_NAME.test(name)) {
    const known = [...tracers.keys()]
    throw new TraceError({ code: 'TRACER_UNKNOWN', tracer: name.slice(0, 100), known })
  }
  return {
    leavesState: false,
    async write(context, subject, sink, limit) {
      // A worker measures the time itself, from its start.
      limit.pause()
      const source = { source: name, config: tracerConfig }
      sink.write(await traceWithJavaScript(context, subject, source, { timeoutMs: limit.ms }))
      limit.resume()
    },
  }
}

/** Settings of struct logs may be next to the tracer's name or in its settings. */
function structLogConfig({ tracerConfig, disableMemory, ...options }: TraceOptions): Json {
  const { tracer: _name, timeout: _ms, ...switches } = options
  return {
    ...(disableMemory === false && { enableMemory: true }),
    ...switches,
    ...(tracerConfig as Record<string, Json> | undefined),
  }
}

/** Aborts when one of them does. */
function eitherSignal(limit: AbortSignal, other: AbortSignal | undefined): AbortSignal {
  return other === undefined ? limit : AbortSignal.any([limit, other])
}

/** Time of the reader does not count. */
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

/** Returns the error of a transaction in a block's trace; undefined if the whole request fails. */
function errorOfOne(error: unknown): string | undefined {
  if (!(error instanceof DomainError)) return undefined
  if (error.code === 'BAD_TRACER_CONFIG' || error.code === 'BAD_TRACER_SOURCE') return undefined
  return toRpcError(error.details)?.message
}
