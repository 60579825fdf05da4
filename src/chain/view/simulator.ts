import { TxRefused } from '../../evm/errors.ts'
import { ExecutionAborted } from '../../evm/run/breather.ts'
import type { Executor } from '../../evm/run/executor.ts'
import type { Scene } from '../../evm/run/simulate.ts'
import type { BlockContexts } from '../build/blockContext.ts'
import type { BlockView, Overrides } from '../chain.ts'
import { ChainRefused } from '../errors.ts'
import { pretendState } from './pretendState.ts'

/** What simulations need of the chain. */
export interface SimulatorParts {
  readonly chainId: bigint
  readonly executor: Executor
  readonly contexts: BlockContexts
  /** Gas that a call has at the most. */
  gasCap(): bigint
  /** Time that a simulation may take. */
  readonly timeoutMs: number
}

/** What a simulation needs of a view. */
type SimulatedView = Pick<BlockView, 'block' | 'blockAt' | 'overlay'>

/** Runs things on views that nobody else sees. */
export interface Simulator {
  /** @throws TxRefused where the overrides do not fit; ChainRefused CHAIN_CLOSED; and what `run` throws */
  explore<T>(
    view: BlockView,
    overrides: Overrides | undefined,
    signal: AbortSignal | undefined,
    run: (scene: Scene) => Promise<T>,
  ): Promise<T>
  /**
   * Runs within the time of a simulation.
   *
   * @throws TxRefused, and what `run` throws
   */
  simulate<T>(
    view: BlockView,
    overrides: Overrides | undefined,
    run: (scene: Scene) => Promise<T>,
  ): Promise<T>
  /** Ends all that {@link explore} runs. */
  close(): void
}

export function createSimulator(parts: SimulatorParts): Simulator {
  const { chainId, executor, contexts, timeoutMs } = parts

  function sceneOf(view: SimulatedView, overrides: Overrides, signal?: AbortSignal): Scene {
    const state = view.overlay()
    const block = contexts.at(view, overrides.block)
    const gasCap = parts.gasCap()
    const scene = { executor, state, block, chainId, gasCap }
    const pretended = pretendState(scene, overrides.state)
    return { ...scene, ...pretended, ...(signal !== undefined && { signal }) }
  }

  async function simulate<T>(
    view: SimulatedView,
    overrides: Overrides = {},
    run: (scene: Scene) => Promise<T>,
  ): Promise<T> {
    const limit = new AbortController()
    const timer = setTimeout(() => limit.abort(), timeoutMs)
    try {
      return await run(sceneOf(view, overrides, limit.signal))
    } catch (error) {
      if (error instanceof ExecutionAborted) {
        throw new TxRefused({ code: 'EXECUTION_TIMEOUT', timeoutMs }, { cause: error })
      }
      throw error
    } finally {
      clearTimeout(timer)
    }
  }

  const exploring = new Set<AbortController>()
  let isClosed = false

  return {
    async explore(view, overrides = {}, signal, run) {
      if (isClosed) throw new ChainRefused({ code: 'CHAIN_CLOSED' })
      const ending = new AbortController()
      const end = () => ending.abort()
      exploring.add(ending)
      signal?.addEventListener('abort', end)
      if (signal?.aborted) end()
      try {
        return await run(sceneOf(view, overrides, ending.signal))
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
    close() {
      isClosed = true
      for (const ending of exploring) ending.abort()
    },
    simulate,
  }
}
