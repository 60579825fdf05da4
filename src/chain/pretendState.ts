import { TxRefused } from '../evm/errors.ts'
import type { Scene } from '../evm/simulate.ts'
import type { Address } from '../primitives/address.ts'
import { applyOverrides } from '../state/applyOverrides.ts'
import type { StateOverrides } from '../state/overrides.ts'
import type { WorldState } from '../state/worldState.ts'

/**
 * Writes what a simulation pretends into its overlay, and says which precompiled contracts answer elsewhere.
 *
 * @param precompiles those that can be moved
 * @throws TxRefused NOT_A_PRECOMPILE, MOVED_TO_ITSELF, MOVED_TO_SAME, ALREADY_OVERRIDDEN
 */
export function pretendState(
  state: WorldState,
  precompiles: ReadonlySet<Address>,
  overrides: StateOverrides = new Map(),
): Required<Pick<Scene, 'movedPrecompiles'>> {
  applyOverrides(state, overrides)
  const moved = new Map<Address, Address>()
  for (const [address, { movePrecompileTo: target }] of overrides) {
    if (target === undefined) continue
    if (!precompiles.has(address)) throw new TxRefused({ code: 'NOT_A_PRECOMPILE', address })
    if (target === address) throw new TxRefused({ code: 'MOVED_TO_ITSELF', address })
    const isTaken = [...moved.values()].includes(target)
    if (isTaken) throw new TxRefused({ code: 'MOVED_TO_SAME', address: target })
    if (overrides.has(target)) throw new TxRefused({ code: 'ALREADY_OVERRIDDEN', address: target })
    moved.set(address, target)
  }
  return { movedPrecompiles: moved }
}
