import { DECIMAL_ONE, divideRounded } from '../../primitives/encoding/decimal.ts'
import type { NativeAddress } from '../../state/rows/layout.ts'
import type { RowState } from '../../state/rows/rowState.ts'
import { nativeText } from '../evm/association.ts'
import { bondedPoolAccount, notBondedPoolAccount } from '../moduleAccounts.ts'
import { sdkError } from '../moduleError.ts'
import { rowOf } from '../rows.ts'
import { delegationKind } from './delegation.ts'
import {
  consensusAddress,
  consensusKind,
  putValidator,
  type Validator,
  type ValidatorStatus,
  validatorStatus,
} from './validator.ts'

/** Maximum shares of a validator: one EVM word. */
const MAX_SHARES = 2n ** 256n - 1n

type Stake = Pick<Validator, 'tokens' | 'shares'>

/** Converts units to shares. Shares without units cannot be converted. */
export function sharesOf({ tokens, shares }: Stake, amount: bigint): bigint {
  return shares === 0n ? amount * DECIMAL_ONE : (shares * amount) / tokens
}

/** Converts shares to whole units, by way of a rounded decimal as the SDK does. */
export function tokensOf({ tokens, shares }: Stake, part: bigint): bigint {
  if (shares === 0n) return 0n
  const decimal = divideRounded((part * tokens * DECIMAL_ONE * DECIMAL_ONE) / shares, DECIMAL_ONE)
  return decimal / DECIMAL_ONE
}

/** Returns the pool account of a validator's delegations. */
export function poolOf(status: ValidatorStatus): NativeAddress {
  return status === validatorStatus.bonded ? bondedPoolAccount : notBondedPoolAccount
}

/**
 * Adds units to a validator and returns their shares.
 *
 * @throws ModuleError if the maximum would be exceeded
 */
export function addShares(
  state: RowState,
  delegator: NativeAddress,
  [operator, validator]: readonly [NativeAddress, Validator],
  amount: bigint,
): bigint {
  const added = sharesOf(validator, amount)
  if (validator.shares + added > MAX_SHARES) {
    throw sdkError('invalidRequest', 'the validator would have too many shares')
  }
  const row = rowOf(delegator, operator)
  const before = state.get(delegationKind, row)?.shares ?? 0n
  state.set(delegationKind, row, {
    delegatorAddress: nativeText(state, delegator),
    validatorAddress: validator.operatorAddress,
    shares: before + added,
  })
  putValidator(state, operator, {
    ...validator,
    tokens: validator.tokens + amount,
    shares: validator.shares + added,
  })
  return added
}

/** Removes a validator without delegations. */
export function removeValidator(
  state: RowState,
  operator: NativeAddress,
  { consensusKey }: Validator,
): void {
  state.set(consensusKind, consensusAddress(consensusKey), undefined)
  putValidator(state, operator, undefined)
}
