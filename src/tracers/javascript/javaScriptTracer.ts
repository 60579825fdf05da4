import { chainPrecompileAddresses } from '../../evm/precompiles/chainPrecompiles.ts'
import { seiVersionOf } from '../../evm/precompiles/native/nativePrecompiles.ts'
import type { AbortableContext } from '../../evm/run/simulate.ts'
import type { Json } from '../../primitives/encoding/json.ts'
import { TraceError } from '../errors.ts'
import type { TraceTarget } from '../traceTarget.ts'
import type { SandboxLimits, TraceJob } from './messages.ts'
import { WorkerPool } from './workerPool.ts'

/** Maximum number of concurrent traces, each in its own process. */
const MAX_RUNNING = 3

/** Maximum number of waiting traces. */
const MAX_WAITING = 100

/** Maximum length of a tracer in characters. */
export const MAX_SOURCE_LENGTH = 1024 * 1024

/**
 * Default memory limit of a tracer. With the result, which the worker and the node copy, and the
 * worker's own memory, a trace stays below 256 MiB.
 */
export const SANDBOX_MEMORY_BYTES = 96 * 1024 * 1024

/** Default limit of a result. */
export const TRACE_OUTPUT_BYTES = 16 * 1024 * 1024

/** Limits of a trace; the time has no default. */
export type TraceLimits = Pick<SandboxLimits, 'timeoutMs'> & Partial<SandboxLimits>

/** A tracer as a client sends it. */
export interface JavaScriptTracer {
  /** Expression for an object with geth's functions: `result`, `fault`, `step`, … */
  readonly source: string
  /** Argument of `setup`, as JSON text. */
  readonly config: Json | undefined
}

const workers = new WorkerPool(MAX_RUNNING, MAX_WAITING)

/**
 * Traces a transaction or call with a JavaScript tracer, as geth does, and returns the JSON of its
 * `result`. Both run in a worker, the tracer in a sandbox; this process only serves reads of the
 * state, which does not change.
 *
 * @throws TraceError BAD_TRACER_SOURCE, TRACER_FAILED, TRACE_TIMEOUT, TRACE_TOO_LARGE,
 *   TRACERS_BUSY; TxError; ExecutionAborted if the signal is aborted
 */
export async function traceWithJavaScript(
  context: AbortableContext,
  subject: TraceTarget,
  tracer: JavaScriptTracer,
  limits: TraceLimits,
): Promise<string> {
  const { length } = tracer.source
  if (length > MAX_SOURCE_LENGTH) {
    const reason = `the source of the tracer is longer than ${MAX_SOURCE_LENGTH} characters`
    throw new TraceError({ code: 'BAD_TRACER_SOURCE', reason })
  }
  const job = traceJob(context, subject, tracer, limits)
  return workers.with(context.signal, (worker) => worker.run(job, context))
}

/** Input of a worker. */
export function traceJob(
  context: AbortableContext,
  subject: TraceTarget,
  { source, config = {} }: JavaScriptTracer,
  limits: TraceLimits,
): TraceJob {
  const { executor, state, chainId, gasCap, movedPrecompiles, replacedPrecompiles } = context
  const { blockHash: _asked, ...block } = context.block
  return {
    executor: executor.name,
    plugins: [...executor.statefulPrecompiles].filter(
      (address) => !chainPrecompileAddresses.has(address),
    ),
    seiVersion: seiVersionOf(executor.statefulPrecompiles),
    names: state.names,
    chainId,
    gasCap,
    ...(movedPrecompiles !== undefined && { movedPrecompiles }),
    ...(replacedPrecompiles !== undefined && { replacedPrecompiles }),
    block,
    subject,
    source,
    config: JSON.stringify(config),
    memoryBytes: limits.memoryBytes ?? SANDBOX_MEMORY_BYTES,
    outputBytes: limits.outputBytes ?? TRACE_OUTPUT_BYTES,
    timeoutMs: limits.timeoutMs,
  }
}
