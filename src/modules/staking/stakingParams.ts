import { assert } from '../../primitives/assert.ts'
import { concatBytes } from '../../primitives/encoding/bytes.ts'
import { DECIMAL_ONE } from '../../primitives/encoding/decimal.ts'
import { decodeFields, stringField, varintField } from '../../primitives/encoding/protobuf.ts'
import type { RowState } from '../../state/rows/rowState.ts'
import type { IterableTableKind } from '../../state/rows/stateTable.ts'
import { numberField, readNumberField, readSecondsField, secondsField } from '../messages.ts'
import { moduleTable, singleRow } from '../rows.ts'

/** Staking parameters of a genesis. */
export interface StakingParams {
  /** Unbonding time in seconds. */
  readonly unbondingTime: bigint
  /** Maximum number of bonded validators. */
  readonly maxValidators: number
  /**
   * Maximum number of concurrent unbondings of a delegation, or redelegations between two
   * validators.
   */
  readonly maxEntries: number
  /** Number of blocks with historical info. */
  readonly historicalEntries: number
  /** The base denomination of the chain. */
  readonly bondDenomination: string
  /** Decimal. */
  readonly minCommissionRate: bigint
}

/** Unlimited voting power of a validator. Decimal, and units. */
export const MAX_VOTING_POWER_RATIO = DECIMAL_ONE
export const MAX_VOTING_POWER_THRESHOLD = 0n

/** Staking 51: the parameters. One row, ''. */
export const stakingParamsKind: IterableTableKind<StakingParams> = moduleTable({
  store: 'staking',
  name: 'params',
  prefix: 0x51,
  id: singleRow,
  encode: (params) =>
    concatBytes(
      secondsField(1, params.unbondingTime),
      varintField(2, BigInt(params.maxValidators)),
      varintField(3, BigInt(params.maxEntries)),
      varintField(4, BigInt(params.historicalEntries)),
      stringField(5, params.bondDenomination),
      numberField(6, params.minCommissionRate),
      numberField(7, MAX_VOTING_POWER_RATIO),
      numberField(8, MAX_VOTING_POWER_THRESHOLD),
    ),
  decode: (bytes) => {
    const fields = decodeFields(bytes)
    return {
      unbondingTime: readSecondsField(fields.bytes(1)),
      maxValidators: Number(fields.varint(2)),
      maxEntries: Number(fields.varint(3)),
      historicalEntries: Number(fields.varint(4)),
      bondDenomination: fields.text(5),
      minCommissionRate: readNumberField(fields.text(6)),
    }
  },
})

export function stakingParamsOf(state: RowState): StakingParams {
  const params = state.get(stakingParamsKind, '')
  assert(params !== undefined, 'a state with a genesis')
  return params
}
