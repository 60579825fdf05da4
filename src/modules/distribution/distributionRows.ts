import { concatBytes, EMPTY_BYTES } from '../../primitives/encoding/bytes.ts'
import { decodeFields, varintField } from '../../primitives/encoding/protobuf.ts'
import type { RowState } from '../../state/rows/rowState.ts'
import type { IterableTableKind } from '../../state/rows/stateTable.ts'
import type { Coin } from '../bank/bank.ts'
import {
  coinFields,
  numberField,
  readCoinFields,
  readNumberField,
  readSecondsField,
  secondsField,
} from '../messages.ts'
import { addressRow, moduleTable, type RowId, singleRow } from '../rows.ts'

/** Parameters of the distribution. Taxes and rewards of proposers have no effect on this chain. */
export interface DistributionParams {
  /** Decimals. */
  readonly communityTax: bigint
  readonly baseProposerReward: bigint
  readonly bonusProposerReward: bigint
  readonly withdrawAddrEnabled: boolean
}

export const DEFAULT_DISTRIBUTION_PARAMS: DistributionParams = {
  communityTax: 0n,
  baseProposerReward: 0n,
  bonusProposerReward: 0n,
  withdrawAddrEnabled: true,
}

/** Distribution 09: the parameters. One row, ''. */
export const distributionParamsKind: IterableTableKind<DistributionParams> = moduleTable({
  store: 'distribution',
  name: 'params',
  prefix: 0x09,
  id: singleRow,
  encode: (params) =>
    concatBytes(
      numberField(1, params.communityTax),
      numberField(2, params.baseProposerReward),
      numberField(3, params.bonusProposerReward),
      varintField(4, params.withdrawAddrEnabled ? 1n : 0n),
    ),
  decode: (bytes) => {
    const fields = decodeFields(bytes)
    return {
      communityTax: readNumberField(fields.text(1)),
      baseProposerReward: readNumberField(fields.text(2)),
      bonusProposerReward: readNumberField(fields.text(3)),
      withdrawAddrEnabled: fields.varint(4) === 1n,
    }
  },
})

export function distributionParamsOf(state: RowState): DistributionParams {
  return state.get(distributionParamsKind, '') ?? DEFAULT_DISTRIBUTION_PARAMS
}

/** Coins with decimal amounts. */
function decimalCoins(name: string, prefix: number, id: RowId): IterableTableKind<readonly Coin[]> {
  return moduleTable({
    store: 'distribution',
    name,
    prefix,
    id,
    encode: (coins) => concatBytes(...coinFields(1, coins)),
    decode: (bytes) => readCoinFields(decodeFields(bytes).messages(1)),
  })
}

/** Encodes coins; empty coins have no row. */
export function putCoins(
  state: RowState,
  kind: IterableTableKind<readonly Coin[]>,
  row: string,
  coins: readonly Coin[],
): void {
  state.set(kind, row, coins.length === 0 ? undefined : coins)
}

/** Distribution 00: community pool. One row, ''. */
export const communityPoolKind = decimalCoins('community-pool', 0x00, singleRow)

/** Distribution 02: outstanding rewards of a validator and its delegators. Row: operator. */
export const outstandingKind = decimalCoins('outstanding', 0x02, addressRow)

/** Distribution 06: rewards per share of a validator since the genesis. Row: operator. */
export const earnedKind = decimalCoins('earned', 0x06, addressRow)

/** Distribution 07: commission in the outstanding rewards. Row: operator. */
export const commissionKind = decimalCoins('commission', 0x07, addressRow)

/**
 * Distribution 04: rewards per share when a delegation last withdrew or changed. Row: operator,
 * delegator.
 */
export const startKind = decimalCoins('start', 0x04, addressRow)

/** Distribution 03: withdraw addresses. Rows and values: native addresses. */
export const withdrawAddressKind: IterableTableKind<string> = moduleTable({
  store: 'distribution',
  name: 'withdraw-address',
  prefix: 0x03,
  id: addressRow,
  encode: (address) => addressRow.toBytes(address).subarray(1),
  decode: (bytes) => addressRow.fromBytes(concatBytes(Uint8Array.of(bytes.length), bytes)),
})

/** Rewards of a validator that are released over time. */
export interface RewardStream {
  /** Units. */
  readonly coins: readonly Coin[]
  /** Timestamp of block 1, because the genesis may have any time; undefined before it. */
  readonly start?: bigint
  /** Duration until all is released. */
  readonly seconds: bigint
  /** Units distributed so far. */
  readonly released: readonly Coin[]
}

/** Distribution 20, not in the SDK: streams. Row: operator. */
export const streamKind: IterableTableKind<RewardStream> = moduleTable({
  store: 'distribution',
  name: 'stream',
  prefix: 0x20,
  id: addressRow,
  encode: ({ coins, start, seconds, released }) =>
    concatBytes(
      ...coinFields(1, coins),
      start === undefined ? EMPTY_BYTES : secondsField(2, start),
      secondsField(3, seconds),
      ...coinFields(4, released),
    ),
  decode: (bytes) => {
    const fields = decodeFields(bytes)
    const [start] = fields.messages(2)
    return {
      coins: readCoinFields(fields.messages(1)),
      ...(start !== undefined && { start: readSecondsField(start) }),
      seconds: readSecondsField(fields.bytes(3)),
      released: readCoinFields(fields.messages(4)),
    }
  },
})
