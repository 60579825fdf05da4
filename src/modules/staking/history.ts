import {
  bigIntToBytes,
  bytesToBigInt,
  concatBytes,
  EMPTY_BYTES,
} from '../../primitives/encoding/bytes.ts'
import { decodeFields, messageField } from '../../primitives/encoding/protobuf.ts'
import type { RowState } from '../../state/rows/rowState.ts'
import type { IterableTableKind } from '../../state/rows/stateTable.ts'
import { moduleTable } from '../rows.ts'
import { stakingError } from './stakingError.ts'
import { stakingParamsOf } from './stakingParams.ts'
import {
  compareByPower,
  decodeValidator,
  encodeValidator,
  type Validator,
  validatorStatus,
  validatorsOf,
} from './validator.ts'

/**
 * Staking 50: bonded validators after blocks that changed them. Row: height. The SDK stores them
 * for every block, with a header.
 */
export const historyKind: IterableTableKind<readonly Validator[]> = moduleTable({
  store: 'staking',
  name: 'history',
  prefix: 0x50,
  id: {
    toBytes: (height) => heightToBytes(BigInt(height)),
    fromBytes: (bytes) => bytesToBigInt(bytes).toString(),
  },
  // The header stays empty. Only without validators is it written, as no row may be empty.
  encode: (validators) =>
    validators.length === 0
      ? messageField(1, EMPTY_BYTES)
      : concatBytes(...validators.map((validator) => messageField(2, encodeValidator(validator)))),
  decode: (bytes) => decodeFields(bytes).messages(2).map(decodeValidator),
})

/** Stores the bonded validators at the end of a block, and prunes old entries. */
export function keepHistory(state: RowState, height: bigint): void {
  const bonded = validatorsOf(state)
    .filter(([, { status }]) => status === validatorStatus.bonded)
    .sort(compareByPower)
    .map(([, validator]) => validator)
  state.set(historyKind, height.toString(), bonded)
  const oldest = height - BigInt(stakingParamsOf(state).historicalEntries)
  const before = oldest > 0n ? [...state.ids(historyKind, { end: heightToBytes(oldest) })] : []
  // Consensus keeps the last set with members.
  const populated = bonded.length > 0 ? undefined : newestPopulated(state)
  // The last of them applies to later blocks, too.
  for (const entry of before.slice(0, -1)) {
    if (entry !== populated) state.set(historyKind, entry, undefined)
  }
}

/** Returns the newest bonded validators that were not an empty set; else none. */
export function newestBonded(state: RowState): readonly Validator[] {
  const row = newestPopulated(state)
  return (row === undefined ? undefined : state.get(historyKind, row)) ?? []
}

function newestPopulated(state: RowState): string | undefined {
  const rows = [...state.ids(historyKind)]
  return rows.findLast((row) => (state.get(historyKind, row) ?? []).length > 0)
}

/**
 * Returns the bonded validators at the start of block `height`, most powerful first.
 *
 * @param latest the current block
 * @throws ModuleError for future blocks, pruned blocks and block 0
 */
export function historyAt(state: RowState, height: bigint, latest: bigint): readonly Validator[] {
  const entries = BigInt(stakingParamsOf(state).historicalEntries)
  const isKnown = height > 0n && height <= latest && height > latest - entries
  const before = isKnown ? [...state.ids(historyKind, { end: heightToBytes(height) })] : []
  const left = before.at(-1)
  const validators = left === undefined ? undefined : state.get(historyKind, left)
  if (validators !== undefined) return validators
  throw stakingError('noHistory', `historical info for height ${height} not found`)
}

function heightToBytes(height: bigint): Uint8Array {
  return bigIntToBytes(height, 8)
}
