import { ModuleError } from '../moduleError.ts'

/** Codes of the staking module (Cosmos SDK, x/staking/types/errors.go). */
const codes = {
  emptyValidator: 2,
  noValidator: 3,
  operatorExists: 4,
  consensusKeyExists: 5,
  commissionNegative: 9,
  commissionTooLarge: 10,
  commissionAboveMax: 11,
  commissionTooSoon: 12,
  changeRateNegative: 13,
  changeRateAboveMax: 14,
  commissionChangeTooLarge: 15,
  selfDelegationTooSmall: 16,
  minSelfDelegationDecreased: 17,
  noDelegation: 19,
  insufficientShares: 22,
  notEnoughShares: 24,
  noUnbonding: 26,
  tooManyUnbondings: 27,
  noRedelegation: 28,
  selfRedelegation: 29,
  tinyRedelegation: 30,
  badDestination: 31,
  transitiveRedelegation: 32,
  tooManyRedelegations: 33,
  invalidExchangeRate: 34,
  noHistory: 38,
  commissionBelowMin: 40,
} as const

export type StakingErrorCode = keyof typeof codes

/** Creates an error with a code of the staking module. */
export function stakingError(code: StakingErrorCode, message: string): ModuleError {
  return new ModuleError('staking', codes[code], message)
}
