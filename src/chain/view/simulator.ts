import { TxRefused } from '../../evm/errors.ts'
import { ExecutionAborted } from '../../evm/run/breather.ts'
import type { Executor } from '../../evm/run/executor.ts'
import type { Scene } from '../../evm/run/simulate.ts'
import type { BlockContexts } from '../build/blockContext.ts'
import { ChainRefused } from '../errors.ts'
import type { StatePruner } from '../rewind/statePruner.ts'
import type { BlockView, Overrides } from './blockView.ts'
import { pretendState } from './pretendState.ts'

/** What simulations are run with. */
export interface SimulatorParts {
  readonly chainId: bigint
  readonly executor: Executor
  readonly contexts: BlockContexts
  readonly pruner: StatePruner
  /** Most gas of a call. */
  gasCap(): bigint
  /** Time limit of {@link Simulator.simulate}. */
  readonly timeoutMs: number
}

/** Runs code on overlays of views. */
export interface Simulator {
  /** Runs until `signal` aborts or the chain closes. @throws TxRefused if the overrides do not fit; ChainRefused CHAIN_CLOSED; what `run` throws */
  explore<T>(
    view: BlockView,
    overrides: Overrides | undefined,
    signal: AbortSignal | undefined,
    run: (scene: Scene) => Promise<T>,
  ): Promise<T>
  /** Runs within the time limit. @throws TxRefused, and what `run` throws */
  simulate<T>(
    view: BlockView,
    overrides: Overrides | undefined,
    run: (scene: Scene) => Promise<T>,
  ): Promise<T>
  /** Ends what {@link explore} runs. */
  close(): void
}

export function createSimulator(parts: SimulatorParts): Simulator {
  const { chainId, executor, contexts, pruner, timeoutMs } = parts
  const exploring = new Set<AbortController>()
  let isClosed = false

  function sceneOf(view: BlockView, overrides: Overrides, signal: AbortSignal): Scene {
    const state = view.overlay()
    const block = contexts.at(view, overrides.block)
    const scene = { executor, state, block, chainId, gasCap: parts.gasCap() }
    return { ...scene, ...pretendState(scene, overrides.state), signal }
  }

  return {
    async explore(view, overrides = {}, signal, run) {
      if (isClosed) throw new ChainRefused({ code: 'CHAIN_CLOSED' })
      const ending = new AbortController()
      const end = () => ending.abort()
      exploring.add(ending)
      signal?.addEventListener('abort', end)
      if (signal?.aborted) end()
      try {
        return await pruner.reading(view.version, () =>
          run(sceneOf(view, overrides, ending.signal)),
        )
      } catch (error) {
        if (isClosed && error instanceof ExecutionAborted) {
          throw new ChainRefused({ code: 'CHAIN_CLOSED' }, { cause: error })
        }
        throw error
      } finally {
        signal?.removeEventListener('abort', end)
        exploring.delete(ending)
      }
    },
    async simulate(view, overrides = {}, run) {
      const limit = new AbortController()
      const timer = setTimeout(() => limit.abort(), timeoutMs)
      try {
        return await pruner.reading(view.version, () => run(sceneOf(view, overrides, limit.signal)))
      } catch (error) {
        if (error instanceof ExecutionAborted) {
          throw new TxRefused({ code: 'EXECUTION_TIMEOUT', timeoutMs }, { cause: error })
        }
        throw error
      } finally {
        clearTimeout(timer)
      }
    },
    close() {
      isClosed = true
      for (const ending of exploring) ending.abort()
    },
  }
}
