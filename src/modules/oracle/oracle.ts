import { bytesToUtf8, concatBytes, utf8ToBytes } from '../../primitives/encoding/bytes.ts'
import { decodeFields, varintField } from '../../primitives/encoding/protobuf.ts'
import type { RowState } from '../../state/rows/rowState.ts'
import type { IterableTableKind } from '../../state/rows/stateTable.ts'
import { numberField, readNumberField } from '../messages.ts'
import { moduleTable, singleRow } from '../rows.ts'

/** Maximum look-back of an average in seconds: the real chain's default. */
const MAX_LOOKBACK = 3600n

/** Exchange rate of a denomination, which is constant on this chain. */
export interface ExchangeRate {
  /** Decimal. */
  readonly rate: bigint
  /** Block and time (seconds since 1970) of the last change: the genesis. */
  readonly height: bigint
  readonly time: bigint
}

/** Oracle 01: rates. Row: denomination. The time is in milliseconds. */
export const rateKind: IterableTableKind<ExchangeRate> = moduleTable({
  store: 'oracle',
  name: 'rate',
  prefix: 0x01,
  id: { toBytes: utf8ToBytes, fromBytes: bytesToUtf8 },
  encode: ({ rate, height, time }) =>
    concatBytes(numberField(1, rate), numberField(2, height), varintField(3, time * 1000n)),
  decode: (bytes) => {
    const fields = decodeFields(bytes)
    return {
      rate: readNumberField(fields.text(1)),
      height: readNumberField(fields.text(2)),
      time: fields.varint(3) / 1000n,
    }
  },
})

/** Oracle 09: the parameters, of which only the constant look-back is used. One row, ''. */
export const oracleParamsKind: IterableTableKind<true> = moduleTable<true>({
  store: 'oracle',
  name: 'params',
  prefix: 0x09,
  id: singleRow,
  encode: () => varintField(9, MAX_LOOKBACK),
  decode: () => true,
})

/** Maximum time in seconds whose milliseconds fit into a message. */
const LAST_TIME = (2n ** 63n - 1n) / 1000n

/** Writes the initial rates. */
export function initOracle(
  state: RowState,
  rates: readonly { readonly denomination: string; readonly rate: bigint }[],
  time: bigint,
): void {
  state.set(oracleParamsKind, '', true)
  for (const { denomination, rate } of rates) {
    const since = time < LAST_TIME ? time : LAST_TIME
    state.set(rateKind, denomination, { rate, height: 0n, time: since })
  }
}
