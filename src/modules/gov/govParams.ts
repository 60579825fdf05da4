import { assert } from '../../primitives/assert.ts'
import { concatBytes } from '../../primitives/encoding/bytes.ts'
import { formatDecimal, parseDecimal } from '../../primitives/encoding/decimal.ts'
import { decodeFields, stringField } from '../../primitives/encoding/protobuf.ts'
import type { RowState } from '../../state/rows/rowState.ts'
import type { IterableTableKind } from '../../state/rows/stateTable.ts'
import type { Coin } from '../bank/bank.ts'
import { coinFields, readCoinFields, readSecondsField, secondsField } from '../messages.ts'
import { moduleTable, singleRow } from '../rows.ts'

/** Governance parameters of a genesis. */
export interface GovParams {
  /** Minimum deposit for a vote. */
  readonly minDeposit: readonly Coin[]
  /** Deposit period and voting period in seconds. */
  readonly maxDepositPeriod: bigint
  readonly votingPeriod: bigint
  /**
   * Decimals: quorum of the bonded stake, threshold of yes votes without abstentions, threshold of
   * vetoes.
   */
  readonly quorum: bigint
  readonly threshold: bigint
  readonly vetoThreshold: bigint
}

/** Gov 30: the parameters, as later SDK versions than the real chain's store them. One row, ''. */
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
