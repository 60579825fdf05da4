import { concatBytes } from '../../primitives/encoding/bytes.ts'
import { DECIMAL_ONE } from '../../primitives/encoding/decimal.ts'
import { decodeFields, varintField } from '../../primitives/encoding/protobuf.ts'
import type { RowState } from '../../state/rows/rowState.ts'
import type { IterableTableKind } from '../../state/rows/stateTable.ts'
import { numberField, readNumberField, readSecondsField, secondsField } from '../messages.ts'
import { moduleTable, singleRow } from '../rows.ts'

/** Parameters of slashing. */
export interface SlashingParams {
  /** Number of blocks over which absences are counted. */
  readonly signedBlocksWindow: bigint
  /** Decimal of the window that a validator must sign. */
  readonly minSignedPerWindow: bigint
  /** Seconds. */
  readonly downtimeJailDuration: bigint
  /** Decimals of the stake. */
  readonly slashFractionDoubleSign: bigint
  readonly slashFractionDowntime: bigint
}

/** The SDK's. */
export const DEFAULT_SLASHING_PARAMS: SlashingParams = {
  signedBlocksWindow: 10_000n,
  minSignedPerWindow: DECIMAL_ONE / 20n,
  downtimeJailDuration: 600n,
  slashFractionDoubleSign: DECIMAL_ONE / 20n,
  slashFractionDowntime: DECIMAL_ONE / 100n,
}

/**
 * Staking 7b, where the SDK has a store of its own: the parameters, unless they are the defaults.
 * One row, ''.
 */
export const slashingParamsKind: IterableTableKind<SlashingParams> = moduleTable({
  store: 'staking',
  name: 'slashing-params',
  prefix: 0x7b,
  id: singleRow,
  encode: (params) =>
    concatBytes(
      varintField(1, params.signedBlocksWindow),
      numberField(2, params.minSignedPerWindow),
      secondsField(3, params.downtimeJailDuration),
      numberField(4, params.slashFractionDoubleSign),
      numberField(5, params.slashFractionDowntime),
    ),
  decode: (bytes) => {
    const fields = decodeFields(bytes)
    return {
      signedBlocksWindow: fields.varint(1),
      minSignedPerWindow: readNumberField(fields.text(2)),
      downtimeJailDuration: readSecondsField(fields.bytes(3)),
      slashFractionDoubleSign: readNumberField(fields.text(4)),
      slashFractionDowntime: readNumberField(fields.text(5)),
    }
  },
})

export function slashingParamsOf(state: RowState): SlashingParams {
  return state.get(slashingParamsKind, '') ?? DEFAULT_SLASHING_PARAMS
}
