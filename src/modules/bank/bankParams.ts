import { concatBytes } from '../../primitives/encoding/bytes.ts'
import {
  decodeFields,
  messageField,
  stringField,
  varintField,
} from '../../primitives/encoding/protobuf.ts'
import type { RowState } from '../../state/rows/rowState.ts'
import type { IterableTableKind } from '../../state/rows/stateTable.ts'
import { numberField, readNumberField } from '../messages.ts'
import { ModuleError } from '../moduleError.ts'
import { moduleTable, singleRow } from '../rows.ts'
import type { Coin } from './bank.ts'

/** Parameters of the bank. */
export interface BankParams {
  /** Denominations with a setting of their own. */
  readonly sendEnabled: readonly { readonly denom: string; readonly enabled: boolean }[]
  readonly defaultSendEnabled: boolean
}

/** Bank 05: the parameters, once governance changed them. One row, ''. */
export const bankParamsKind: IterableTableKind<BankParams> = moduleTable({
  store: 'bank',
  name: 'params',
  prefix: 0x05,
  id: singleRow,
  encode: ({ sendEnabled, defaultSendEnabled }) =>
    concatBytes(
      ...sendEnabled.map(({ denom, enabled }) =>
        messageField(1, concatBytes(stringField(1, denom), varintField(2, enabled ? 1n : 0n))),
      ),
      numberField(2, defaultSendEnabled ? 1n : 0n),
    ),
  decode: (bytes) => {
    const fields = decodeFields(bytes)
    return {
      sendEnabled: fields.messages(1).map((message) => {
        const setting = decodeFields(message)
        return { denom: setting.text(1), enabled: setting.varint(2) === 1n }
      }),
      defaultSendEnabled: readNumberField(fields.text(2)) === 1n,
    }
  },
})

const DEFAULT: BankParams = { sendEnabled: [], defaultSendEnabled: true }

export function bankParamsOf(state: RowState): BankParams {
  return state.get(bankParamsKind, '') ?? DEFAULT
}

/**
 * Checks that a MsgSend may transfer coins.
 *
 * @throws ModuleError
 */
export function requireSendEnabled(state: RowState, coins: readonly Coin[]): void {
  const { sendEnabled, defaultSendEnabled } = bankParamsOf(state)
  for (const { denom } of coins) {
    const own = sendEnabled.find((setting) => setting.denom === denom)
    if (own?.enabled ?? defaultSendEnabled) continue
    throw new ModuleError(
      'bank',
      5,
      `${denom} transfers are currently disabled: send transactions are disabled`,
    )
  }
}
