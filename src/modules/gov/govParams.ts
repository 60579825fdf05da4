import { assert } from '../../primitives/assert.ts'
import { concatBytes, EMPTY_BYTES } from '../../primitives/encoding/bytes.ts'
import { DECIMAL_ONE, formatDecimal, parseDecimal } from '../../primitives/encoding/decimal.ts'
import { decodeFields, messageField, stringField } from '../../primitives/encoding/protobuf.ts'
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
  /** What governance set for expedited proposals; otherwise {@link expeditedOf} derives it. */
  readonly expedited?: ExpeditedParams
}

/** Parameters of expedited proposals. */
export interface ExpeditedParams {
  readonly minDeposit: readonly Coin[]
  readonly votingPeriod: bigint
  /** Decimals. */
  readonly quorum: bigint
  readonly threshold: bigint
}

const DAY = 86_400n
const TWO_THIRDS = (DECIMAL_ONE * 667n) / 1000n

/**
 * Returns the parameters of expedited proposals: those that governance set, or twice the deposit,
 * the SDK's day, quorum and threshold, or what keeps them stricter and shorter than the others.
 */
export function expeditedOf(params: GovParams): ExpeditedParams {
  const { expedited, minDeposit, votingPeriod, quorum, threshold } = params
  if (expedited !== undefined) return expedited
  return {
    minDeposit: minDeposit.map(({ denom, amount }) => ({ denom, amount: 2n * amount })),
    votingPeriod: votingPeriod > DAY ? DAY : (votingPeriod + 1n) / 2n,
    quorum: quorum < TWO_THIRDS ? TWO_THIRDS : DECIMAL_ONE,
    threshold: threshold < TWO_THIRDS ? TWO_THIRDS : DECIMAL_ONE,
  }
}

/** Returns the parameters of one kind of proposals. */
export function proposalParamsOf(params: GovParams, isExpedited: boolean): ExpeditedParams {
  return isExpedited ? expeditedOf(params) : params
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
      encodeExpedited(params.expedited),
    ),
  decode: (bytes) => {
    const fields = decodeFields(bytes)
    const [expedited] = fields.messages(7)
    return {
      minDeposit: readCoinFields(fields.messages(1)),
      maxDepositPeriod: readSecondsField(fields.bytes(2)),
      votingPeriod: readSecondsField(fields.bytes(3)),
      quorum: parseDecimal(fields.text(4)) ?? 0n,
      threshold: parseDecimal(fields.text(5)) ?? 0n,
      vetoThreshold: parseDecimal(fields.text(6)) ?? 0n,
      ...(expedited !== undefined && { expedited: decodeExpedited(expedited) }),
    }
  },
})

function encodeExpedited(params: ExpeditedParams | undefined): Uint8Array {
  if (params === undefined) return EMPTY_BYTES
  return messageField(
    7,
    concatBytes(
      ...coinFields(1, params.minDeposit),
      secondsField(2, params.votingPeriod),
      stringField(3, formatDecimal(params.quorum)),
      stringField(4, formatDecimal(params.threshold)),
    ),
  )
}

function decodeExpedited(bytes: Uint8Array): ExpeditedParams {
  const fields = decodeFields(bytes)
  return {
    minDeposit: readCoinFields(fields.messages(1)),
    votingPeriod: readSecondsField(fields.bytes(2)),
    quorum: parseDecimal(fields.text(3)) ?? 0n,
    threshold: parseDecimal(fields.text(4)) ?? 0n,
  }
}

export function govParamsOf(state: RowState): GovParams {
  const params = state.get(govParamsKind, '')
  assert(params !== undefined, 'a state with a genesis')
  return params
}
