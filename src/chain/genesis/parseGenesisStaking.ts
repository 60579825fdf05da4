import type { GenesisRewards, GenesisValidator } from '../../modules/genesisModules.ts'
import { OPERATOR_SUFFIX } from '../../modules/operatorAddress.ts'
import { commissionFault } from '../../modules/staking/editValidators.ts'
import type { StakingParams } from '../../modules/staking/stakingParams.ts'
import type { Commission } from '../../modules/staking/validator.ts'
import { UNITS_PER_POWER } from '../../modules/staking/validator.ts'
import { assert } from '../../primitives/assert.ts'
import { parseDecimal } from '../../primitives/encoding/decimal.ts'
import { bytesToHex } from '../../primitives/encoding/hex.ts'
import type { NativeAddress } from '../../state/rows/layout.ts'
import type { NativeNames } from '../../state/rows/stateSource.ts'
import {
  genesisError,
  memberOf,
  readArray,
  readBoolean,
  readFixedBytes,
  readObject,
  readQuantity,
  readText,
} from './genesisJson.ts'
import { readBech32, readCoins, readFraction } from './genesisNativeJson.ts'

interface Staking {
  readonly params: StakingParams
  readonly validators: readonly GenesisValidator[]
}

const MAX_UINT32 = 2n ** 32n - 1n
const MAX_SECONDS = 2n ** 63n - 1n
/**
 * Stakes and rewards are told as words of the EVM that count 10^-18 of a unit: this leaves room for
 * that, and for sums.
 */
const MAX_UNITS = 2n ** 128n - 1n
const KEY_SIZE = 32
const MAX_MONIKER = 70

const PARAMS = [
  'unbondingTime',
  'maxValidators',
  'maxEntries',
  'historicalEntries',
  'minCommissionRate',
]
const VALIDATOR = [
  'operatorAddress',
  'consensusPubkey',
  'moniker',
  'commission',
  'minSelfDelegation',
  'tokens',
  'jailed',
]

/** Reads the section of the staking module. @throws GenesisError */
export function parseGenesisStaking(
  json: unknown,
  names: NativeNames,
  defaults: StakingParams,
): Staking {
  const section = readObject(json ?? {}, 'native.staking', ['params', 'validators'])
  const params = readParams(section.get('params'), defaults)
  const seen = new Set<string>()
  const validators = readArray(section.get('validators'), 'native.staking.validators').map(
    (item, i) => {
      const field = `native.staking.validators[${i}]`
      const validator = readValidator(item, field, names, params)
      const key = bytesToHex(validator.consensusKey)
      if (seen.has(validator.operator)) {
        genesisError(memberOf(field, 'operatorAddress'), 'the same validator occurs twice')
      }
      if (seen.has(key))
        genesisError(memberOf(field, 'consensusPubkey'), 'the same key occurs twice')
      seen.add(validator.operator).add(key)
      return validator
    },
  )
  return { params, validators }
}

function readParams(json: unknown, defaults: StakingParams): StakingParams {
  const field = 'native.staking.params'
  const members = readObject(json ?? {}, field, PARAMS)
  const count = (name: 'maxValidators' | 'maxEntries' | 'historicalEntries') =>
    Number(readQuantity(members.get(name) ?? defaults[name], memberOf(field, name), MAX_UINT32))
  const above = (name: 'maxValidators' | 'maxEntries') => {
    const value = count(name)
    return value > 0 ? value : genesisError(memberOf(field, name), 'must be above zero')
  }
  const time = members.get('unbondingTime')
  const rate = members.get('minCommissionRate')
  return {
    unbondingTime:
      time === undefined
        ? defaults.unbondingTime
        : readQuantity(time, memberOf(field, 'unbondingTime'), MAX_SECONDS),
    maxValidators: above('maxValidators'),
    maxEntries: above('maxEntries'),
    historicalEntries: count('historicalEntries'),
    bondDenomination: defaults.bondDenomination,
    minCommissionRate:
      rate === undefined
        ? defaults.minCommissionRate
        : readDecimal(rate, memberOf(field, 'minCommissionRate')),
  }
}

function readValidator(
  json: unknown,
  field: string,
  names: NativeNames,
  params: StakingParams,
): GenesisValidator {
  const members = readObject(json, field, VALIDATOR)
  const at = (name: string) => memberOf(field, name)
  const units = (name: string) => readQuantity(members.get(name), at(name), MAX_UNITS)
  const moniker = readText(members.get('moniker'), at('moniker'))
  if (moniker.trim() === '') genesisError(at('moniker'), 'must not be empty')
  if (Buffer.byteLength(moniker) > MAX_MONIKER) {
    genesisError(at('moniker'), `want at most ${MAX_MONIKER} bytes`)
  }
  const minSelfDelegation =
    members.get('minSelfDelegation') === undefined ? 1n : units('minSelfDelegation')
  if (minSelfDelegation === 0n) genesisError(at('minSelfDelegation'), 'must be above zero')
  const tokens = units('tokens')
  if (tokens < minSelfDelegation) {
    genesisError(at('tokens'), `below minSelfDelegation, ${minSelfDelegation}`)
  }
  if (tokens < UNITS_PER_POWER) genesisError(at('tokens'), `want at least ${UNITS_PER_POWER}`)
  return {
    operator: readOperator(members.get('operatorAddress'), at('operatorAddress'), names),
    consensusKey: readFixedBytes(members.get('consensusPubkey'), at('consensusPubkey'), KEY_SIZE),
    moniker,
    commission: readCommission(members.get('commission'), at('commission'), params),
    minSelfDelegation,
    tokens,
    jailed: readBoolean(members.get('jailed') ?? false, at('jailed')),
  }
}

function readCommission(json: unknown, field: string, params: StakingParams): Commission {
  const members = readObject(json, field, ['rate', 'maxRate', 'maxChangeRate'])
  const decimal = (name: keyof Commission) => readDecimal(members.get(name), memberOf(field, name))
  const commission = {
    rate: decimal('rate'),
    maxRate: decimal('maxRate'),
    maxChangeRate: decimal('maxChangeRate'),
  }
  const fault = commissionFault(commission)
  if (fault !== undefined) genesisError(memberOf(field, fault.field), fault.reason)
  if (commission.rate >= params.minCommissionRate) return commission
  return genesisError(memberOf(field, 'rate'), 'commission cannot be less than min rate')
}

/** Reads the section of the distribution module. @throws GenesisError */
export function readRewards(
  json: unknown,
  names: NativeNames,
  validators: readonly GenesisValidator[],
): readonly GenesisRewards[] {
  const section = readObject(json ?? {}, 'native.distribution', ['rewards'])
  const seen = new Set<string>()
  return readArray(section.get('rewards'), 'native.distribution.rewards').map((item, i) => {
    const field = `native.distribution.rewards[${i}]`
    const members = readObject(item, field, ['validatorAddress', 'coins', 'seconds'])
    const path = memberOf(field, 'validatorAddress')
    const operator = readOperator(members.get('validatorAddress'), path, names)
    if (seen.has(operator)) genesisError(path, 'the same validator occurs twice')
    if (!validators.some((validator) => validator.operator === operator)) {
      genesisError(path, 'no such validator in native.staking.validators')
    }
    seen.add(operator)
    return {
      operator,
      coins: readCoins(members.get('coins'), memberOf(field, 'coins'), MAX_UNITS),
      seconds: readQuantity(members.get('seconds') ?? 0, memberOf(field, 'seconds'), MAX_SECONDS),
    }
  })
}

function readOperator(json: unknown, field: string, { bech32Prefix }: NativeNames): NativeAddress {
  return bytesToHex(readBech32(json, field, bech32Prefix + OPERATOR_SUFFIX)) as NativeAddress
}

function readDecimal(json: unknown, field: string): bigint {
  const decimal = parseDecimal(readFraction(json, field))
  assert(decimal !== undefined, 'decimal text')
  return decimal
}
