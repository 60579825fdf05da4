import { TxError } from '../../evm/errors.ts'
import type { BlockContext, Executor } from '../../evm/run/executor.ts'
import type { ExecutionContext } from '../../evm/run/simulate.ts'
import type { Address } from '../../primitives/address.ts'
import type { StateOverrides } from '../../state/overrides.ts'
import { applyOverrides } from '../../state/overrides.ts'
import type { WorldState } from '../../state/worldState.ts'

/** What overrides change beside the state. */
type Pretended = Required<
  Pick<ExecutionContext, 'movedPrecompiles' | 'replacedPrecompiles' | 'overriddenAccounts'>
>

/**
 * Applies the state overrides of a simulation to its overlay. Returns the precompiles that were
 * moved, or replaced by code, and the accounts that exist by an override.
 *
 * @throws TxError NOT_A_PRECOMPILE, MOVED_TO_ITSELF, ALREADY_OVERRIDDEN
 */
export function applyStateOverrides(
  { executor, state, block }: { executor: Executor; state: WorldState; block: BlockContext },
  overrides: StateOverrides = new Map(),
): Pretended {
  applyOverrides(state, overrides)
  const precompiles = executor.precompiles(block.hardfork)
  const moved = new Map<Address, Address>()
  const replaced = new Set<Address>()
  const accounts = new Set<Address>()
  for (const [address, { movePrecompileTo: target, ...fields }] of overrides) {
    const { code } = fields
    if (Object.values(fields).some((value) => value !== undefined)) accounts.add(address)
    const isPrecompile = precompiles.has(address)
    if (code !== undefined && (isPrecompile || executor.statefulPrecompiles.has(address)))
      replaced.add(address)
    if (target === undefined) continue
    if (!isPrecompile) throw new TxError({ code: 'NOT_A_PRECOMPILE', address })
    if (target === address) throw new TxError({ code: 'MOVED_TO_ITSELF', address })
    if (overrides.has(target)) throw new TxError({ code: 'ALREADY_OVERRIDDEN', address: target })
    moved.set(address, target)
  }
  return { movedPrecompiles: moved, replacedPrecompiles: replaced, overriddenAccounts: accounts }
}
