import { parseNative, requireDelegator } from '../../../../modules/evm/association.ts'
import { parseOperator } from '../../../../modules/operatorAddress.ts'
import { addressAt, addressesOf, addressRow, rowOf } from '../../../../modules/rows.ts'
import {
  delegationKind,
  type Redelegation,
  redelegationKind,
  unbondingKind,
} from '../../../../modules/staking/delegation.ts'
import {
  requireValidator,
  validatorKind,
  validatorStatus,
} from '../../../../modules/staking/validator.ts'
import type { Address } from '../../../../primitives/address.ts'
import { EMPTY_BYTES } from '../../../../primitives/encoding/bytes.ts'
import type { NativeAddress } from '../../../../state/rows/layout.ts'
import type { RowState } from '../../../../state/rows/rowState.ts'
import type { IterableTableKind } from '../../../../state/rows/stateTable.ts'
import { abiFunction, type NativeCall } from '../abi/abiFunction.ts'
import { address, arrayOf, bytes, string, tuple } from '../abi/abiType.ts'
import {
  type ListedRow,
  type Page,
  type PageRequest,
  readList,
  readMatches,
  readPage,
} from '../query/pages.ts'
import { internally, queryError } from '../query/queryError.ts'
import {
  delegationType,
  redelegationType,
  toDelegation,
  toRedelegation,
  toUnbonding,
  toValidator,
  unbondingType,
  validatorType,
} from './stakingTypes.ts'

const STATUSES: Readonly<Record<string, number>> = {
  BOND_STATUS_UNBONDED: validatorStatus.unbonded,
  BOND_STATUS_UNBONDING: validatorStatus.unbonding,
  BOND_STATUS_BONDED: validatorStatus.bonded,
}

/** Sizes of an address in a key, and of keys of the real chain's indexes by validator. */
const ADDRESS = 21
const PAIR_KEY = 1 + 2 * ADDRESS
const TRIPLE_KEY = 1 + 3 * ADDRESS

const delegationPage = tuple('DelegationsResponse', {
  delegations: arrayOf(delegationType),
  nextKey: bytes,
})
const unbondingPage = tuple('UnbondingDelegationsResponse', {
  unbondingDelegations: arrayOf(unbondingType),
  nextKey: bytes,
})
const validatorPage = tuple('ValidatorsResponse', {
  validators: arrayOf(validatorType),
  nextKey: bytes,
})
const ofValidator = {
  name: 'validatorDelegations',
  mutability: 'view',
  inputs: { valAddress: string, nextKey: bytes },
  returns: delegationPage,
} as const

const delegatorDelegations = abiFunction({
  name: 'delegatorDelegations',
  mutability: 'view',
  inputs: { delegator: address, nextKey: bytes },
  returns: delegationPage,
  run(call, { delegator, nextKey: pageKey }) {
    const { rows, nextKey } = readPage(call, ownedBy(call, delegator, delegationKind, pageKey))
    return internally(() => ({
      delegations: rows.map(([, found]) => toDelegation(call, found)),
      nextKey,
    }))
  },
})

/** Looks at the delegations to all validators. */
const validatorDelegations = abiFunction({
  ...ofValidator,
  run(call, { valAddress, nextKey: pageKey }) {
    requireText(valAddress)
    return internally(() => {
      const { rows, nextKey } = readMatches(
        call,
        { kind: delegationKind, pageKey },
        // Without delegations any text will do.
        (row) => addressAt(row, 1) === parseOperator(call.state, valAddress),
      )
      return { delegations: rows.map(([, found]) => toDelegation(call, found)), nextKey }
    })
  },
})

/** From Sei 6.7 on, where they have an index. */
export const indexedValidatorDelegations = abiFunction({
  ...ofValidator,
  run(call, { valAddress, nextKey: pageKey }) {
    requireText(valAddress)
    const operator = parseOperator(call.state, valAddress)
    const index = rowsTo(call, delegationKind, operator, PAIR_KEY)
    const { rows, nextKey } = readList(call, index, pageKey)
    return internally(() => ({
      delegations: found(call.state, delegationKind, rows).map((each) => toDelegation(call, each)),
      nextKey,
    }))
  },
})

const delegatorUnbondingDelegations = abiFunction({
  name: 'delegatorUnbondingDelegations',
  mutability: 'view',
  inputs: { delegator: address, nextKey: bytes },
  returns: unbondingPage,
  run(call, { delegator, nextKey: pageKey }) {
    const { rows, nextKey } = readPage(call, ownedBy(call, delegator, unbondingKind, pageKey))
    return { unbondingDelegations: rows.map(([, each]) => toUnbonding(each)), nextKey }
  },
})

const validatorUnbondingDelegations = abiFunction({
  name: 'validatorUnbondingDelegations',
  mutability: 'view',
  inputs: { valAddress: string, nextKey: bytes },
  returns: unbondingPage,
  run(call, { valAddress, nextKey: pageKey }) {
    requireText(valAddress)
    const operator = parseOperator(call.state, valAddress)
    const index = rowsTo(call, unbondingKind, operator, PAIR_KEY)
    const { rows, nextKey } = readList(call, index, pageKey)
    return {
      unbondingDelegations: found(call.state, unbondingKind, rows).map(toUnbonding),
      nextKey,
    }
  },
})

const redelegations = abiFunction({
  name: 'redelegations',
  mutability: 'view',
  inputs: { delegator: string, srcValidator: string, dstValidator: string, nextKey: bytes },
  returns: tuple('RedelegationsResponse', {
    redelegations: arrayOf(redelegationType),
    nextKey: bytes,
  }),
  run(call, parties) {
    return internally(() => {
      const { rows, nextKey } = readRedelegations(call, parties)
      return { redelegations: rows.map((each) => toRedelegation(call, each)), nextKey }
    })
  },
})

/** One; those from a validator; else all of the delegator, whatever the validators. */
function readRedelegations(
  call: NativeCall,
  {
    delegator,
    srcValidator,
    dstValidator,
    nextKey: pageKey,
  }: {
    readonly delegator: string
    readonly srcValidator: string
    readonly dstValidator: string
    readonly nextKey: Uint8Array
  },
): Page<Redelegation> {
  const { state } = call
  if (delegator !== '' && srcValidator !== '' && dstValidator !== '') {
    const row = rowOf(
      parseNative(state, delegator),
      parseOperator(state, srcValidator),
      parseOperator(state, dstValidator),
    )
    const one = state.get(redelegationKind, row)
    if (one !== undefined) return { rows: [one], nextKey: EMPTY_BYTES }
    throw queryError(
      'NotFound',
      `redelegation not found for delegator address ${delegator} from validator address ${srcValidator}`,
    )
  }
  if (delegator === '' && srcValidator !== '' && dstValidator === '') {
    const source = parseOperator(state, srcValidator)
    const index = rowsTo(call, redelegationKind, source, TRIPLE_KEY)
    const { rows, nextKey } = readList(call, index, pageKey)
    return { rows: found(state, redelegationKind, rows), nextKey }
  }
  const prefix = addressRow.toBytes(parseNative(state, delegator))
  const { rows, nextKey } = readPage(call, { kind: redelegationKind, prefix, pageKey })
  return { rows: rows.map(([, each]) => each), nextKey }
}

const validators = abiFunction({
  name: 'validators',
  mutability: 'view',
  inputs: { status: string, nextKey: bytes },
  returns: validatorPage,
  run(call, { status, nextKey: pageKey }) {
    const wanted = STATUSES[status]
    if (status !== '' && wanted === undefined) {
      throw queryError('InvalidArgument', `invalid validator status ${status}`)
    }
    const { rows, nextKey } = readMatches(
      call,
      { kind: validatorKind, pageKey },
      (_row, validator) => wanted === undefined || validator.status === wanted,
    )
    return { validators: rows.map(([, validator]) => toValidator(validator)), nextKey }
  },
})

const delegatorValidators = abiFunction({
  name: 'delegatorValidators',
  mutability: 'view',
  inputs: { delegator: address, nextKey: bytes },
  returns: validatorPage,
  run(call, { delegator, nextKey: pageKey }) {
    const { rows, nextKey } = readPage(call, ownedBy(call, delegator, delegationKind, pageKey))
    return internally(() => ({
      validators: rows.map(([row]) => toValidator(requireValidator(call.state, addressAt(row, 1)))),
      nextKey,
    }))
  },
})

/** The lists of the staking precompile. */
export const stakingLists = {
  delegatorDelegations,
  validatorDelegations,
  delegatorUnbondingDelegations,
  validatorUnbondingDelegations,
  redelegations,
  validators,
  delegatorValidators,
}

function ownedBy<V>(
  { state }: NativeCall,
  delegator: Address,
  kind: IterableTableKind<V>,
  pageKey: Uint8Array,
): PageRequest<V> {
  return { kind, prefix: addressRow.toBytes(requireDelegator(state, delegator)), pageKey }
}

/** Yields the rows whose second address is a validator, as its index lists them. */
function* rowsTo<V>(
  { world }: NativeCall,
  kind: IterableTableKind<V>,
  operator: NativeAddress,
  size: number,
): Iterable<ListedRow<string>> {
  for (const row of world.ids(kind)) {
    const [owner, , ...others] = addressesOf(row)
    if (owner === undefined || addressAt(row, 1) !== operator) continue
    yield { item: row, key: addressRow.toBytes(rowOf(owner, ...others)), size }
  }
}

/** Reads the rows of an index. */
function found<V>(
  state: RowState,
  kind: IterableTableKind<V>,
  rows: readonly string[],
): readonly V[] {
  return rows.flatMap((row) => {
    const value = state.get(kind, row)
    return value === undefined ? [] : [value]
  })
}

/** @throws ModuleError */
function requireText(operator: string): void {
  if (operator === '') throw queryError('InvalidArgument', 'validator address cannot be empty')
}
