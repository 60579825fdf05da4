import { TxError } from '../../evm/errors.ts'
import type { AbortFlag, BlockContext, Executor } from '../../evm/run/executor.ts'
import type { AbortableContext, ExecutionContext } from '../../evm/run/simulate.ts'
import { ExecutionAborted } from '../../evm/run/yielder.ts'
import type { CallRequest } from '../../evm/transaction/callRequest.ts'
import type { MaybePromise } from '../../primitives/maybePromise.ts'
import { completeReads } from '../../state/fork/completeReads.ts'
import type { WorldState } from '../../state/worldState.ts'
import type { BlockContexts } from '../build/blockContext.ts'
import { ChainError } from '../errors.ts'
import type { StatePruner } from '../versions/statePruner.ts'
import { applyStateOverrides } from './applyStateOverrides.ts'
import type { BlockView, Overrides } from './blockView.ts'
import { remoteCallOf } from './remoteCallOf.ts'

/** Dependencies of the simulator. */
export interface SimulatorParts {
  /** Chain id of a call. */
  chainId(): bigint
  readonly executor: Executor
  readonly contexts: BlockContexts
  readonly pruner: StatePruner
  /** Gas limit of a call. */
  gasCap(): bigint
  /** Time limit of {@link Simulator.simulate}. */
  readonly timeoutMs: number
}

/** Runs code on overlays of views. */
export interface Simulator {
  /**
   * Runs until `signal` aborts or the chain closes. On a fork, `rehearse` (by default `run`) is
   * repeated until all rows of the remote chain that it reads are at hand.
   *
   * @param rehearse does the same as `run` without its output, if it writes any
   * @throws TxError if the overrides are invalid; ChainError CHAIN_CLOSED; errors of `run`
   */
  explore<T>(
    view: BlockView,
    overrides: Overrides | undefined,
    signal: AbortSignal | undefined,
    run: (context: AbortableContext) => Promise<T>,
    rehearse?: (context: AbortableContext) => Promise<unknown>,
  ): Promise<T>
  /**
   * Runs within the time limit. A failure is a rejection. On a fork, `run` is repeated until all
   * rows of the remote chain that it reads are at hand, each time within the limit.
   *
   * @param calls what `run` executes
   * @throws TxError, and errors of `run`
   */
  simulate<T>(
    view: BlockView,
    overrides: Overrides | undefined,
    run: (context: ExecutionContext) => MaybePromise<T>,
    calls?: readonly CallRequest[],
  ): MaybePromise<T>
  /** Stops everything that {@link explore} runs. */
  close(): void
}

export function createSimulator(parts: SimulatorParts): Simulator {
  const { executor, contexts, pruner, timeoutMs } = parts
  const exploring = new Set<AbortController>()
  let isClosed = false

  /** Contexts of blocks without overrides, which are the same for all calls on a view. */
  const blockContexts = new WeakMap<BlockView, BlockContext>()

  function blockContextOf(view: BlockView, overrides: Overrides['block']): BlockContext {
    if (overrides !== undefined) return contexts.at(view, overrides)
    const known = blockContexts.get(view)
    if (known !== undefined) return known
    const context = contexts.at(view)
    blockContexts.set(view, context)
    return context
  }

  function contextOf<S extends AbortFlag>(
    state: WorldState,
    view: BlockView,
    overrides: Overrides,
    signal: S,
  ): ExecutionContext & { readonly signal: S } {
    const block = blockContextOf(view, overrides.block)
    const [chainId, gasCap] = [parts.chainId(), parts.gasCap()]
    const context = { executor, state, block, chainId, gasCap, signal }
    if (overrides.state === undefined) return context
    return { ...context, ...applyStateOverrides(context, overrides.state) }
  }

  /** Rejects with an error of a simulation. An abort is a timeout. */
  function reject(error: unknown): Promise<never> {
    if (!(error instanceof ExecutionAborted)) return Promise.reject(error)
    const details = { code: 'EXECUTION_TIMEOUT', timeoutMs } as const
    return Promise.reject(new TxError(details, { cause: error }))
  }

  return {
    async explore(view, overrides = {}, signal, run, rehearse = run) {
      if (isClosed) throw new ChainError({ code: 'CHAIN_CLOSED' })
      const ending = new AbortController()
      const end = () => ending.abort()
      exploring.add(ending)
      signal?.addEventListener('abort', end)
      if (signal?.aborted) end()
      try {
        const inContext =
          <R>(body: (context: AbortableContext) => Promise<R>) =>
          (state: WorldState) =>
            body(contextOf(state, view, overrides, ending.signal))
        return await pruner.reading(view.version, async () => {
          const state = view.overlay()
          const isForked = state.remote !== undefined
          if (isForked && rehearse !== run) await completeReads(view.overlay, inContext(rehearse))
          return completeReads(view.overlay, inContext(run))
        })
      } catch (error) {
        if (isClosed && error instanceof ExecutionAborted) {
          throw new ChainError({ code: 'CHAIN_CLOSED' }, { cause: error })
        }
        throw error
      } finally {
        signal?.removeEventListener('abort', end)
        exploring.delete(ending)
      }
    },
    simulate(view, overrides = {}, run, calls = []) {
      const attempt = (state: WorldState) => {
        const running = run(contextOf(state, view, overrides, new Deadline(timeoutMs)))
        // Undo also what the overrides changed. The state of a promise is still in use.
        if (!(running instanceof Promise) && state.remote === undefined) {
          state.revertTo(0)
          view.reuse?.(state)
        }
        return running
      }
      try {
        const running = pruner.reading(view.version, () =>
          completeReads(view.overlay, attempt, () => calls.map(remoteCallOf)),
        )
        return running instanceof Promise ? running.catch(reject) : running
      } catch (error) {
        return reject(error)
      }
    },
    close() {
      isClosed = true
      for (const ending of exploring) ending.abort()
    },
  }
}

/**
 * Aborts a time after its first poll. Polled, so that a short call needs no timer. An execution
 * polls when it starts and after each slice, so a call of one slice never times out.
 */
class Deadline implements AbortFlag {
  readonly #milliseconds: number
  #end = 0

  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds
  }

  get aborted(): boolean {
    const now = performance.now()
    if (this.#end === 0) this.#end = now + this.#milliseconds
    return now > this.#end
  }
}
