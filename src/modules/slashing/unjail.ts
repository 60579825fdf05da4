import type { NativeAddress } from '../../state/rows/layout.ts'
import type { RowState } from '../../state/rows/rowState.ts'
import type { HeaderInfo } from '../headerInfo.ts'
import { ModuleError } from '../moduleError.ts'
import { rowOf } from '../rows.ts'
import { delegationKind } from '../staking/delegation.ts'
import { tokensOf } from '../staking/shares.ts'
import { release } from '../staking/slash.ts'
import { consensusAddress, validatorKind } from '../staking/validator.ts'
import { signingInfoOf } from './signingInfo.ts'

/**
 * Takes a validator out of jail at its own request.
 *
 * @throws ModuleError
 */
export function unjail(state: RowState, operator: NativeAddress, { time }: HeaderInfo): void {
  const validator = state.get(validatorKind, operator)
  if (validator === undefined) {
    throw slashingError('noValidator', 'address is not associated with any known validator')
  }
  const own = state.get(delegationKind, rowOf(operator, operator))
  if (own === undefined) {
    throw slashingError('noSelfDelegation', 'validator has no self-delegation; cannot be unjailed')
  }
  const tokens = tokensOf(validator, own.shares)
  if (tokens < validator.minSelfDelegation) {
    throw slashingError(
      'selfDelegationTooSmall',
      `${tokens} less than ${validator.minSelfDelegation}: validator's self delegation less than minimum; cannot be unjailed`,
    )
  }
  if (!validator.jailed) {
    throw slashingError('notJailed', 'validator not jailed; cannot be unjailed')
  }
  const info = signingInfoOf(state, consensusAddress(validator.consensusKey))
  if (info !== undefined && (info.tombstoned || time < info.jailedUntil)) {
    throw slashingError('stillJailed', 'validator still jailed; cannot be unjailed')
  }
  release(state, operator)
}

/** Codes of the slashing module (Cosmos SDK, x/slashing/types/errors.go). */
const codes = {
  noValidator: 2,
  badValidator: 3,
  stillJailed: 4,
  notJailed: 5,
  noSelfDelegation: 6,
  selfDelegationTooSmall: 7,
} as const

/** Creates an error with a code of the slashing module. */
export function slashingError(code: keyof typeof codes, message: string): ModuleError {
  return new ModuleError('slashing', codes[code], message)
}
