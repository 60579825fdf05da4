import { chainPrecompiles } from '../../evm/precompiles/chainPrecompiles.ts'
import type { ExecutionContext } from '../../evm/run/simulate.ts'
import type { Json } from '../../primitives/encoding/json.ts'
import { TraceError } from '../errors.ts'
import type { TraceTarget } from '../traceTarget.ts'
import type { SandboxLimits, TraceJob } from './messages.ts'
import { WorkerPool } from './workerPool.ts'

/** Traces that run at once, each in a process of its own. */
const MAX_RUNNING = 3

/** Traces that wait for one of those. */
const MAX_WAITING = 100

/** Characters of a tracer. */
export const MAX_SOURCE_LENGTH = 1024 * 1024

/** Memory of a tracer, unless said otherwise. */
export const SANDBOX_MEMORY_BYTES = 128 * 1024 * 1024

/** Length of what a tracer returns, unless said otherwise. */
export const TRACE_OUTPUT_BYTES = 64 * 1024 * 1024

/** Limits of a trace: its time has no default. */
export type TraceLimits = Pick<SandboxLimits, 'timeoutMs'> & Partial<SandboxLimits>

/** A tracer as a client sends it. */
export interface JavaScriptTracer {
  /**
   * An expression whose value is an object with the functions that geth calls: `result`, `fault`,
   * `step`, …
   */
  readonly source: string
  /** What `setup` is given, as JSON text. */
  readonly config: Json | undefined
}

const workers = new WorkerPool(MAX_RUNNING, MAX_WAITING)

/**
 * Traces a subject with a tracer in JavaScript, as geth does; resolves with the JSON of what its
 * `result` returned. Both run in a worker, the tracer in a sandbox there; this process only answers
 * what the state is. The scene's state is left as it was.
 *
 * @throws TraceError BAD_TRACER_SOURCE, TRACER_FAILED, TRACE_TIMEOUT, TRACE_TOO_LARGE,
 *   TRACERS_BUSY; TxError; ExecutionAborted where the scene's signal says so
 */
export async function traceWithJavaScript(
  scene: ExecutionContext,
  subject: TraceTarget,
  tracer: JavaScriptTracer,
  limits: TraceLimits,
): Promise<string> {
  const { length } = tracer.source
  if (length > MAX_SOURCE_LENGTH) {
    const reason = `the source of the tracer is longer than ${MAX_SOURCE_LENGTH} characters`
    throw new TraceError({ code: 'BAD_TRACER_SOURCE', reason })
  }
  const job = traceJob(scene, subject, tracer, limits)
  return workers.with(scene.signal, (worker) => worker.run(job, scene))
}

/** What a worker is told of a trace. */
export function traceJob(
  scene: ExecutionContext,
  subject: TraceTarget,
  { source, config = {} }: JavaScriptTracer,
  limits: TraceLimits,
): TraceJob {
  const { executor, state, chainId, gasCap, movedPrecompiles, replacedPrecompiles } = scene
  const { blockHash: _asked, ...block } = scene.block
  return {
    executor: executor.name,
    plugins: [...executor.statefulPrecompiles].filter((address) => !chainPrecompiles.has(address)),
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
