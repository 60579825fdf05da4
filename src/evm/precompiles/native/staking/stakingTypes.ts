import { addressAt } from '../../../../modules/rows.ts'
import {
  type Delegation,
  delegationKind,
  redelegationKind,
  unbondingKind,
} from '../../../../modules/staking/delegation.ts'
import { tokensOf } from '../../../../modules/staking/shares.ts'
import {
  encodeConsensusKey,
  requireValidator,
  type Validator,
  validatorKind,
} from '../../../../modules/staking/validator.ts'
import { formatDecimal } from '../../../../primitives/encoding/decimal.ts'
import type { NativeAddress } from '../../../../state/rows/layout.ts'
import type { RowState } from '../../../../state/rows/rowState.ts'
import {
  type AbiType,
  type AbiValues,
  arrayOf,
  bool,
  bytes,
  int32,
  int64,
  string,
  tuple,
  uint256,
} from '../abi/abiType.ts'

/*
 * Structs of the staking precompile, as in the real chain's ABI, and their conversion from rows of
 * the module.
 */

type ValueOf<T> = T extends AbiType<infer V> ? V : never

export const delegationType = tuple('Delegation', {
  balance: tuple('Balance', { amount: uint256, denom: string }),
  delegation: tuple('DelegationDetails', {
    delegator_address: string,
    shares: uint256,
    decimals: uint256,
    validator_address: string,
  }),
})

const validatorFields = {
  operatorAddress: string,
  consensusPubkey: bytes,
  jailed: bool,
  status: int32,
  tokens: string,
  delegatorShares: string,
  description: string,
  unbondingHeight: int64,
  unbondingTime: int64,
  commissionRate: string,
  commissionMaxRate: string,
  commissionMaxChangeRate: string,
  commissionUpdateTime: int64,
  minSelfDelegation: string,
}

export const validatorType = tuple('Validator', validatorFields)

export const unbondingType = tuple('UnbondingDelegation', {
  delegatorAddress: string,
  validatorAddress: string,
  entries: arrayOf(
    tuple('UnbondingDelegationEntry', {
      creationHeight: int64,
      completionTime: int64,
      initialBalance: string,
      balance: string,
    }),
  ),
})

export const redelegationType = tuple('Redelegation', {
  delegatorAddress: string,
  validatorSrcAddress: string,
  validatorDstAddress: string,
  entries: arrayOf(
    tuple('RedelegationEntry', {
      creationHeight: int64,
      completionTime: int64,
      initialBalance: string,
      sharesDst: string,
    }),
  ),
})

/** Number of places of decimals. */
const DECIMAL_PLACES = 18n

/** A name that YAML reads as a string without quotes. */
const PLAIN_NAME = /^(?!(?:true|false|yes|no|on|off|null|y|n)$)[a-z][\w-]*(?: [\w-]+)*$/i

export function toDelegation(
  state: RowState,
  row: string,
  { delegatorAddress, validatorAddress, shares }: Delegation,
): ValueOf<typeof delegationType> {
  const validator = requireValidator(state, addressAt(row, 1))
  return {
    balance: { amount: tokensOf(validator, shares), denom: state.names.denomination },
    delegation: {
      delegator_address: delegatorAddress,
      shares,
      decimals: DECIMAL_PLACES,
      validator_address: validatorAddress,
    },
  }
}

export function toValidator(validator: Validator): AbiValues<typeof validatorFields> {
  return {
    operatorAddress: validator.operatorAddress,
    consensusPubkey: encodeConsensusKey(validator.consensusKey),
    jailed: validator.jailed,
    status: BigInt(validator.status),
    tokens: validator.tokens.toString(),
    delegatorShares: formatDecimal(validator.shares),
    description: descriptionOf(validator),
    unbondingHeight: validator.unbondingHeight,
    unbondingTime: validator.unbondingTime,
    commissionRate: formatDecimal(validator.commission.rate),
    commissionMaxRate: formatDecimal(validator.commission.maxRate),
    commissionMaxChangeRate: formatDecimal(validator.commission.maxChangeRate),
    commissionUpdateTime: validator.commissionTime,
    minSelfDelegation: validator.minSelfDelegation.toString(),
  }
}

/** The description as YAML, as on the real chain. A validator has only a name here. */
function descriptionOf({ moniker }: Validator): string {
  const name = PLAIN_NAME.test(moniker) ? moniker : JSON.stringify(moniker)
  return `moniker: ${name}\nidentity: ""\nwebsite: ""\nsecurity_contact: ""\ndetails: ""\n`
}

export function delegationsIn(
  state: RowState,
  rows: readonly string[],
): readonly ValueOf<typeof delegationType>[] {
  return rows.flatMap((row) => {
    const delegation = state.get(delegationKind, row)
    return delegation === undefined ? [] : [toDelegation(state, row, delegation)]
  })
}

export function validatorsIn(
  state: RowState,
  operators: readonly NativeAddress[],
): readonly ValueOf<typeof validatorType>[] {
  return operators.map((operator) => toValidator(requireValidator(state, operator)))
}

export function unbondingsIn(
  state: RowState,
  rows: readonly string[],
): readonly ValueOf<typeof unbondingType>[] {
  return rows.flatMap((row) => {
    const unbonding = state.get(unbondingKind, row)
    if (unbonding === undefined) return []
    const entries = unbonding.entries.map(
      ({ creationHeight, completionTime, amount, initialAmount = amount }) => ({
        creationHeight,
        completionTime,
        initialBalance: initialAmount.toString(),
        balance: amount.toString(),
      }),
    )
    return [{ ...unbonding, entries }]
  })
}

export function redelegationsIn(
  state: RowState,
  rows: readonly string[],
): readonly ValueOf<typeof redelegationType>[] {
  return rows.flatMap((row) => {
    const redelegation = state.get(redelegationKind, row)
    if (redelegation === undefined) return []
    // The validator may be gone; then its shares are worth the moved amount.
    const destination = state.get(validatorKind, addressAt(row, 2))
    return [
      {
        delegatorAddress: redelegation.delegatorAddress,
        validatorSrcAddress: redelegation.sourceAddress,
        validatorDstAddress: redelegation.destinationAddress,
        entries: redelegation.entries.map(({ creationHeight, completionTime, amount, shares }) => ({
          creationHeight,
          completionTime,
          initialBalance: amount.toString(),
          // In units, despite its name, as on the real chain.
          sharesDst: (destination === undefined
            ? amount
            : tokensOf(destination, shares)
          ).toString(),
        })),
      },
    ]
  })
}
