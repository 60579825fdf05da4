import { ExecutionAborted } from '../evm/run/yielder.ts'
import { TimeLimit } from '../primitives/time/timeLimit.ts'
import { TraceError } from './errors.ts'

/** Default of a node's time limit of a trace in milliseconds. */
export const DEFAULT_TRACE_TIMEOUT_MS = 30_000

/**
 * Runs a function that stops when the signal of its limit is aborted.
 *
 * @throws TraceError TRACE_TIMEOUT, and errors of `run`
 */
export async function withTraceTimeout<T>(
  run: (limit: TimeLimit) => Promise<T>,
  timeoutMs: number,
): Promise<T> {
  const limit = new TimeLimit(timeoutMs)
  try {
    return await run(limit)
  } catch (error) {
    if (!(error instanceof ExecutionAborted) || !limit.signal.aborted) throw error
    throw new TraceError({ code: 'TRACE_TIMEOUT', timeoutMs }, { cause: error })
  } finally {
    limit.end()
  }
}
