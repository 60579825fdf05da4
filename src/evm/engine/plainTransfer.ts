import { EMPTY_BYTES } from '../../primitives/encoding/bytes.ts'
import { MAX_BALANCE } from '../../state/ledger/balanceOverflow.ts'
import type { WorldState } from '../../state/worldState.ts'
import { precompileAddresses } from '../precompiles/precompiles.ts'
import type { StatefulPrecompiles } from '../precompiles/statefulPrecompile.ts'
import { isAtLeast } from '../rules/hardfork.ts'
import type { BlockContext, ExecutionResult, Message } from '../run/executor.ts'

/**
 * Runs a message to an account without code, which only moves wei, without a machine. Returns
 * undefined, with the state unchanged, if the message needs a machine or fails.
 */
export function transferWei(
  chainId: bigint,
  hosted: StatefulPrecompiles,
  state: WorldState,
  { hardfork }: BlockContext,
  { caller, to, value, signal, movedPrecompiles, replacedPrecompiles }: Message,
): ExecutionResult | undefined {
  if (to === undefined || movedPrecompiles !== undefined || replacedPrecompiles !== undefined) {
    return undefined
  }
  // Earlier forks keep empty accounts.
  if (signal?.aborted || !isAtLeast(hardfork, 'spuriousDragon')) return undefined
  if (hosted.has(to) || precompileAddresses(chainId, hardfork).has(to)) return undefined
  if (state.getCodeHash(to) !== undefined) return undefined
  if (value !== 0n) {
    const left = state.getBalance(caller) - value
    const received = state.getBalance(to) + value
    if (left < 0n || received > MAX_BALANCE || state.haveSameOwner(caller, to)) return undefined
    state.setBalance(caller, left)
    state.setBalance(to, received)
  }
  return {
    kind: 'success',
    output: EMPTY_BYTES,
    gasUsed: 0n,
    gasRefund: 0n,
    logs: [],
    destroyed: [],
  }
}
