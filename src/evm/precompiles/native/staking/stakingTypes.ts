import { readGas } from '../../../../modules/gas/gasMeter.ts'
import { parseOperator } from '../../../../modules/operatorAddress.ts'
import type { Delegation, Redelegation, Unbonding } from '../../../../modules/staking/delegation.ts'
import { tokensOf } from '../../../../modules/staking/shares.ts'
import {
  encodeConsensusKey,
  requireValidator,
  type Validator,
} from '../../../../modules/staking/validator.ts'
import { formatDecimal } from '../../../../primitives/encoding/decimal.ts'
import type { NativeCall } from '../abi/abiFunction.ts'
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

/** Reads the validator and the denomination of a delegation. @throws ModuleError */
export function toDelegation(
  { state, charge }: NativeCall,
  { delegatorAddress, validatorAddress, shares }: Delegation,
): ValueOf<typeof delegationType> {
  const validator = requireValidator(state, parseOperator(state, validatorAddress))
  const denom = state.names.denomination
  charge(readGas(`staking/BondDenom"${denom}"`.length))
  return {
    balance: { amount: tokensOf(validator, shares), denom },
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

export function toUnbonding({ entries, ...parties }: Unbonding): ValueOf<typeof unbondingType> {
  return {
    ...parties,
    entries: entries.map(({ creationHeight, completionTime, amount, initialAmount = amount }) => ({
      creationHeight,
      completionTime,
      initialBalance: initialAmount.toString(),
      balance: amount.toString(),
    })),
  }
}

/** Reads the destination of a redelegation. @throws ModuleError if it is gone */
export function toRedelegation(
  { state }: NativeCall,
  { delegatorAddress, sourceAddress, destinationAddress, entries }: Redelegation,
): ValueOf<typeof redelegationType> {
  const destination = requireValidator(state, parseOperator(state, destinationAddress))
  return {
    delegatorAddress,
    validatorSrcAddress: sourceAddress,
    validatorDstAddress: destinationAddress,
    entries: entries.map(({ creationHeight, completionTime, amount, shares }) => ({
      creationHeight,
      completionTime,
      initialBalance: amount.toString(),
      // In units, despite its name, as on the real chain.
      sharesDst: tokensOf(destination, shares).toString(),
    })),
  }
}
