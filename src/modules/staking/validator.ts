import { sha256 } from '../../primitives/crypto/sha256.ts'
import { concatBytes } from '../../primitives/encoding/bytes.ts'
import { bytesToHex } from '../../primitives/encoding/hex.ts'
import {
  bytesField,
  decodeFields,
  messageField,
  stringField,
  varintField,
} from '../../primitives/encoding/protobuf.ts'
import type { NativeAddress } from '../../state/rows/layout.ts'
import type { RowState } from '../../state/rows/rowState.ts'
import type { IterableTableKind } from '../../state/rows/stateTable.ts'
import { numberField, readNumberField, readSecondsField, secondsField } from '../messages.ts'
import { addressRow, moduleTable, singleRow } from '../rows.ts'
import { stakingError } from './stakingError.ts'

/** Bond status of a validator, with the SDK's numbers. */
export const validatorStatus = { unbonded: 1, unbonding: 2, bonded: 3 } as const

export type ValidatorStatus = (typeof validatorStatus)[keyof typeof validatorStatus]

/** Commission of a validator. Decimals. */
export interface Commission {
  readonly rate: bigint
  readonly maxRate: bigint
  /** Maximum change of the rate per day. */
  readonly maxChangeRate: bigint
}

export interface Validator {
  /** Bech32 text. */
  readonly operatorAddress: string
  /** Ed25519, 32 bytes. */
  readonly consensusKey: Uint8Array
  readonly jailed: boolean
  readonly status: ValidatorStatus
  /** Delegated units. */
  readonly tokens: bigint
  /** Shares of the delegators, a decimal. One share is one unit until the validator is slashed. */
  readonly shares: bigint
  readonly moniker: string
  /** Block and time of the end of its unbonding; 0 and 0 without one. */
  readonly unbondingHeight: bigint
  readonly unbondingTime: bigint
  readonly commission: Commission
  /** Time of the last change of the commission. */
  readonly commissionTime: bigint
  /** Units. */
  readonly minSelfDelegation: bigint
}

const ED25519_KEY = '/cosmos.crypto.ed25519.PubKey'

/** Encodes a consensus key. */
export function encodeConsensusKey(key: Uint8Array): Uint8Array {
  return bytesField(1, key)
}

export function encodeValidator(validator: Validator): Uint8Array {
  const { rate, maxRate, maxChangeRate } = validator.commission
  const key = encodeConsensusKey(validator.consensusKey)
  const rates = concatBytes(
    numberField(1, rate),
    numberField(2, maxRate),
    numberField(3, maxChangeRate),
  )
  return concatBytes(
    stringField(1, validator.operatorAddress),
    messageField(2, concatBytes(stringField(1, ED25519_KEY), bytesField(2, key))),
    varintField(3, validator.jailed ? 1n : 0n),
    varintField(4, BigInt(validator.status)),
    numberField(5, validator.tokens),
    numberField(6, validator.shares),
    messageField(7, stringField(1, validator.moniker)),
    varintField(8, validator.unbondingHeight),
    secondsField(9, validator.unbondingTime),
    messageField(
      10,
      concatBytes(messageField(1, rates), secondsField(2, validator.commissionTime)),
    ),
    numberField(11, validator.minSelfDelegation),
  )
}

export function decodeValidator(bytes: Uint8Array): Validator {
  const fields = decodeFields(bytes)
  const commission = decodeFields(fields.bytes(10))
  const rates = decodeFields(commission.bytes(1))
  return {
    operatorAddress: fields.text(1),
    consensusKey: decodeFields(decodeFields(fields.bytes(2)).bytes(2)).bytes(1),
    jailed: fields.varint(3) === 1n,
    status: Number(fields.varint(4)) as ValidatorStatus,
    tokens: readNumberField(fields.text(5)),
    shares: readNumberField(fields.text(6)),
    moniker: decodeFields(fields.bytes(7)).text(1),
    unbondingHeight: fields.varint(8),
    unbondingTime: readSecondsField(fields.bytes(9)),
    commission: {
      rate: readNumberField(rates.text(1)),
      maxRate: readNumberField(rates.text(2)),
      maxChangeRate: readNumberField(rates.text(3)),
    },
    commissionTime: readSecondsField(commission.bytes(2)),
    minSelfDelegation: readNumberField(fields.text(11)),
  }
}

/** Staking 21: validators. Row: operator. */
export const validatorKind: IterableTableKind<Validator> = moduleTable({
  store: 'staking',
  name: 'validator',
  prefix: 0x21,
  id: addressRow,
  encode: encodeValidator,
  decode: decodeValidator,
})

/** Staking 22: operator by the address of a consensus key. */
export const consensusKind: IterableTableKind<string> = moduleTable({
  store: 'staking',
  name: 'consensus',
  prefix: 0x22,
  id: addressRow,
  encode: addressRow.toBytes,
  decode: addressRow.fromBytes,
})

/** Staking 61: set while a validator changed in the current block. One row, ''. */
export const validatorsChangedKind: IterableTableKind<true> = moduleTable<true>({
  store: 'staking',
  name: 'validators-changed',
  prefix: 0x61,
  id: singleRow,
  encode: () => Uint8Array.of(1),
  decode: () => true,
})

/** Returns the address of a consensus key: the first 20 bytes of its sha256. */
export function consensusAddress(key: Uint8Array): NativeAddress {
  return bytesToHex(sha256(key).subarray(0, 20)) as NativeAddress
}

/** @throws ModuleError if it does not exist */
export function requireValidator(state: RowState, operator: NativeAddress): Validator {
  const validator = state.get(validatorKind, operator)
  if (validator === undefined) throw stakingError('noValidator', 'validator does not exist')
  return validator
}

/**
 * Writes a validator, or deletes it if undefined, and updates the bonded set at the end of the
 * block.
 */
export function putValidator(
  state: RowState,
  operator: NativeAddress,
  validator: Validator | undefined,
): void {
  state.set(validatorKind, operator, validator)
  state.set(validatorsChangedKind, '', true)
}

/** Yields all validators by operator. */
export function validatorsOf(
  state: RowState,
): readonly (readonly [operator: NativeAddress, validator: Validator])[] {
  return ([...state.ids(validatorKind)] as NativeAddress[]).map((operator) => [
    operator,
    requireValidator(state, operator),
  ])
}

/** Units per unit of power. */
export const UNITS_PER_POWER = 1_000_000n

type Entry = readonly [operator: NativeAddress, validator: Validator]

/** Sorts validators by power, then by address. */
export function compareByPower(
  [a, { tokens: first }]: Entry,
  [b, { tokens: second }]: Entry,
): number {
  const difference = second / UNITS_PER_POWER - first / UNITS_PER_POWER
  if (difference !== 0n) return difference > 0n ? 1 : -1
  return a < b ? -1 : 1
}
