import { DomainError } from '../../primitives/domainError.ts'
import type { Hex } from '../../primitives/encoding/hex.ts'

/** Wei in one unit of the base denomination. */
export const WEI_PER_UNIT = 1_000_000_000_000n

/** Maximum balance in wei: a balance must fit into a word of the EVM. */
export const MAX_BALANCE = 2n ** 256n - 1n

/** Maximum number of whole units of the base denomination within {@link MAX_BALANCE}. */
export const MAX_UNITS = MAX_BALANCE / WEI_PER_UNIT

/** An account whose balance would exceed {@link MAX_BALANCE}. */
export interface BalanceOverflowDetails {
  readonly code: 'BALANCE_OVERFLOW'
  /** An EVM address, or the 20 bytes of a native one. */
  readonly account: Hex
}

/**
 * An operation that would exceed the maximum balance. The caller must revert the enclosing change.
 */
export class BalanceOverflowError extends DomainError<BalanceOverflowDetails> {
  override readonly name = 'BalanceOverflow'
}

/** @throws BalanceOverflow */
export function requireFits(account: Hex, wei: bigint): void {
  if (wei > MAX_BALANCE) throw new BalanceOverflowError({ code: 'BALANCE_OVERFLOW', account })
}
