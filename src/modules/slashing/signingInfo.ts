import { concatBytes, EMPTY_BYTES } from '../../primitives/encoding/bytes.ts'
import {
  decodeFields,
  messageField,
  stringField,
  varintField,
} from '../../primitives/encoding/protobuf.ts'
import type { NativeAddress } from '../../state/rows/layout.ts'
import type { RowState } from '../../state/rows/rowState.ts'
import type { IterableTableKind } from '../../state/rows/stateTable.ts'
import { numberField, readNumberField, readSecondsField, secondsField } from '../messages.ts'
import { addressRow, moduleTable } from '../rows.ts'
import {
  consensusAddress,
  consensusKind,
  requireValidator,
  type Validator,
  validatorKind,
  validatorStatus,
} from '../staking/validator.ts'

/** Record of a validator's signatures. */
export interface SigningInfo {
  /** Block in which it was bonded for the first time. */
  readonly startHeight: bigint
  readonly indexOffset: bigint
  /** Seconds since 1970; 0 if it was never jailed for an infraction. */
  readonly jailedUntil: bigint
  /** Whether it is jailed for ever. */
  readonly tombstoned: boolean
  readonly missedBlocksCounter: bigint
}

/** Of a validator that has been bonded since the genesis. */
const FIRST: SigningInfo = {
  startHeight: 0n,
  indexOffset: 0n,
  jailedUntil: 0n,
  tombstoned: false,
  missedBlocksCounter: 0n,
}

/**
 * Staking 7a, where the SDK has a store of its own: signing infos, except those that are still as
 * at the genesis. Row: consensus address.
 */
export const signingInfoKind: IterableTableKind<SigningInfo> = moduleTable({
  store: 'staking',
  name: 'signing-info',
  prefix: 0x7a,
  id: addressRow,
  encode: (info) =>
    concatBytes(
      numberField(2, info.startHeight),
      varintField(3, info.indexOffset),
      info.jailedUntil === 0n ? EMPTY_BYTES : secondsField(4, info.jailedUntil),
      varintField(5, info.tombstoned ? 1n : 0n),
      varintField(6, info.missedBlocksCounter),
    ),
  decode: (bytes) => {
    const fields = decodeFields(bytes)
    const [until] = fields.messages(4)
    return {
      startHeight: readNumberField(fields.text(2)),
      indexOffset: fields.varint(3),
      jailedUntil: until === undefined ? 0n : readSecondsField(until),
      tombstoned: fields.varint(5) === 1n,
      missedBlocksCounter: fields.varint(6),
    }
  },
})

/** Returns the info of a consensus address. Undefined if its validator has never been bonded. */
export function signingInfoOf(state: RowState, consensus: NativeAddress): SigningInfo | undefined {
  const known = state.get(signingInfoKind, consensus)
  if (known !== undefined) return known
  const operator = state.get(consensusKind, consensus) as NativeAddress | undefined
  const validator = operator === undefined ? undefined : state.get(validatorKind, operator)
  if (validator === undefined) return undefined
  const isFirst = validator.status === validatorStatus.bonded || validator.unbondingTime > 0n
  return isFirst ? FIRST : undefined
}

/** Returns the bytes of an info on the real chain, with the address and with a time that is 0. */
export function signingInfoSize(info: SigningInfo, address: string): number {
  const time = info.jailedUntil === 0n ? messageField(4, EMPTY_BYTES) : EMPTY_BYTES
  return concatBytes(stringField(1, address), time, signingInfoKind.encode(info)).length
}

/** Creates the info of a validator that is bonded for the first time. */
export function startSigning(
  state: RowState,
  { consensusKey, unbondingTime }: Validator,
  startHeight: bigint,
): void {
  const consensus = consensusAddress(consensusKey)
  const isFirst = unbondingTime === 0n && state.get(signingInfoKind, consensus) === undefined
  if (isFirst) state.set(signingInfoKind, consensus, { ...FIRST, startHeight })
}

/** Changes the info of a validator. */
export function changeSigningInfo(
  state: RowState,
  operator: NativeAddress,
  changes: Partial<SigningInfo>,
): void {
  const consensus = consensusAddress(requireValidator(state, operator).consensusKey)
  const info = signingInfoOf(state, consensus) ?? FIRST
  state.set(signingInfoKind, consensus, { ...info, ...changes })
}
