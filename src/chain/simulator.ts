import { ExecutionAborted } from '../evm/breather.ts'
import { TxRefused } from '../evm/errors.ts'
import type { Executor } from '../evm/executor.ts'
import type { Scene } from '../evm/simulate.ts'
import type { Address } from '../primitives/address.ts'
import { applyOverrides } from '../state/applyOverrides.ts'
import type { BlockContexts } from './blockContext.ts'
import type { BlockView, Overrides } from './chain.ts'

/** What simulations need of the chain. */
export interface SimulatorParts {
  readonly chainId: bigint
  readonly executor: Executor
  readonly contexts: BlockContexts
  /** Gas that a call has at the most. */
  readonly gasCap: bigint
  /** Time that a simulation may take. */
  readonly timeoutMs: number
}

/** Runs something on a view that nobody else sees, within a limited time. @throws TxRefused, and what `run` throws */
export type Simulate = <T>(
  view: BlockView,
  overrides: Overrides | undefined,
  run: (scene: Scene) => Promise<T>,
) => Promise<T>

export function createSimulator(parts: SimulatorParts): Simulate {
  const { chainId, executor, contexts, gasCap, timeoutMs } = parts

  function sceneOf(view: BlockView, overrides: Overrides, signal: AbortSignal): Scene {
    const state = view.overlay()
    const block = contexts.at(view, overrides.block)
    const moved = new Map<Address, Address>()
    if (overrides.state !== undefined) applyOverrides(state, overrides.state)
    for (const [address, { movePrecompileTo }] of overrides.state ?? []) {
      if (movePrecompileTo === undefined) continue
      if (!executor.precompiles(block.hardfork).has(address)) {
        throw new TxRefused({ code: 'NOT_A_PRECOMPILE', address })
      }
      const isTaken =
        overrides.state?.has(movePrecompileTo) || [...moved.values()].includes(movePrecompileTo)
      if (isTaken) throw new TxRefused({ code: 'ALREADY_OVERRIDDEN', address: movePrecompileTo })
      moved.set(address, movePrecompileTo)
    }
    return { executor, state, block, chainId, gasCap, movedPrecompiles: moved, signal }
  }

  return async (view, overrides, run) => {
    const limit = new AbortController()
    const timer = setTimeout(() => limit.abort(), timeoutMs)
    try {
      return await run(sceneOf(view, overrides ?? {}, limit.signal))
    } catch (error) {
      if (error instanceof ExecutionAborted) {
        throw new TxRefused({ code: 'EXECUTION_TIMEOUT', timeoutMs }, { cause: error })
      }
      throw error
    } finally {
      clearTimeout(timer)
    }
  }
}
