import { nativeText, parseNative } from '../../modules/evm/association.ts'
import { numberField } from '../../modules/messages.ts'
import { ModuleError } from '../../modules/moduleError.ts'
import { operatorText, parseOperator } from '../../modules/operatorAddress.ts'
import { addressAt, rowOf, rowsOf } from '../../modules/rows.ts'
import {
  delegationKind,
  encodeRedelegationEntry,
  type Redelegation,
  redelegationKind,
  unbondingKind,
} from '../../modules/staking/delegation.ts'
import { historyAt } from '../../modules/staking/history.ts'
import { tokensOf } from '../../modules/staking/shares.ts'
import { encodeValidator, requireValidator } from '../../modules/staking/validator.ts'
import { concatBytes } from '../../primitives/encoding/bytes.ts'
import { messageField, repeatedField } from '../../primitives/encoding/protobuf.ts'
import type { RowState } from '../../state/rows/rowState.ts'
import { type GrpcQueries, type GrpcQuery, notFound } from './grpcQuery.ts'
import { page, rowItems } from './pagination.ts'

/**
 * Redelegations of a delegator between two validators, of all from a validator, or of a delegator,
 * as `Redelegations` of the SDK chooses.
 */
const redelegations: GrpcQuery = ({ state, fields }) => {
  const [delegator, source, destination] = [fields.text(1), fields.text(2), fields.text(3)]
  const encode = (found: Redelegation, row: string) => encodeRedelegation(state, found, row)
  if (delegator !== '' && source !== '' && destination !== '') {
    const operators = [parseOperator(state, source), parseOperator(state, destination)] as const
    const row = rowOf(parseNative(state, delegator), ...operators)
    const found = state.get(redelegationKind, row)
    if (found === undefined) {
      throw notFound(
        `redelegation not found for delegator address ${delegator} from validator address ${source}`,
        '',
      )
    }
    return repeatedField(1, [encode(found, row)])
  }
  if (delegator === '' && source !== '') {
    const operator = parseOperator(state, source)
    const isFound = (_: unknown, row: string) => addressAt(row, 1) === operator
    return page(rowItems(state, redelegationKind, { isFound, encode }), fields.bytes(4))
  }
  const range = rowsOf(parseNative(state, delegator))
  return page(rowItems(state, redelegationKind, { range, encode }), fields.bytes(4))
}

const validatorUnbondings: GrpcQuery = ({ state, fields }) => {
  const operator = parseOperator(state, fields.text(1))
  const isFound = (_: unknown, row: string) => addressAt(row, 1) === operator
  return page(rowItems(state, unbondingKind, { isFound }), fields.bytes(2))
}

/** A RedelegationResponse: the redelegation without entries, and each entry with its units. */
function encodeRedelegation(
  state: RowState,
  { entries, ...parties }: Redelegation,
  row: string,
): Uint8Array {
  const destination = requireValidator(state, addressAt(row, 2))
  return concatBytes(
    messageField(1, redelegationKind.encode({ ...parties, entries: [] })),
    ...entries.map((entry) => {
      const units = tokensOf(destination, entry.shares)
      const encoded = messageField(1, encodeRedelegationEntry(entry))
      return messageField(2, concatBytes(encoded, numberField(4, units)))
    }),
  )
}

const delegatorValidators: GrpcQuery = ({ state, fields }) => {
  const range = rowsOf(parseNative(state, fields.text(1)))
  const encode = (_: unknown, row: string) =>
    encodeValidator(requireValidator(state, addressAt(row, 1)))
  return page(rowItems(state, delegationKind, { range, encode }), fields.bytes(2))
}

const delegatorValidator: GrpcQuery = ({ state, fields }) => {
  const delegator = parseNative(state, fields.text(1))
  const operator = parseOperator(state, fields.text(2))
  if (state.get(delegationKind, rowOf(delegator, operator)) === undefined) {
    const [from, to] = [nativeText(state, delegator), operatorText(state, operator)]
    throw notFound(`delegation with delegator ${from} for validator ${to}`)
  }
  return messageField(1, encodeValidator(requireValidator(state, operator)))
}

/** The validators of a block; the chain keeps no header with them. */
const historicalInfo: GrpcQuery = ({ state, moment, fields }) => {
  const height = fields.varint(1)
  try {
    const validators = historyAt(state, height, moment.height)
    return messageField(1, repeatedField(2, validators.map(encodeValidator)))
  } catch (error) {
    if (!(error instanceof ModuleError)) throw error
    throw notFound(`historical info for height ${height}`)
  }
}

/** Queries of the staking module about the validators of a delegator. */
export const delegatorQueries: GrpcQueries = {
  '/cosmos.staking.v1beta1.Query/Redelegations': redelegations,
  '/cosmos.staking.v1beta1.Query/ValidatorUnbondingDelegations': validatorUnbondings,
  '/cosmos.staking.v1beta1.Query/HistoricalInfo': historicalInfo,
  '/cosmos.staking.v1beta1.Query/DelegatorValidators': delegatorValidators,
  '/cosmos.staking.v1beta1.Query/DelegatorValidator': delegatorValidator,
}
