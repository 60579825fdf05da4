import { assert } from '../../primitives/assert.ts'
import { concatBytes } from '../../primitives/encoding/bytes.ts'
import { formatDecimal, parseDecimal } from '../../primitives/encoding/decimal.ts'
import { decodeFields, stringField } from '../../primitives/encoding/protobuf.ts'
import type { RowState } from '../../state/rows/rowState.ts'
import type { IterableTableKind } from '../../state/rows/stateTable.ts'
import type { Coin } from '../bank/bank.ts'
import { coinFields, readCoinFields, readSecondsField, secondsField } from '../messages.ts'
import { moduleTable, singleRow } from '../rows.ts'

/** The rules of governance that a genesis sets. */
export interface GovParams {
  /** What must lie on a proposal before it is voted on. */
  readonly minDeposit: readonly Coin[]
  /** Seconds for the deposit to come together, and for the vote. */
  readonly maxDepositPeriod: bigint
  readonly votingPeriod: bigint
  /**
   * Decimals: what part of the bonded stake must vote, what part of those who do not abstain must
   * agree, and what part may veto.
   */
  readonly quorum: bigint
  readonly threshold: bigint
  readonly vetoThreshold: bigint
}

/**
 * Gov 30: the parameters, as later versions of the SDK than the real chain's keep them. One row,
 * ''.
 */
export const govParamsKind: IterableTableKind<GovParams> = moduleTable({
  store: 'gov',
  name: 'params',
  prefix: 0x30,
  id: singleRow,
  encode: (params) =>
    concatBytes(
      ...coinFields(1, params.minDeposit),
      secondsField(2, params.maxDepositPeriod),
      secondsField(3, params.votingPeriod),
      stringField(4, formatDecimal(params.quorum)),
      stringField(5, formatDecimal(params.threshold)),
      stringField(6, formatDecimal(params.vetoThreshold)),
    ),
  decode: (bytes) => {
    const fields = decodeFields(bytes)
    return {
      minDeposit: readCoinFields(fields.messages(1)),
      maxDepositPeriod: readSecondsField(fields.bytes(2)),
      votingPeriod: readSecondsField(fields.bytes(3)),
      quorum: parseDecimal(fields.text(4)) ?? 0n,
      threshold: parseDecimal(fields.text(5)) ?? 0n,
      vetoThreshold: parseDecimal(fields.text(6)) ?? 0n,
    }
  },
})

export function govParamsOf(state: RowState): GovParams {
  const params = state.get(govParamsKind, '')
  assert(params !== undefined, 'a state with a genesis')
  return params
}
