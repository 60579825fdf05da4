import { forkRules } from '../rules/forkRules.ts'
import { type Hardfork, isAtLeast } from '../rules/hardfork.ts'

/** Fork rules of the engine's host; those of the interpreter are in `gasTable.ts`. */
export interface EngineRules {
  readonly chainId: bigint
  /** Empty accounts do not exist (EIP-161). */
  readonly clearsState: boolean
  /** SELFDESTRUCT pays for an account that it creates (EIP-150). */
  readonly chargesHeirs: boolean
  /** SELFDESTRUCT removes only contracts of the same transaction (EIP-6780). */
  readonly onlyDestroysCreated: boolean
  /** EIP-7702. */
  readonly followsDelegations: boolean
  /** EIP-2929. */
  readonly warmsAccounts: boolean
  /** EIP-3651. */
  readonly warmsCoinbase: boolean
  /** Maximum depth below a frame. */
  readonly maxDepth: number
  /** DIFFICULTY is PREVRANDAO (EIP-4399). */
  readonly hasRandao: boolean
}

export function engineRules(chainId: bigint, hardfork: Hardfork): EngineRules {
  const rules = forkRules(chainId, hardfork)
  return {
    chainId,
    clearsState: isAtLeast(hardfork, 'spuriousDragon'),
    chargesHeirs: isAtLeast(hardfork, 'tangerineWhistle'),
    onlyDestroysCreated: rules.isActivatedEIP(6780),
    followsDelegations: rules.isActivatedEIP(7702),
    warmsAccounts: rules.isActivatedEIP(2929),
    warmsCoinbase: rules.isActivatedEIP(3651),
    maxDepth: Number(rules.param('stackLimit')),
    hasRandao: rules.isActivatedEIP(4399),
  }
}
