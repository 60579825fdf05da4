import { setImmediate } from 'node:timers/promises'
import type { Block } from '../../../chain/block/block.ts'
import { nativeBefore } from '../../../chain/block/blockEntries.ts'
import type { ExecutionContext } from '../../../evm/run/simulate.ts'
import { ExecutionAborted } from '../../../evm/run/yielder.ts'
import { type ParityPart, ParityTrace } from '../../../tracers/parityTrace.ts'
import { TraceBudget } from '../../../tracers/traceBudget.ts'
import { runTrace, type TraceTarget } from '../../../tracers/traceTarget.ts'
import type { BlockTracing } from '../debug/tracing.ts'
import { tracePlace } from '../tracePlace.ts'

/** Range of a block's transactions: from index `from` up to but excluding `to`; default: all. */
interface Range {
  readonly from: number
  readonly to: number
}

/** Options of a replay. */
interface BlockReplayOptions {
  readonly parts: ReadonlySet<ParityPart>
  readonly signal: AbortSignal
  /** Limit of the memory of all traces together. */
  readonly budget?: TraceBudget
}

/** Only the frames. */
export const framesOnly: ReadonlySet<ParityPart> = new Set(['trace'])

/**
 * Executes transactions of a block again and maps each one's trace. Yields between them.
 *
 * @param make has no other effect: a fork calls it more than once for a transaction
 * @throws ChainError as `viewBefore`, TraceError, ExecutionAborted
 */
export async function replayBlock<T>(
  { state, simulate }: BlockTracing,
  block: Block,
  { parts, signal, budget = new TraceBudget() }: BlockReplayOptions,
  make: (trace: ParityTrace) => T,
  { from, to }: Range = { from: 0, to: block.transactions.length },
): Promise<T[]> {
  // Also for block 0, which has no state before it.
  if (from >= to) return []
  const view = await state.viewBefore(block, from, signal)
  const run = async (context: ExecutionContext, budgetOfRun: TraceBudget) => {
    const made: T[] = []
    for (let index = from; index < to; index++) {
      // Earlier transactions have run.
      const between = index > from ? nativeBefore(block, index) : []
      for (const native of between) simulate.replayNative(context, native)
      const subject = subjectAt(block, index)
      if (subject !== undefined) {
        made.push(make(await runTraced(context, subject, parts, budgetOfRun)))
      }
      await yieldToEventLoop(signal)
    }
    return made
  }
  return simulate.explore(view, (context) => run(context, budget), {
    signal,
    rehearse: (context) => run(context, new TraceBudget()),
  })
}

/**
 * Runs a transaction or a call with Parity's trace.
 *
 * @throws TxError, TraceError, ExecutionAborted
 */
export async function runTraced(
  context: ExecutionContext,
  subject: TraceTarget,
  parts: ReadonlySet<ParityPart>,
  budget: TraceBudget,
): Promise<ParityTrace> {
  return runTrace(context, subject, (start) => new ParityTrace(start, parts), budget)
}

/**
 * Yields to the event loop.
 * @throws ExecutionAborted if the signal is aborted
 */
export async function yieldToEventLoop(signal: AbortSignal): Promise<void> {
  await setImmediate()
  if (signal.aborted) throw new ExecutionAborted('execution aborted')
}

function subjectAt(block: Block, index: number): TraceTarget | undefined {
  const transaction = block.transactions[index]
  if (transaction === undefined) return undefined
  return { kind: 'transaction', transaction, place: tracePlace(block, index) }
}
